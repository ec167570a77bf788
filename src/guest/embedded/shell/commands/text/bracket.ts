/** What a backslash in brackets can mean: nothing (`grep`), a control character (`sed`), any escape (`awk`). */
export type BracketEscapes = 'none' | 'controls' | 'all';

/** What each POSIX class holds, inside a JavaScript class of the `u` mode. */
export const posixClasses: Readonly<Record<string, string>> = {
  alpha: '\\p{L}',
  digit: '0-9',
  alnum: '\\p{L}0-9',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  space: ' \\t-\\r',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`\\{-~',
  print: ' -~\\u00a0-\\u{10ffff}',
  graph: '!-~\\u00a1-\\u{10ffff}',
  cntrl: '\\x00-\\x1f\\x7f',
  xdigit: '0-9A-Fa-f',
};

const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' };

function member(character: string): string {
  return character.replace(/[\\\]^[\-{}()|/.*+?$]/, '\\$&');
}

/**
 * The bracket expression that opens at `start`, as a JavaScript class; null where it does not end.
 */
export function bracketAt(
  pattern: string,
  start: number,
  escapes: BracketEscapes,
): { readonly source: string; readonly end: number } | null {
  let at = start + 1;
  const negated = pattern[at] === '^';
  if (negated) at++;
  let members = '';
  let isFirst = true;
  for (;;) {
    const sign = pattern[at];
    if (sign === undefined) return null;
    if (sign === ']' && !isFirst) {
      const empty = members === '' ? (negated ? '[\\s\\S]' : '(?!)') : `[${negated ? '^' : ''}${members}]`;
      return { source: empty, end: at + 1 };
    }
    isFirst = false;
    const named = /^\[([:.=])(.*?)\1\]/.exec(pattern.slice(at));
    if (named) {
      const [whole, kind, name = ''] = named;
      if (kind === ':') {
        const known = posixClasses[name];
        if (known === undefined) return null;
        members += known;
      } else members += member(name);
      at += whole.length;
      continue;
    }
    const low = characterAt(pattern, at, escapes);
    at = low.end;
    if (pattern[at] === '-' && pattern[at + 1] !== ']' && pattern[at + 1] !== undefined) {
      const high = characterAt(pattern, at + 1, escapes);
      at = high.end;
      if ((low.text.codePointAt(0) ?? 0) <= (high.text.codePointAt(0) ?? 0))
        members += `${member(low.text)}-${member(high.text)}`;
      continue;
    }
    members += member(low.text);
  }
}

function characterAt(pattern: string, at: number, escapes: BracketEscapes): { text: string; end: number } {
  const text = String.fromCodePoint(pattern.codePointAt(at)!);
  if (text === '\\' && escapes !== 'none') {
    const next = pattern[at + 1] ?? '';
    const control = controls[next];
    if (control) return { text: control, end: at + 2 };
    if (escapes === 'controls') return { text, end: at + 1 };
    if (next === ']' || next === '\\' || next === '/' || next === '"' || next === '-')
      return { text: next, end: at + 2 };
  }
  return { text, end: at + text.length };
}
