import { createRequire } from 'node:module';
import { libraryModules } from '../../../../../../src/guest/embedded/node/modules/index.ts';
import type { ModuleFactory, NodeSystem } from '../../../../../../src/guest/embedded/node/system.ts';

const requireReal = createRequire(import.meta.url);

/** What a test changes of the system that the modules stand on. */
export type SystemParts = Partial<NodeSystem>;

/**
 * The library on a system made of the Node that runs the test: modules of ours, and real ones for what the core
 * of the guest's node has (`fs`, `child_process`).
 */
export function testSystem(
  parts: SystemParts = {},
  modules: Readonly<Record<string, ModuleFactory>> = libraryModules,
): NodeSystem {
  const made = new Map<string, unknown>();
  const system = {
    job: { args: [], cwd: '/', env: {}, seed: 1, clockStartMs: null },
    pid: process.pid,
    ppid: process.ppid,
    thread: null,
    clock: { nowMs: Date.now, elapsedMs: () => performance.now(), originMs: performance.timeOrigin },
    random: { fill: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes), next: Math.random },
    loop: {
      hold: () => () => {},
      enqueue: (callback: () => void) => setImmediate(callback),
      nextTick: process.nextTick.bind(process),
      fail: (error: unknown) => queueMicrotask(() => Promise.reject(error)),
    },
    natives: {
      setTimeout,
      clearTimeout,
      queueMicrotask,
      structuredClone,
      crypto: globalThis.crypto,
      performance,
      CompressionStream,
      DecompressionStream,
    },
    process,
    builtin(name: string) {
      const factory = modules[name];
      if (!made.has(name)) made.set(name, factory ? factory(system) : requireReal(`node:${name}`));
      return made.get(name);
    },
    isModuleNamespace: () => false,
    write: () => true,
    ...parts,
  } as unknown as NodeSystem;
  return system;
}

/** What `action` gives or throws, in a form that can be compared. */
export function outcome(action: () => unknown): unknown {
  try {
    return { value: action() };
  } catch (error) {
    return { error: shapeOf(error) };
  }
}

export function shapeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  return { name, message, code: (error as { code?: unknown }).code, text: String(error) };
}
