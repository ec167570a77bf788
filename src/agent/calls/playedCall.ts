import type { CaptureLossCode, Note, Outcome, OutputChunk, RecordKey, ToolFacts } from '../../core/index.ts';
import type { Guest } from '../../guest/index.ts';
import { playedJob } from '../jobs/playedJob.ts';
import type { OutputPipeline } from '../output/outputPipeline.ts';
import type { JobDesk, ToolResult } from '../tools/toolPort.ts';

/** What a recording says of a call. Where it has a result of its own, nothing is executed. */
export interface PlayedCall {
  /** When it was really run; profiles make ids of it. Epoch milliseconds. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly result: PlayedResult | null;
}

export interface PlayedResult {
  readonly outcome: Outcome;
  readonly notes: readonly Note[];
  readonly facts: ToolFacts | null;
  /** In arrival order, without the line that tells of a loss. */
  readonly chunks: readonly OutputChunk[];
  readonly loss: CaptureLossCode | null;
  /** What the job that it began wrote behind the call's own output; null where it began none. */
  readonly jobChunks: readonly OutputChunk[] | null;
}

/** What plays a recording in a session: results that are not made again, and the places at which things end. */
export interface Playing {
  /** The recorded call of a key; `tool` is the one that would really run, whatever the recording calls it. */
  call(key: RecordKey, tool: string): PlayedCall;
  /** Resolves when the result of the key may be written: what stands before it in the recording is in the log. */
  resultMayCome(key: RecordKey): Promise<void>;
  /**
   * Resolves when the end of a job may be told; with how it ended where that was recorded and not made again, else null.
   */
  jobMayEnd(job: string): Promise<Outcome | null>;
  /** Number of the next job, from `next` on: those that a sub-agent began have theirs, and do not begin here. */
  jobNumber(next: number): number;
}

/** Lets a recorded result take the way of every result. */
export async function playResult(
  played: PlayedResult,
  out: OutputPipeline,
  at: { readonly guest: Guest; readonly desk: JobDesk; readonly playing: Pick<Playing, 'jobMayEnd'> },
): Promise<ToolResult> {
  // The pipeline takes chunks over, and a recording may be played twice.
  for (const { stream, bytes } of played.chunks) await out.push({ stream, bytes: bytes.slice() });
  if (played.loss !== null) out.lose(played.loss);
  const { outcome, notes, facts, jobChunks } = played;
  const result = { outcome, notes, facts, pid: null };
  if (facts?.kind !== 'job' || jobChunks === null) return result;
  const place = at.desk.place(facts.job.command);
  // Names are made here, as they were there: what the recording calls its job and its log is not taken over.
  if (!('facts' in place)) return { ...result, facts: null };
  const goesOn = await playedJob(place, jobChunks, at.guest, (job) => at.playing.jobMayEnd(job));
  return { ...result, facts: { ...facts, job: place.facts }, goesOn };
}
