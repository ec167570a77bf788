/**
 * The small pattern language of `{{match:…}}`: literals, `.`, `\d \w \s \S`, `[…]` and `[^…]` with ranges,
 * `? * +` after one of those, `^` and `$` at the line's ends, and at most one `( )`, never quantified.
 * No alternation and no nesting, so that a pattern is a row of atoms and all its readings are followed at
 * once, in time patternLength × textLength. A script may come from a stranger: with RegExp one pattern
 * could hold the page for ever.
 */

export const MAX_PATTERN_CHARS = 200;
/** Longer text is matched only up to here (UTF-16 units). */
const MAX_MATCH_TEXT_CHARS = 100_000;

interface Atom {
  readonly accepts: (unit: number) => boolean;
  readonly optional: boolean;
  readonly repeats: boolean;
}

export interface Pattern {
  readonly atoms: readonly Atom[];
  readonly atLineStart: boolean;
  readonly atLineEnd: boolean;
  /** The group covers atoms [open, close). Without a group: the whole row. */
  readonly open: number;
  readonly close: number;
}

type Accepts = Atom['accepts'];
const NEWLINE = 10;

const isDigit: Accepts = (unit) => unit >= 48 && unit <= 57;
const isWord: Accepts = (unit) =>
  isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95;
const isSpace: Accepts = (unit) => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;
const anyButNewline: Accepts = (unit) => unit !== NEWLINE;
const not =
  (accepts: Accepts): Accepts =>
  (unit) =>
    !accepts(unit);

function literal(char: string): Accepts {
  const wanted = char.charCodeAt(0);
  return (unit) => unit === wanted;
}

function escaped(char: string): Accepts {
  switch (char) {
    case 'd':
      return isDigit;
    case 'D':
      return not(isDigit);
    case 'w':
      return isWord;
    case 'W':
      return not(isWord);
    case 's':
      return isSpace;
    case 'S':
      return not(isSpace);
    case 'n':
      return (unit) => unit === NEWLINE;
    case 't':
      return (unit) => unit === 9;
    default:
      return literal(char);
  }
}

/** Reads `[…]` whose first char after the bracket is at `from`. Returns null where it does not end. */
function readClass(source: string, from: number): { accepts: Accepts; next: number } | null {
  let at = from;
  const negated = source[at] === '^';
  if (negated) at += 1;
  const members: Accepts[] = [];
  while (at < source.length && source[at] !== ']') {
    if (source[at] === '\\' && at + 1 < source.length) {
      members.push(escaped(source.charAt(at + 1)));
      at += 2;
      continue;
    }
    const low = source.charCodeAt(at);
    const isRange = source[at + 1] === '-' && at + 2 < source.length && source[at + 2] !== ']';
    const high = isRange ? source.charCodeAt(at + 2) : low;
    members.push((unit) => unit >= low && unit <= high);
    at += isRange ? 3 : 1;
  }
  if (at >= source.length) return null;
  const any: Accepts = (unit) => members.some((accepts) => accepts(unit));
  return { accepts: negated ? not(any) : any, next: at + 1 };
}

/** Parses a pattern; a string is the sentence that says what is wrong with it. */
export function parsePattern(source: string): Pattern | string {
  if (source.length === 0) return 'the pattern is empty';
  if (source.length > MAX_PATTERN_CHARS) return `the pattern is longer than ${MAX_PATTERN_CHARS} characters`;
  const atLineStart = source.startsWith('^');
  const atLineEnd = source.endsWith('$') && !source.endsWith('\\$');
  const end = source.length - (atLineEnd ? 1 : 0);
  const atoms: Atom[] = [];
  let open = -1;
  let close = -1;
  let at = atLineStart ? 1 : 0;
  while (at < end) {
    const char = source.charAt(at);
    if (char === '(') {
      if (open >= 0) return 'only one ( ) is allowed';
      open = atoms.length;
      at += 1;
      continue;
    }
    if (char === ')') {
      if (open < 0 || close >= 0) return 'a ) has no ( before it';
      close = atoms.length;
      at += 1;
      if ('*+?'.includes(source.charAt(at)) && at < end) return 'a ( ) cannot be repeated';
      continue;
    }
    if ('*+?|{'.includes(char)) return `"${char}" cannot stand here (write \\${char} for the character)`;
    let accepts: Accepts;
    if (char === '[') {
      const found = readClass(source, at + 1);
      if (found === null) return 'a [ has no ] after it';
      accepts = found.accepts;
      at = found.next;
    } else if (char === '\\') {
      if (at + 1 >= end) return 'the pattern ends in a lone \\';
      accepts = escaped(source.charAt(at + 1));
      at += 2;
    } else {
      accepts = char === '.' ? anyButNewline : literal(char);
      at += 1;
    }
    const quantifier = at < end ? source.charAt(at) : '';
    const quantified = quantifier === '*' || quantifier === '+' || quantifier === '?';
    if (quantified) at += 1;
    atoms.push({
      accepts,
      optional: quantifier === '*' || quantifier === '?',
      repeats: quantifier === '*' || quantifier === '+',
    });
  }
  if (open >= 0 && close < 0) return 'a ( has no ) after it';
  if (atoms.length === 0) return 'the pattern matches nothing but the empty text';
  return {
    atoms,
    atLineStart,
    atLineEnd,
    open: Math.max(open, 0),
    close: open < 0 ? atoms.length : close,
  };
}

interface Reading {
  readonly state: number;
  /** Where the group began and ended, -1 while not reached. */
  readonly from: number;
  readonly to: number;
}

/**
 * First match in the text, leftmost and greedy as RegExp would read it; returns the group's text
 * (the whole match where the pattern has none), null where nothing matches.
 */
export function matchFirst(pattern: Pattern, wholeText: string): string | null {
  const text = wholeText.slice(0, MAX_MATCH_TEXT_CHARS);
  const { atoms } = pattern;
  let readings: Reading[] = [];
  let best: Reading | null = null;
  /** Position at which a state was last added: each state is followed once per position, the preferred reading first. */
  const addedAt = new Int32Array(atoms.length + 1).fill(-1);

  const add = (into: Reading[], reading: Reading, at: number): boolean => {
    let { state, from, to } = reading;
    for (;;) {
      if (state === pattern.open && from < 0) from = at;
      if (state === pattern.close && to < 0) to = at;
      if (addedAt[state] === at) return false;
      addedAt[state] = at;
      if (state === atoms.length) {
        if (pattern.atLineEnd && at < text.length && text.charCodeAt(at) !== NEWLINE) return false;
        best = { state, from, to };
        // Readings of lower rank are dropped: this one is preferred to them.
        return true;
      }
      into.push({ state, from, to });
      if (!atoms[state]?.optional) return false;
      state += 1;
    }
  };

  for (let at = 0; at <= text.length; at += 1) {
    const next: Reading[] = [];
    // Only the readings that were alive before this position step over the unit before it.
    if (at > 0) {
      const unit = text.charCodeAt(at - 1);
      for (const reading of readings) {
        const atom = atoms[reading.state];
        if (!atom?.accepts(unit)) continue;
        if (atom.repeats && addedAt[reading.state] !== at) {
          addedAt[reading.state] = at;
          next.push(reading);
        }
        if (add(next, { ...reading, state: reading.state + 1 }, at)) break;
      }
    }
    if (best === null && (!pattern.atLineStart || at === 0 || text.charCodeAt(at - 1) === NEWLINE)) {
      add(next, { state: 0, from: -1, to: -1 }, at);
    }
    readings = next;
    if (readings.length === 0 && best !== null) break;
  }
  const found = best as Reading | null;
  return found === null ? null : text.slice(found.from, found.to);
}
