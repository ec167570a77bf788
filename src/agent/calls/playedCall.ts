import type { CaptureLossCode, Note, Outcome, OutputChunk, RecordKey, ToolFacts } from '../../core/index.ts';
import type { OutputPipeline } from '../output/outputPipeline.ts';
import type { ToolResult } from '../tools/toolPort.ts';

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
}

/** The recorded call of a key; `tool` is the one that would really run, whatever the recording calls it. */
export type PlayedCalls = (key: RecordKey, tool: string) => PlayedCall;

/** Lets a recorded result take the way of every result. */
export async function playResult(played: PlayedResult, out: OutputPipeline): Promise<ToolResult> {
  // The pipeline takes chunks over, and a recording may be played twice.
  for (const { stream, bytes } of played.chunks) await out.push({ stream, bytes: bytes.slice() });
  if (played.loss !== null) out.lose(played.loss);
  const { outcome, notes, facts } = played;
  return { outcome, notes, facts, pid: null };
}
