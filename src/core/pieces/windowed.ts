import type { OutputText, TextSource, WindowedText } from '../contract/index.ts';

/** The window that a range of `of` is read from. */
export function sourceOf(text: OutputText, of: TextSource): WindowedText {
  return text[of];
}

/** Where the tail window begins, in units of the whole text. */
function tailStart(source: WindowedText): number {
  return source.units - source.tail.length;
}

/** True where every unit of the text is in one of the two windows. */
export function isFullyWindowed(source: WindowedText): boolean {
  return source.head.length + source.tail.length >= source.units;
}

/** Units that can be read from the start without meeting the gap between the windows. */
export function readableFromStart(source: WindowedText): number {
  return isFullyWindowed(source) ? source.units : source.head.length;
}

/** Units that can be read back from the end without meeting the gap between the windows. */
export function readableFromEnd(source: WindowedText): number {
  return isFullyWindowed(source) ? source.units : source.tail.length;
}

/**
 * Units `start` to `end` of a windowed text.
 * Throws a RangeError where the range is not in the windows: a piece that nobody can read is a programmer's mistake.
 */
export function sliceWindowed(source: WindowedText, start: number, end: number): string {
  const { head, tail, units } = source;
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= units)) {
    throw new RangeError(`range ${start}..${end} is not in a text of ${units} units`);
  }
  if (end <= head.length) return head.slice(start, end);
  const from = tailStart(source);
  if (start >= from) return tail.slice(start - from, end - from);
  if (from <= head.length) return head.slice(start) + tail.slice(head.length - from, end - from);
  throw new RangeError(
    `range ${start}..${end} lies in the gap ${head.length}..${from} that is kept in no window`,
  );
}
