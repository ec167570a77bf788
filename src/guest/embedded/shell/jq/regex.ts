import { fail, type Value } from './values.ts';

const classes: Readonly<Record<string, string>> = {
  alpha: '\\p{L}\\p{M}',
  digit: '0-9',
  alnum: '\\p{L}\\p{M}0-9',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
  cntrl: '\\x00-\\x1f\\x7f',
  print: '\\x20-\\x7e',
  graph: '\\x21-\\x7e',
};

export interface Match {
  readonly value: Value;
  /** Named captures, in their order. */
  readonly captures: ReadonlyMap<string, Value>;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Oniguruma's spelling as that of JavaScript. */
function translated(pattern: string, isExtended: boolean): string {
  let text = pattern;
  if (isExtended)
    text = text.replace(/\\[\s#]|\[(?:\\.|[^\]\\])*\]|\\.|\s+|#[^\n]*/g, (part) =>
      /^[\s#]/.test(part) ? '' : part,
    );
  return text
    .replace(/\[:(\w+):\]/g, (whole, name: string) => classes[name] ?? whole)
    .replace(/\(\?>/g, '(?:')
    .replace(/([*+?}])\+/g, '$1')
    .replaceAll('\\h', '[0-9a-fA-F]')
    .replaceAll('\\A', '(?<![\\s\\S])')
    .replace(/\\[zZ]/g, '(?![\\s\\S])');
}

const compiled = new Map<
  string,
  { readonly regex: RegExp; readonly isGlobal: boolean; readonly skipsEmpty: boolean }
>();

function compile(pattern: string, flags: string) {
  const key = `${flags}/${pattern}`;
  const known = compiled.get(key);
  if (known) return known;
  if (/[^gimnpslx]/.test(flags)) fail(`${flags} is not a valid modifier string`);
  let own = flags.includes('i') ? 'dgi' : 'dg';
  if (/[sp]/.test(flags)) own += 's';
  // In Oniguruma `^` and `$` are those of lines unless `s` says otherwise.
  if (!flags.includes('s')) own += 'm';
  let source = translated(pattern, flags.includes('x'));
  const inline = /^\(\?([ims]+)\)/.exec(source);
  if (inline) {
    source = source.slice(inline[0].length);
    for (const letter of inline[1] ?? '') if (!own.includes(letter) && letter !== 'm') own += letter;
  }
  let regex: RegExp;
  try {
    regex = new RegExp(source, `${own}u`);
  } catch {
    try {
      regex = new RegExp(source, own);
    } catch {
      fail(`${pattern} (at offset 0) is not a valid regex`);
    }
  }
  const made = { regex, isGlobal: flags.includes('g'), skipsEmpty: flags.includes('n') };
  compiled.set(key, made);
  return made;
}

function points(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The matches of a pattern; offsets and lengths in code points in `value`, in units of the string beside it. */
export function matches(text: string, pattern: string, flags: string): Match[] {
  const { regex, isGlobal, skipsEmpty } = compile(pattern, flags);
  const found: Match[] = [];
  regex.lastIndex = 0;
  for (;;) {
    const match = regex.exec(text);
    if (!match) return found;
    if (match[0] === '') regex.lastIndex += /[\ud800-\udbff]/.test(text[regex.lastIndex] ?? '') ? 2 : 1;
    if (skipsEmpty && match[0] === '') continue;
    found.push(matchOf(text, match));
    if (!isGlobal || regex.lastIndex > text.length) return found;
  }
}

function matchOf(text: string, match: RegExpExecArray): Match {
  const { indices } = match;
  const names = new Map<number, string>();
  for (const [name, range] of Object.entries(indices?.groups ?? {})) {
    const at = indices?.findIndex(
      (each, index) =>
        index > 0 &&
        !names.has(index) &&
        (each === range ||
          (each !== undefined && range !== undefined && each[0] === range[0] && each[1] === range[1])),
    );
    if (at !== undefined && at > 0) names.set(at, name);
  }
  const captures = new Map<string, Value>();
  for (const [name, value] of Object.entries(match.groups ?? {})) captures.set(name, value ?? null);
  const captureList = match.slice(1).map((value, index): Value => {
    const range = indices?.[index + 1];
    return new Map<string, Value>([
      ['offset', range ? points(text.slice(0, range[0])) : -1],
      ['length', value === undefined ? 0 : points(value)],
      ['string', value ?? null],
      ['name', names.get(index + 1) ?? null],
    ]);
  });
  const value = new Map<string, Value>([
    ['offset', points(text.slice(0, match.index))],
    ['length', points(match[0])],
    ['string', match[0]],
    ['captures', captureList],
  ]);
  return { value, captures, start: match.index, end: match.index + match[0].length, text: match[0] };
}
