import type { SortKey } from './keys.ts';

const [tab, newline, space] = [9, 10, 32];

/** What stands between fields where no separator is given. */
export function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab || byte === newline;
}

export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(bytes[at])) at++;
  return at;
}

function skipWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && !isBlank(bytes[at])) at++;
  return at;
}

function skipTo(bytes: Uint8Array, from: number, end: number, separator: number): number {
  let at = from;
  while (at < end && bytes[at] !== separator) at++;
  return at;
}

/** Where a key begins in the line of `bytes` from `start` to `end`; blanks before a field belong to it. */
export function keyStart(
  bytes: Uint8Array,
  start: number,
  end: number,
  key: SortKey,
  separator: number | null,
): number {
  let at = start;
  for (let field = 1; field < key.startField && at < end; field++) {
    if (separator === null) at = skipWord(bytes, skipBlanks(bytes, at, end), end);
    else {
      at = skipTo(bytes, at, end, separator);
      if (at < end) at++;
    }
  }
  if (key.flags.skipStart) at = skipBlanks(bytes, at, end);
  return Math.min(end, at + key.startCharacter - 1);
}

/** Where it ends, which may be before its start. */
export function keyEnd(
  bytes: Uint8Array,
  start: number,
  end: number,
  key: SortKey,
  separator: number | null,
): number {
  if (key.endField === 0) return end;
  const wholeField = key.endCharacter === 0;
  let at = start;
  for (let left = wholeField ? key.endField : key.endField - 1; left > 0 && at < end; left--) {
    if (separator === null) at = skipWord(bytes, skipBlanks(bytes, at, end), end);
    else {
      at = skipTo(bytes, at, end, separator);
      if (at < end && (left > 1 || !wholeField)) at++;
    }
  }
  if (wholeField) return at;
  if (key.flags.skipEnd) at = skipBlanks(bytes, at, end);
  return Math.min(end, at + key.endCharacter);
}
