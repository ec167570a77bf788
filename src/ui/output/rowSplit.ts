/**
 * Where the rows of a byte sequence begin, decided from the `LOOK_BACK_BYTES` before a place, so that a view can
 * begin anywhere in 100 MB: a row begins after each newline, and inside a longer line at every multiple of
 * `LOOK_BACK_BYTES` that has no newline in the `LOOK_BACK_BYTES` before it (moved off the middle of a character).
 */
export const LOOK_BACK_BYTES = 4096;
/** A row's bytes never exceed this. */
export const MAX_ROW_BYTES = 2 * LOOK_BACK_BYTES + 4;

const NEWLINE = 10;

function offContinuation(buffer: Uint8Array, at: number): number {
  let moved = at;
  while (moved < at + 3 && moved < buffer.length && ((buffer[moved] ?? 0) & 0xc0) === 0x80) moved++;
  return moved;
}

/**
 * Visits the row starts in [from, to) in ascending order; `continued` where the row goes on a line.
 * `buffer` holds the bytes from `bufferStart` on and must reach back `LOOK_BACK_BYTES` before `from` (or to
 * byte 0) and 4 bytes past `to` (or to the end). `from` must be 0 or a multiple of `LOOK_BACK_BYTES`.
 */
export function visitRowStarts(
  buffer: Uint8Array,
  bufferStart: number,
  from: number,
  to: number,
  visit: (start: number, continued: boolean) => void,
): void {
  const local = (absolute: number) => absolute - bufferStart;
  const bufferEnd = bufferStart + buffer.length;
  let lineStart = bufferStart;
  if (from === 0) {
    if (to > 0 && bufferEnd > 0) visit(0, false);
  } else {
    const before = buffer.lastIndexOf(NEWLINE, local(from) - 1);
    if (before >= 0) lineStart = bufferStart + before + 1;
    if (lineStart === from && bufferEnd > from && from < to) visit(from, false);
  }
  let forced = from === 0 ? LOOK_BACK_BYTES : from;
  for (;;) {
    const found = buffer.indexOf(NEWLINE, local(Math.max(lineStart, from)));
    const lineEnd = found < 0 ? bufferEnd : bufferStart + found;
    const earliest = lineStart + LOOK_BACK_BYTES;
    if (forced < earliest) forced = Math.ceil(earliest / LOOK_BACK_BYTES) * LOOK_BACK_BYTES;
    while (forced < lineEnd && forced < to) {
      const start = bufferStart + offContinuation(buffer, local(forced));
      if (start < lineEnd && start < to + 4) visit(start, true);
      forced += LOOK_BACK_BYTES;
    }
    if (found < 0) return;
    lineStart = lineEnd + 1;
    if (lineStart >= to || lineStart >= bufferEnd) return;
    visit(lineStart, false);
  }
}
