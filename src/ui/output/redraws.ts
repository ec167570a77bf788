import type { ByteRange } from './ranges.ts';
import { LOOK_BACK_BYTES } from './rowSplit.ts';

const NEWLINE = 10;
const RETURN = 13;

/** Bytes without some ranges, and where any range of the original lies in them. */
export interface ShortenedBytes {
  readonly bytes: Uint8Array;
  readonly locate: (ranges: readonly ByteRange[]) => readonly ByteRange[];
}

/**
 * Leaves out what a progress bar has long overwritten: a line that is too long for one row and was redrawn by
 * `\r` keeps its last states, from a `\r` in its last `LOOK_BACK_BYTES` on, and so is one row again. Text that
 * only an older, longer state had put further right goes with it.
 */
export function withoutOldRedraws(bytes: Uint8Array): ShortenedBytes {
  const cuts = oldRedraws(bytes);
  if (cuts.length === 0) return { bytes, locate: (ranges) => ranges };
  const kept = new Uint8Array(bytes.length - bytesBefore(cuts, bytes.length));
  let from = 0;
  let at = 0;
  for (const cut of [...cuts, { start: bytes.length, end: bytes.length }]) {
    kept.set(bytes.subarray(from, cut.start), at);
    at += cut.start - from;
    from = cut.end;
  }
  const placeOf = (byte: number) => byte - bytesBefore(cuts, byte);
  return {
    bytes: kept,
    locate: (ranges) =>
      ranges
        .map(({ start, end }) => ({ start: placeOf(start), end: placeOf(end) }))
        .filter(({ start, end }) => start < end),
  };
}

function oldRedraws(bytes: Uint8Array): readonly ByteRange[] {
  const cuts: ByteRange[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    if (end - start > LOOK_BACK_BYTES) {
      let textEnd = end;
      // A return at the line's end overwrites nothing.
      while (textEnd > start && bytes[textEnd - 1] === RETURN) textEnd--;
      const keptFrom = bytes.indexOf(RETURN, end - LOOK_BACK_BYTES);
      if (keptFrom >= 0 && keptFrom < textEnd) cuts.push({ start, end: keptFrom });
    }
    start = end + 1;
  }
  return cuts;
}

function bytesBefore(cuts: readonly ByteRange[], byte: number): number {
  return cuts.reduce((sum, cut) => sum + Math.max(0, Math.min(byte, cut.end) - cut.start), 0);
}
