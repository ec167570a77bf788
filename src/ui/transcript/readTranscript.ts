import type { StoredSession } from '../../agent/index.ts';
import {
  type OutputSample,
  type RecordKey,
  recordedKeysOf,
  type Transcript,
  transcriptOfSession,
} from '../../core/index.ts';

/** Of each output so much is read for a page or a saved file (bytes). */
const sampleBytes = 256 * 1024;

/** What is read of a session, stored or replayed. */
export type ReadableSession = Pick<StoredSession, 'state' | 'streamOutput'>;

/** A session to read, with the beginning of each of its outputs. Rejects where the stored bytes cannot be read. */
export async function readTranscript({ state, streamOutput }: ReadableSession): Promise<Transcript> {
  const samples = new Map<RecordKey, OutputSample>();
  const totals = new Map(totalsOf(state));
  for (const key of recordedKeysOf(state)) {
    const bytes = await beginning(streamOutput(key), sampleBytes);
    samples.set(key, { bytes, totalBytes: Math.max(bytes.length, totals.get(key) ?? 0) });
  }
  return transcriptOfSession(state, samples);
}

type State = ReadableSession['state'];

function* totalsOf(state: State): Generator<readonly [RecordKey, number]> {
  for (const { steps } of state.turns) {
    for (const { calls } of steps) {
      for (const { key, record, subAgent } of calls) {
        if (record) yield [key, record.output.totalBytes];
        if (subAgent) yield* totalsOf(subAgent);
      }
    }
  }
  for (const { key, record } of state.commands) if (record) yield [key, record.output.totalBytes];
}

async function beginning(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, most - size);
    parts.push(part);
    size += part.length;
    if (size >= most) break;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
