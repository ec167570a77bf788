import {
  type Comparison,
  firstDifferingLine,
  type JsonValue,
  type RecordedEvent,
  type RecordKey,
  type Segment,
  type StreamName,
} from '../../core/index.ts';
import type { LiveSession } from '../port.ts';
import type { ReplayedResult } from './replay.ts';
import { bytesOfStream, hashStreams } from './resultBytes.ts';

/** Larger outputs are told apart by their hashes alone (bytes). */
const maxComparedBytes = 8 * 1024 * 1024;

/** Where the bytes that were recorded may lie: with whoever recorded, in the session itself; else nowhere. */
export interface RecordedBytes {
  /** Null where they are not here. */
  read(key: RecordKey): Promise<{
    readonly segments: readonly Segment[];
    readonly stream: () => AsyncIterable<Uint8Array>;
  } | null>;
}

export const noBytes: RecordedBytes = { read: async () => null };

type Recorded = Extract<RecordedEvent, { type: 'record' }>['output'];

/**
 * What a difference comes from, as far as it can be known: a host that the command asked for, which a re-run never
 * reaches; else the first line that differs, where the recorded bytes are here.
 */
export async function explainDrift(
  comparison: Comparison,
  output: Recorded,
  at: {
    readonly key: RecordKey;
    readonly segments: readonly Segment[];
    readonly session: Pick<LiveSession, 'network' | 'streamOutput'>;
    readonly recorded: RecordedBytes;
    /** What the call was given. */
    readonly input: JsonValue;
    /** Hosts that had been asked for before it ran. */
    readonly hostsBefore: ReadonlySet<string>;
  },
): Promise<ReplayedResult> {
  if (comparison.kind === 'same') return comparison;
  // A host is told of once, so one that was asked for before is found by its name.
  const words = JSON.stringify(at.input);
  const hosts = at.session.network.asked.filter(
    (host) => !at.hostsBefore.has(host) || words.includes(host.replace(/:\d+$/, '')),
  );
  if (hosts.length > 0) {
    return { kind: 'cannot-run', why: `it asked for ${hosts.join(' and ')}, and a re-run reaches no host` };
  }
  const { place } = comparison;
  if (place !== 'stdout' && place !== 'stderr') return comparison;
  const line = await differingLine(place, output, at);
  return line === null ? comparison : { ...comparison, line };
}

async function differingLine(
  stream: StreamName,
  output: Recorded,
  { key, segments, session, recorded }: Parameters<typeof explainDrift>[2],
) {
  const found = await recorded.read(key);
  if (found === null) return null;
  // Somebody may have changed them since.
  const hashes = await hashStreams(found.stream(), found.segments);
  if ((hashes[stream]?.sha256 ?? '') !== (output[stream]?.sha256 ?? '')) return null;
  const expected = await bytesOfStream(stream, found.stream(), found.segments, maxComparedBytes);
  const got = await bytesOfStream(stream, session.streamOutput(key), segments, maxComparedBytes);
  return expected === null || got === null ? null : firstDifferingLine(expected, got);
}
