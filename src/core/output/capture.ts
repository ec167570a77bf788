import type { CaptureLoss, CleanerId, OutputChunk, OutputFacts, OutputText } from '../contract/index.ts';
import { OutputTexts, type WindowSizes } from './outputTexts.ts';
import { SegmentRecorder } from './segments.ts';

const NEWLINE = 0x0a;

export interface CaptureOptions extends WindowSizes {
  readonly cleaner: CleanerId;
}

/** Counts and windows of an output while it arrives; never holds the whole and keeps no chunk's memory. */
export interface Capture {
  /** Takes a chunk in arrival order. The chunk may be transferred as soon as this returns. */
  push(chunk: OutputChunk): void;
  /** Notes that bytes are missing. Of several losses the one at the lowest offset is the fact that is kept. */
  addLoss(loss: CaptureLoss): void;
  /** The facts so far. */
  facts(): OutputFacts;
  /**
   * The texts so far; final after `end()`. `retextOutput` over the same bytes and segments gives the same
   * value. For that, bytes of a `mixed` segment are read as stdout's here too.
   */
  text(): OutputText;
  /** Flushes the decoders. Later calls do nothing; a later `push` throws. */
  end(): void;
}

/** @throws RangeError where a window size is not a whole number of at least 0. */
export function createCapture(options: CaptureOptions): Capture {
  const texts = new OutputTexts(options.cleaner, options);
  const segments = new SegmentRecorder();
  const bytesOf = { stdout: 0, stderr: 0 };
  let newlines = 0;
  let lastByte = NEWLINE;
  let loss: CaptureLoss | null = null;
  let ended = false;

  return {
    push({ stream, bytes }) {
      if (ended) throw new Error('A chunk was pushed into a capture that has ended');
      if (bytes.length === 0) return;
      bytesOf[stream] += bytes.length;
      lastByte = bytes[bytes.length - 1]!;
      newlines += texts.push(segments.add(stream, bytes.length), bytes, 0, bytes.length);
    },
    addLoss(added) {
      const isUpdate = loss !== null && added.code === loss.code && added.atByte === loss.atByte;
      if (loss === null || isUpdate || added.atByte < loss.atByte) loss = added;
    },
    facts: () => ({
      totalBytes: bytesOf.stdout + bytesOf.stderr,
      stdoutBytes: bytesOf.stdout,
      stderrBytes: bytesOf.stderr,
      lines: newlines + (lastByte === NEWLINE ? 0 : 1),
      segments: segments.list(),
      loss,
    }),
    text: () => texts.read(),
    end() {
      if (ended) return;
      ended = true;
      texts.end();
    },
  };
}
