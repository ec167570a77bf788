import {
  type BesideCalls,
  besideCalls,
  bytesOfChunk,
  type JsonValue,
  type Outcome,
  type OutputChunk,
  type RecordedCall,
  type RecordedEvent,
  type RecordedJob,
  type RecordedResult,
  type Recording,
  type RecordKey,
  whyNotDerivable,
} from '../../core/index.ts';
import type { PlayedCall, PlayedResult } from '../calls/playedCall.ts';

/** Calls and commands of the user that have a result, in the order of their results. */
export function recordsOf(events: readonly RecordedEvent[]): ReadonlyMap<RecordKey, RecordedCall> {
  const records = events.filter((event) => event.type === 'record' || event.type === 'command-ended');
  return new Map(records.map((record) => [record.key, record]));
}

/**
 * What a session is told of the calls of a recording: their times, and the results that are not made again. A recording is
 * somebody else's, so this page judges what may be executed: nothing that has no result in it, and nothing but what the
 * guest gives. What is not executed and has no bytes is played empty, with the way it ended.
 */
export class PlayedResults {
  readonly records: ReadonlyMap<RecordKey, RecordedCall>;
  readonly beside: BesideCalls;

  constructor({ events }: Pick<Recording, 'events'>) {
    this.records = recordsOf(events);
    this.beside = besideCalls(events);
  }

  call(key: RecordKey, tool: string): PlayedCall {
    const record = this.records.get(key);
    if (record === undefined) return { startedAtMs: 0, endedAtMs: 0, result: notInRecording };
    const { startedAtMs, durationMs, outcome, notes, loss, result } = record;
    const times = { startedAtMs, endedAtMs: startedAtMs + durationMs };
    if (this.isRunAgain(key, tool)) return { ...times, result: null };
    const facts = result.kind === 'inlined' ? result.facts : null;
    const chunks = chunksOf(result);
    const jobChunks = this.#jobChunks(key, chunks);
    return { ...times, result: { outcome, notes, facts, chunks, loss, jobChunks } };
  }

  /** Whether the call, as the tool that it really is, is executed here. */
  isRunAgain(key: RecordKey, tool: string): boolean {
    const record = this.records.get(key);
    if (record?.result.kind !== 'derived') return false;
    const job = this.beside.jobOf.get(key) ?? null;
    if (job !== null && job.ended?.result.kind !== 'derived') return false;
    const { outcome, notes, loss } = record;
    const why = whyNotDerivable({ tool, outcome, notes, loss, facts: null, ...this.#around(key), job });
    return why === null;
  }

  /** How a job ended, where that is played and not made again; null where the job is run. */
  outcomeOf({ started, ended }: RecordedJob): Outcome | null {
    const tool = this.records.get(started.from)?.tool ?? '';
    return ended === null || this.isRunAgain(started.from, tool) ? null : ended.outcome;
  }

  /** Whether a job begins here: its call is made again, or played with what it began. */
  begins({ started }: RecordedJob): boolean {
    const record = this.records.get(started.from);
    if (record === undefined) return false;
    const { result, tool } = record;
    return this.isRunAgain(started.from, tool) || (result.kind === 'inlined' && result.facts?.kind === 'job');
  }

  #around(key: RecordKey): { readonly input: JsonValue; readonly liveLogs: readonly string[] } {
    const { inputs, liveLogs } = this.beside;
    return { input: inputs.get(key) ?? null, liveLogs: liveLogs(key) };
  }

  /** A job that was moved begins with what its call had written, which the session copies itself. */
  #jobChunks(key: RecordKey, before: readonly OutputChunk[]): readonly OutputChunk[] | null {
    const job = this.beside.jobOf.get(key);
    if (job === undefined) return null;
    const chunks = job.ended === null ? [] : chunksOf(job.ended.result);
    let left = job.started.moved ? before.reduce((total, { bytes }) => total + bytes.length, 0) : 0;
    return chunks.flatMap(({ stream, bytes }): readonly OutputChunk[] => {
      const skipped = Math.min(left, bytes.length);
      left -= skipped;
      return skipped === bytes.length ? [] : [{ stream, bytes: bytes.subarray(skipped) }];
    });
  }
}

function chunksOf(result: RecordedResult): readonly OutputChunk[] {
  if (result.kind !== 'inlined') return [];
  return result.chunks.map((chunk) => ({ stream: chunk.stream, bytes: bytesOfChunk(chunk) }));
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
  jobChunks: null,
};
