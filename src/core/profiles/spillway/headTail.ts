import type { WindowedText } from '../../contract/index.ts';
import { countTextLines, utf8Length } from '../../output/index.ts';
import { readableFromEnd, readableFromStart, sliceWindowed } from '../../pieces/index.ts';
import { firstUnits, lastUnits } from './measure.ts';
import type { Settings } from './settings.ts';

/** What a cut view holds of an output. The words at the top and in the gap are both made from this. */
export interface Cut {
  /** UTF-16 units of the cleaned text: shown are `[0, headEnd)` and `[tailStart, units)`. */
  readonly headEnd: number;
  readonly tailStart: number;
  /** UTF-8 bytes of the cleaned text; the three make up `totalBytes`. */
  readonly headBytes: number;
  readonly omittedBytes: number;
  readonly tailBytes: number;
  readonly totalBytes: number;
  readonly totalLines: number;
  /** Lines of which something is shown before the gap, counted from 1; 0 where nothing is. */
  readonly headLines: number;
  /** First line of which something is shown after the gap; one past the last where nothing is. */
  readonly tailFirstLine: number;
  /** The cut goes through the last line before the gap, or the first after it. */
  readonly headInLine: boolean;
  readonly tailInLine: boolean;
}

/**
 * The two ends of an output that fit `budget` (in the settings' unit) and `maxLines`. Ends at line ends where that costs
 * less than half of an end, else inside a line, between two code points. Null where nothing would be left out.
 */
export function cutHeadAndTail(
  source: WindowedText,
  budget: number,
  settings: Pick<Settings, 'unit' | 'maxLines' | 'headPercent'>,
): Cut | null {
  const { unit, maxLines, headPercent } = settings;
  const headBudget = Math.floor((budget * headPercent) / 100);
  const linesOfHead = Math.min(Math.round((maxLines * headPercent) / 100), maxLines - 1);
  const headEnd = endOfHead(source, headBudget, linesOfHead, unit);
  const tailStart = startOfTail(source, budget - headBudget, maxLines - linesOfHead, unit);
  if (headEnd >= tailStart) return null;
  const head = sliceWindowed(source, 0, headEnd);
  const tail = sliceWindowed(source, tailStart, source.units);
  const headBytes = utf8Length(head);
  const tailBytes = utf8Length(tail);
  return {
    headEnd,
    tailStart,
    headBytes,
    omittedBytes: source.utf8Bytes - headBytes - tailBytes,
    tailBytes,
    totalBytes: source.utf8Bytes,
    totalLines: source.lines,
    headLines: countTextLines(head),
    tailFirstLine: source.lines - countTextLines(tail) + 1,
    headInLine: head !== '' && !head.endsWith('\n'),
    tailInLine: tail !== '' && !startsLine(source, tailStart),
  };
}

function endOfHead(source: WindowedText, budget: number, lines: number, unit: Settings['unit']): number {
  // One unit more, so that a character at the cut is seen whole.
  const readable = sliceWindowed(source, 0, Math.min(readableFromStart(source), budget + 1));
  let end = firstUnits(readable, budget, unit);
  const lineEnd = nthLineEnd(readable, lines);
  if (lineEnd !== null && lineEnd <= end) return lineEnd;
  const newline = readable.lastIndexOf('\n', end - 1);
  if (end > 0 && newline + 1 > end / 2) end = newline + 1;
  return end;
}

function startOfTail(source: WindowedText, budget: number, lines: number, unit: Settings['unit']): number {
  const from = source.units - Math.min(readableFromEnd(source), budget + 1);
  const readable = sliceWindowed(source, from, source.units);
  let units = lastUnits(readable, budget, unit);
  const lineStart = startOfLastLines(readable, lines);
  if (lineStart !== null && readable.length - lineStart <= units) return from + lineStart;
  let start = readable.length - units;
  // Where a line begins just at the cut, all of the end is whole lines already.
  if (start + from > 0 && !startsLine(source, from + start)) {
    const newline = readable.indexOf('\n', start);
    units = readable.length - (newline + 1);
    if (newline >= 0 && units > 0 && newline + 1 - start < (readable.length - start) / 2) start = newline + 1;
  }
  return from + start;
}

/** Index after the n-th newline, null where there are fewer; 0 for n = 0. */
function nthLineEnd(words: string, lines: number): number | null {
  let at = 0;
  for (let line = 0; line < lines; line++) {
    const newline = words.indexOf('\n', at);
    if (newline < 0) return null;
    at = newline + 1;
  }
  return at;
}

/** Where the last `lines` lines begin, null where there are fewer. A newline at the very end begins no line. */
function startOfLastLines(words: string, lines: number): number | null {
  let at = words.endsWith('\n') ? words.length - 1 : words.length;
  for (let line = 0; line < lines; line++) {
    const newline = at === 0 ? -1 : words.lastIndexOf('\n', at - 1);
    if (newline < 0) return null;
    at = newline;
  }
  return at + 1;
}

/** True where the unit before `at` is known to be a newline. */
function startsLine(source: WindowedText, at: number): boolean {
  if (at === 0) return true;
  const isReadable = at <= readableFromStart(source) || at - 1 >= source.units - readableFromEnd(source);
  return isReadable && sliceWindowed(source, at - 1, at) === '\n';
}
