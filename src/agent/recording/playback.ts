import { bytesOfChunk, type RecordedEvent, type Recording, type RecordKey } from '../../core/index.ts';
import type { PlayedCall, PlayedCalls } from '../calls/playedCall.ts';

export type RecordedRecord = Extract<RecordedEvent, { type: 'record' }>;

export function recordsOf(recording: Recording): ReadonlyMap<RecordKey, RecordedRecord> {
  const records = recording.events.filter((event) => event.type === 'record');
  return new Map(records.map((record) => [record.key, record]));
}

/**
 * What a session is told of the calls of a recording: their times, and the results that are not made again. A result that
 * nobody has any more is played empty, with the way it ended.
 */
export function playedCalls(records: ReadonlyMap<RecordKey, RecordedRecord>): PlayedCalls {
  return (key): PlayedCall | null => {
    const record = records.get(key);
    if (record === undefined) return null;
    const { startedAtMs, durationMs, outcome, notes, result } = record;
    const times = { startedAtMs, endedAtMs: startedAtMs + durationMs };
    if (result.kind === 'derived') return { ...times, result: null };
    const inlined = result.kind === 'inlined';
    return {
      ...times,
      result: {
        outcome,
        notes,
        facts: inlined ? result.facts : null,
        chunks: inlined
          ? result.chunks.map((chunk) => ({ stream: chunk.stream, bytes: bytesOfChunk(chunk) }))
          : [],
        loss: record.loss,
      },
    };
  };
}
