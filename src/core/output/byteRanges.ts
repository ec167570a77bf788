import type { Segment, StreamName } from '../contract/index.ts';
import { readAs } from './segments.ts';

/** Half-open, in bytes (or in units, where a caller says so). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The same set as ascending ranges that neither overlap nor touch; empty ranges are left out. */
export function normalizeRanges(ranges: Iterable<ByteRange>): ByteRange[] {
  const sorted = [...ranges].filter((range) => range.end > range.start).sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = merged[merged.length - 1];
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Ranges of one stream's own bytes (normalized) → where those bytes lie in the merged output. */
export function streamToMerged(
  ranges: readonly ByteRange[],
  stream: StreamName,
  segments: readonly Segment[],
): ByteRange[] {
  const found: ByteRange[] = [];
  let next = 0;
  let mergedAt = 0;
  let streamAt = 0;
  const walk = (bytes: number) => {
    while (next < ranges.length) {
      const range = ranges[next]!;
      const start = Math.max(range.start, streamAt);
      const end = Math.min(range.end, streamAt + bytes);
      if (end > start) found.push({ start: mergedAt + start - streamAt, end: mergedAt + end - streamAt });
      if (range.end > streamAt + bytes) break;
      next += 1;
    }
    streamAt += bytes;
  };
  for (const segment of segments) {
    if (readAs(segment.stream) === stream) walk(segment.bytes);
    mergedAt += segment.bytes;
  }
  // Bytes past the last segment count as stdout's, as they do for the walker.
  if (stream === 'stdout') walk(Number.MAX_SAFE_INTEGER - streamAt);
  return found;
}
