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
  if (endField !== undefined && Number(endField) === 0)
    return { error: `field number is zero: invalid field specification '${text}'` };
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
