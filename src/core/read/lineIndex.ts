const newline = 0x0a;

/** Where a line is known to start. */
export interface LineStart {
  /** From 1. */
  readonly line: number;
  /** Offset in the file. */
  readonly byte: number;
}

/** Offsets of a file's lines, learned while its bytes go by; a page at line N starts from a known place. */
export interface LineIndex {
  /** Takes the next bytes of the file, in order. */
  push(bytes: Uint8Array): void;
  /** Bytes seen. */
  readonly bytes: number;
  /** Lines seen: `wc -l` plus an unterminated last line. */
  readonly totalLines: number;
  /** The nearest known start at or before a line; a page skips the lines between. */
  startBefore(line: number): LineStart;
}

/** `every`: how many lines apart starts are kept (at least 1). 8 bytes per kept start, nothing per byte. */
export function createLineIndex({ every }: { readonly every: number }): LineIndex {
  if (!Number.isInteger(every) || every < 1) throw new RangeError(`every must be at least 1, not ${every}`);
  // starts[i] is the offset of line i * every + 1.
  const starts: number[] = [0];
  let newlines = 0;
  let bytes = 0;
  let endsWithNewline = true;
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; at++) {
        if (chunk[at] !== newline) continue;
        newlines += 1;
        if (newlines % every === 0) starts.push(bytes + at + 1);
      }
      if (chunk.length > 0) endsWithNewline = chunk[chunk.length - 1] === newline;
      bytes += chunk.length;
    },
    get bytes() {
      return bytes;
    },
    get totalLines() {
      return newlines + (endsWithNewline ? 0 : 1);
    },
    startBefore(line) {
      const slot = Math.min(Math.max(Math.floor((line - 1) / every), 0), starts.length - 1);
      return { line: slot * every + 1, byte: starts[slot] ?? 0 };
    },
  };
}

/** Takes the bytes of a window of lines out of a stream that begins at a known line. */
export interface LineWindow {
  /** The part of the next bytes that lies in the window; empty before it begins and after it ends. */
  take(bytes: Uint8Array): Uint8Array;
  /** Every line of the window has been taken: no later byte belongs to it. */
  readonly done: boolean;
  /** Bytes that went by before the window: add them to the stream's offset for the window's own. */
  readonly skippedBytes: number;
  /** Lines of the window taken so far, an unterminated last one included. */
  readonly lines: number;
}

/** `skipLines` lines go by, then `maxLines` lines are it. The parts are views, not copies. */
export function createLineWindow(options: {
  readonly skipLines: number;
  readonly maxLines: number;
}): LineWindow {
  let toSkip = options.skipLines;
  let toTake = options.maxLines;
  let skippedBytes = 0;
  let ended = 0;
  let inLine = false;
  return {
    take(chunk) {
      let start = 0;
      while (toSkip > 0) {
        const at = chunk.indexOf(newline, start);
        if (at < 0) {
          skippedBytes += chunk.length;
          return chunk.subarray(chunk.length);
        }
        toSkip -= 1;
        start = at + 1;
      }
      skippedBytes += start;
      let end = start;
      while (toTake > 0 && end < chunk.length) {
        const at = chunk.indexOf(newline, end);
        inLine = at < 0;
        end = at < 0 ? chunk.length : at + 1;
        if (at >= 0) {
          toTake -= 1;
          ended += 1;
        }
      }
      return chunk.subarray(start, end);
    },
    get done() {
      return toTake <= 0;
    },
    get skippedBytes() {
      return skippedBytes;
    },
    get lines() {
      return ended + (inLine ? 1 : 0);
    },
  };
}
