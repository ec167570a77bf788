/** Where two texts part. Offsets in UTF-16 units, lines and columns from 1. */
export interface Difference {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** The first place where the texts differ, never inside a surrogate pair; null where they are equal. */
export function firstDifference(left: string, right: string): Difference | null {
  if (left === right) return null;
  const shared = Math.min(left.length, right.length);
  let offset = 0;
  while (offset < shared && left.charCodeAt(offset) === right.charCodeAt(offset)) offset++;
  if (offset > 0 && isHighSurrogate(left.charCodeAt(offset - 1))) offset--;
  const before = left.slice(0, offset);
  const newline = before.lastIndexOf('\n');
  return { offset, line: before.split('\n').length, column: offset - newline };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The text around a place: what comes before it and what comes from it on, at most `units` each. */
export function excerptAt(
  text: string,
  offset: number,
  units: number,
): { readonly before: string; readonly after: string; readonly goesOn: boolean } {
  const from = Math.max(0, offset - units);
  const to = Math.min(text.length, offset + units);
  return {
    before: text.slice(from, offset).toWellFormed(),
    after: text.slice(offset, to).toWellFormed(),
    goesOn: to < text.length,
  };
}
