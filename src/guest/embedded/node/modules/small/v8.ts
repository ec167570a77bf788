import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';
import { unavailableMembers } from './unavailableMembers.ts';
import { deserialize, serialize } from './valueFormat.ts';

const heap = {
  total_heap_size: 16_777_216,
  total_heap_size_executable: 262_144,
  total_physical_size: 16_777_216,
  total_available_size: 2_147_483_648,
  used_heap_size: 8_388_608,
  heap_size_limit: 2_147_483_648,
  malloced_memory: 262_144,
  peak_malloced_memory: 524_288,
  does_zap_garbage: 0,
  number_of_native_contexts: 1,
  number_of_detached_contexts: 0,
  total_global_handles_size: 8192,
  used_global_handles_size: 2048,
  external_memory: 1_048_576,
};

/** `v8`: values to bytes and back; numbers of the heap are stated ones, for a page cannot know its own. */
export function createV8(_system: NodeSystem): object {
  const names = [
    'getHeapSnapshot',
    'writeHeapSnapshot',
    'Serializer',
    'Deserializer',
    'DefaultSerializer',
    'DefaultDeserializer',
    'queryObjects',
    'GCProfiler',
  ];
  return {
    ...unavailableMembers('v8', names),
    cachedDataVersionTag: () => 1,
    getHeapStatistics: () => ({ ...heap }),
    getHeapSpaceStatistics: () => [],
    getHeapCodeStatistics: () => ({
      code_and_metadata_size: 0,
      bytecode_and_metadata_size: 0,
      external_script_source_size: 0,
      cpu_profiler_metadata_size: 0,
    }),
    setFlagsFromString() {},
    serialize: (value: unknown) => Buffer.from(serialize(value)),
    deserialize: (bytes: Uint8Array) => deserialize(bytes),
    takeCoverage() {},
    stopCoverage() {},
    setHeapSnapshotNearHeapLimit() {},
    promiseHooks: {},
    startupSnapshot: { isBuildingSnapshot: () => false },
  };
}
