/** Half-open ranges of bytes, ascending and apart from each other. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One run of bytes with what is known of it. */
export interface LabelledRun {
  readonly start: number;
  readonly end: number;
  readonly stderr: boolean;
  readonly seen: boolean;
}

/** Index of the first range that ends after `at`. */
export function firstRangeAfter(ranges: readonly ByteRange[], at: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range && range.end > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function covers(ranges: readonly ByteRange[], at: number): boolean {
  const range = ranges[firstRangeAfter(ranges, at)];
  return range !== undefined && range.start <= at;
}

/** End of the stretch at `at` over which the answer of `covers` stays the same. */
function stretchEnd(ranges: readonly ByteRange[], at: number): number {
  const range = ranges[firstRangeAfter(ranges, at)];
  if (!range) return Number.POSITIVE_INFINITY;
  return range.start <= at ? range.end : range.start;
}

/** Cuts [start, end) wherever the stream or "seen by the model" changes. */
export function labelledRuns(
  start: number,
  end: number,
  stderr: readonly ByteRange[],
  seen: readonly ByteRange[],
): readonly LabelledRun[] {
  const runs: LabelledRun[] = [];
  let at = start;
  while (at < end) {
    const to = Math.min(end, stretchEnd(stderr, at), stretchEnd(seen, at));
    runs.push({ start: at, end: to, stderr: covers(stderr, at), seen: covers(seen, at) });
    at = to;
  }
  return runs;
}

/** Bytes in all ranges. */
export function totalBytes(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, range) => sum + range.end - range.start, 0);
}

/** The runs that stderr wrote, from a record's segments. */
export function stderrRanges(
  segments: readonly { readonly stream: string; readonly bytes: number }[],
): readonly ByteRange[] {
  const ranges: ByteRange[] = [];
  let at = 0;
  for (const segment of segments) {
    if (segment.stream === 'stderr') ranges.push({ start: at, end: at + segment.bytes });
    at += segment.bytes;
  }
  return ranges;
}
