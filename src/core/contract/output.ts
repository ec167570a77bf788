/** Facts about what a tool wrote. Bytes are the truth; every text is derived from them. */

export type StreamName = 'stdout' | 'stderr';

/** One run of bytes as it arrived. The consumer owns `bytes` (it may be transferred or kept). */
export interface OutputChunk {
  readonly stream: StreamName;
  readonly bytes: Uint8Array;
}

/**
 * Which stream wrote which run of bytes, in arrival order. `mixed` stands for the runs after the first
 * few thousand alternations, which are counted together so that a record stays small.
 */
export interface Segment {
  readonly stream: StreamName | 'mixed';
  readonly bytes: number;
}

/** Why bytes that a command wrote are not in the capture. Loss is a value that is shown, never a gap. */
export type CaptureLossCode = 'output-cap' | 'session-cap' | 'guest-limit' | 'guest-died' | 'store-failed';

export interface CaptureLoss {
  readonly code: CaptureLossCode;
  /** Offset in the merged capture at which saving stopped. */
  readonly atByte: number;
  /** Bytes known to be lost; `null` where nobody can know. */
  readonly lostBytes: number | null;
}

export interface OutputFacts {
  readonly totalBytes: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  /** `wc -l` plus an unterminated last line, over the merged bytes. */
  readonly lines: number;
  readonly segments: readonly Segment[];
  readonly loss: CaptureLoss | null;
}

/**
 * The named text that a profile measures and cuts. Each maps back to raw bytes. `ansi` removes terminal escape
 * sequences; `cr` keeps of a line that was drawn again its last state, as a terminal does; `nul` shows NUL as `␀`.
 */
export type CleanerId = 'none' | 'ansi' | 'ansi+nul' | 'ansi+cr' | 'ansi+cr+nul';

/** Which bytes a text was made of: both streams in arrival order, or one of them. */
export type TextSource = 'merged' | 'stdout' | 'stderr';

/**
 * A bounded view of a text that may be larger than memory. Units are UTF-16 units.
 * When `head.length === units` the head is the whole text and `tail` is `''`.
 * Neither window ever begins or ends inside a surrogate pair.
 */
export interface WindowedText {
  readonly units: number;
  /** Unicode scalar values: what Rust and Python call characters. */
  readonly codePoints: number;
  readonly utf8Bytes: number;
  readonly lines: number;
  readonly head: string;
  readonly tail: string;
  /**
   * Each U+FFFD of the windows that stands for fewer than three bytes that were no UTF-8, ascending, as its unit
   * times 4, plus the bytes: 1 or 2 that begin with none of 0x80–0xBF, or 0 for a single one of these. Only where the
   * cleaner is `none` and there are such; any other U+FFFD stands for three bytes.
   */
  readonly broken?: readonly number[];
}

/** What a profile is given of an output: the same bytes cleaned once, windowed three ways. */
export interface OutputText {
  readonly cleaner: CleanerId;
  readonly merged: WindowedText;
  readonly stdout: WindowedText;
  readonly stderr: WindowedText;
}
