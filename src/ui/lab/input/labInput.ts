import type { OutputChunk, RawOutput, SignalName } from '../../../core/index.ts';

/** Beside an output, what profiles need to know of the call. */
export interface CallFacts {
  readonly tool: string;
  readonly exitCode: number;
  readonly signal: SignalName | null;
  readonly endedBy: RawOutput['endedBy'];
  readonly timeoutMs: number;
  readonly callId: string;
  readonly contextTokensLeft: number | null;
}

/** An output in the Lab. `origin` says where it came from, in words. */
export interface LabOutput {
  readonly chunks: readonly OutputChunk[];
  readonly origin: string;
}

/** Larger inputs are refused in words: every profile's text of them is held at once. */
export const MOST_INPUT_BYTES = 64 * 1024 * 1024;

export const usualFacts: CallFacts = {
  tool: 'bash',
  exitCode: 0,
  signal: null,
  endedBy: 'itself',
  timeoutMs: 120_000,
  callId: 'call_lab',
  contextTokensLeft: null,
};

export function rawOutput(chunks: readonly OutputChunk[], facts: CallFacts): RawOutput {
  const { exitCode, signal, endedBy, ...others } = facts;
  const byItself = endedBy === 'itself';
  return {
    ...others,
    chunks,
    endedBy,
    exitCode: byItself && signal === null ? exitCode : null,
    signal: byItself ? signal : 'SIGTERM',
    durationMs: endedBy === 'timeout' ? facts.timeoutMs : 1_000,
  };
}

export function bytesOf(chunks: readonly OutputChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
}

/** All chunks in arrival order as one run of bytes. */
export function mergedBytes(chunks: readonly OutputChunk[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytesOf(chunks));
  let at = 0;
  for (const { bytes } of chunks) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}
