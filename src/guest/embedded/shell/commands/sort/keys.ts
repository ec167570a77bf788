import { compareVersions } from './version.ts';

export interface KeyFlags {
  readonly numeric: boolean;
  readonly general: boolean;
  readonly human: boolean;
  readonly month: boolean;
  readonly version: boolean;
  readonly random: boolean;
  readonly reverse: boolean;
  readonly fold: boolean;
  readonly dictionary: boolean;
  readonly printable: boolean;
  readonly skipStart: boolean;
  readonly skipEnd: boolean;
}

export interface SortKey {
  readonly startField: number;
  readonly startCharacter: number;
  /** 0: to the end of the line. */
  readonly endField: number;
  /** 0: to the end of the field. */
  readonly endCharacter: number;
  readonly flags: KeyFlags;
}

const letters = {
  numeric: 'n',
  general: 'g',
  human: 'h',
  month: 'M',
  version: 'V',
  random: 'R',
  reverse: 'r',
  fold: 'f',
  dictionary: 'd',
  printable: 'i',
} as const;

export function flagsOf(text: string, startText = text, endText = text): KeyFlags {
  const has = (letter: string): boolean => text.includes(letter);
  return {
    numeric: has(letters.numeric),
    general: has(letters.general),
    human: has(letters.human),
    month: has(letters.month),
    version: has(letters.version),
    random: has(letters.random),
    reverse: has(letters.reverse),
    fold: has(letters.fold),
    dictionary: has(letters.dictionary),
    printable: has(letters.printable),
    skipStart: startText.includes('b'),
    skipEnd: endText.includes('b'),
  };
}

/** `2,3nr`, `1.3`, `2n,2`; null where it is none. `globals` are the options that a key without its own takes. */
export function parseKey(text: string, globals: string): SortKey | { readonly error: string } {
  const match = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$/.exec(text);
  if (!match) return { error: `invalid number at field start: invalid count at start of '${text}'` };
  const [, field = '', character, startLetters = '', endField, endCharacter, endLetters = ''] = match;
  if (Number(field) === 0) return { error: `field number is zero: invalid field specification '${text}'` };
  if (character !== undefined && Number(character) === 0)
    return { error: `character offset is zero: invalid field specification '${text}'` };
  const own = startLetters + endLetters;
  const flags = own === '' ? flagsOf(globals) : flagsOf(own, startLetters, endLetters);
  return {
    startField: Number(field),
    startCharacter: Number(character ?? 1),
    endField: Number(endField ?? 0),
    endCharacter: Number(endCharacter ?? 0),
    flags,
  };
}

/** Where each field of a line begins and ends. Without a separator blanks before a field belong to it. */
function fieldsOf(line: string, separator: string | null): [number, number][] {
  const fields: [number, number][] = [];
  if (separator !== null) {
    let from = 0;
    for (;;) {
      const at = line.indexOf(separator, from);
      fields.push([from, at < 0 ? line.length : at]);
      if (at < 0) return fields;
      from = at + separator.length;
    }
  }
  for (const match of line.matchAll(/[ \t]*[^ \t]+|[ \t]+$/g))
    fields.push([match.index, match.index + match[0].length]);
  return fields;
}

function skipBlanks(line: string, at: number): number {
  let next = at;
  while (line[next] === ' ' || line[next] === '\t') next++;
  return next;
}

export function keyText(line: string, key: SortKey, separator: string | null): string {
  const fields = fieldsOf(line, separator);
  const start = fields[key.startField - 1];
  if (!start) return '';
  const from = (key.flags.skipStart ? skipBlanks(line, start[0]) : start[0]) + key.startCharacter - 1;
  if (key.endField === 0) return line.slice(from);
  const end = fields[key.endField - 1];
  if (!end) return line.slice(from);
  if (key.endCharacter === 0) return line.slice(from, Math.max(from, end[1]));
  const base = key.flags.skipEnd ? skipBlanks(line, end[0]) : end[0];
  return line.slice(from, Math.max(from, Math.min(base + key.endCharacter, line.length)));
}

const monthList = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const sizes = ' KMGTPEZY';

export type KeyValue = string | number;

/** What is compared for a key's text: a number where it is one, else text. */
export function keyValue(text: string, flags: KeyFlags): KeyValue {
  if (flags.numeric) return Number.parseFloat(/^\s*(-?\d*\.?\d*)/.exec(text)?.[1] ?? '') || 0;
  if (flags.human) {
    const match = /^\s*(-?)(\d*\.?\d*)\s*([KkMGTPEZY]?)/.exec(text);
    const value = Number.parseFloat(match?.[2] ?? '') || 0;
    const power = sizes.indexOf((match?.[3] || ' ').toUpperCase());
    const size = value === 0 ? 0 : value * 1024 ** power;
    return match?.[1] ? -size : size;
  }
  if (flags.general) {
    const value = Number.parseFloat(text.trim());
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  }
  if (flags.month) return monthList.indexOf(text.trimStart().slice(0, 3).toUpperCase());
  let value = text;
  if (flags.dictionary) value = value.replace(/[^A-Za-z0-9 \t]/g, '');
  if (flags.printable) value = value.replace(/[\x00-\x1f\x7f]/g, '');
  return flags.fold ? value.toUpperCase() : value;
}

/** By code point, which is the order of UTF-8 bytes; UTF-16 units differ only beyond the first plane. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    const [surrogateX, surrogateY] = [x >= 0xd800 && x < 0xdc00, y >= 0xd800 && y < 0xdc00];
    if (surrogateX !== surrogateY) return surrogateX ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

export function compareValues(a: KeyValue, b: KeyValue, flags: KeyFlags): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [String(a), String(b)];
  return flags.version ? compareVersions(left, right) : compareText(left, right);
}
