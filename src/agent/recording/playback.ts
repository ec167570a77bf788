import {
  bytesOfChunk,
  type RecordedEvent,
  type Recording,
  type RecordKey,
  whyNotDerivable,
} from '../../core/index.ts';
import type { PlayedCall, PlayedCalls, PlayedResult } from '../calls/playedCall.ts';

export type RecordedRecord = Extract<RecordedEvent, { type: 'record' }>;

export function recordsOf(recording: Recording): ReadonlyMap<RecordKey, RecordedRecord> {
  const records = recording.events.filter((event) => event.type === 'record');
  return new Map(records.map((record) => [record.key, record]));
}

/**
 * What a session is told of the calls of a recording: their times, and the results that are not made again. A recording is
 * somebody else's, so this page judges what may be executed: nothing that has no result in it, and nothing but what the
 * guest gives. What is not executed and has no bytes is played empty, with the way it ended.
 */
export function playedCalls(records: ReadonlyMap<RecordKey, RecordedRecord>): PlayedCalls {
  return (key, tool): PlayedCall => {
    const record = records.get(key);
    if (record === undefined) return { startedAtMs: 0, endedAtMs: 0, result: notInRecording };
    const { startedAtMs, durationMs, outcome, notes, loss, result } = record;
    const times = { startedAtMs, endedAtMs: startedAtMs + durationMs };
    const facts = result.kind === 'inlined' ? result.facts : null;
    const mayRun = whyNotDerivable({ tool, outcome, notes, loss, facts }) === null;
    if (result.kind === 'derived' && mayRun) return { ...times, result: null };
    const chunks =
      result.kind === 'inlined'
        ? result.chunks.map((chunk) => ({ stream: chunk.stream, bytes: bytesOfChunk(chunk) }))
        : [];
    return { ...times, result: { outcome, notes, facts, chunks, loss } };
  };
}

const notInRecording: PlayedResult = {
  outcome: {
    status: 'error',
    error: { code: 'NOT_RUN', phase: 'abort', message: 'Not run: the recording has no result of this call.' },
    stoppedBy: null,
    unconfirmedStop: false,
  },
  notes: [],
  facts: null,
  chunks: [],
  loss: null,
};
