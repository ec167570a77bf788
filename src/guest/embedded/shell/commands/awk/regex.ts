import { posixToJs } from '../text/posixRegex.ts';

const cache = new Map<string, RegExp>();
const mostCached = 500;

/** An expression of awk's dialect, with the flags `g` and `u`; the same object for the same text. */
export function awkRegex(source: string): RegExp {
  const known = cache.get(source);
  if (known) {
    known.lastIndex = 0;
    return known;
  }
  // gawk's name for a word boundary.
  const made = new RegExp(
    posixToJs(source.replaceAll('\\y', '\\b'), { extended: true, escapes: 'all' }),
    'gsu',
  );
  if (cache.size >= mostCached) cache.clear();
  cache.set(source, made);
  return made;
}

/** Pieces of a text between matches; captures do not become pieces, as in JavaScript's `split` they would. */
export function splitBy(
  text: string,
  regex: RegExp,
): { readonly pieces: string[]; readonly separators: string[] } {
  const pieces: string[] = [];
  const separators: string[] = [];
  let from = 0;
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match; match = regex.exec(text)) {
    if (match[0] === '') {
      regex.lastIndex++;
      continue;
    }
    pieces.push(text.slice(from, match.index));
    separators.push(match[0]);
    from = match.index + match[0].length;
  }
  pieces.push(text.slice(from));
  return { pieces, separators };
}

/** Splits as a field separator does: a blank means runs of blanks, one other character itself, more an expression. */
export function splitFields(text: string, separator: string, newlineToo: boolean): string[] {
  if (text === '') return [];
  if (separator === ' ') {
    const trimmed = text.replace(/^[ \t\n]+|[ \t\n]+$/g, '');
    return trimmed === '' ? [] : trimmed.split(/[ \t\n]+/);
  }
  if (separator === '') return [...text];
  if (separator.length === 1 && separator !== '\\') {
    if (!newlineToo) return text.split(separator);
    return text.split('\n').flatMap((line) => line.split(separator));
  }
  return splitBy(text, awkRegex(newlineToo ? `${separator}|\\n` : separator)).pieces;
}

/** `sub`, `gsub`, `gensub`: `&` in the replacement is what matched, `\\&` itself. `which` is 0 for all. */
export function replaceMatches(
  text: string,
  regex: RegExp,
  replacement: string,
  which: number,
  knowsGroups: boolean,
): { readonly text: string; readonly count: number } {
  let out = '';
  let from = 0;
  let count = 0;
  let seen = 0;
  let lastEnd = -1;
  regex.lastIndex = 0;
  while (regex.lastIndex <= text.length) {
    const match = regex.exec(text);
    if (!match) break;
    const end = match.index + match[0].length;
    if (match[0] === '') {
      regex.lastIndex = end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
      if (match.index === lastEnd) continue;
    }
    lastEnd = end;
    seen++;
    if (which !== 0 && seen !== which) continue;
    out += text.slice(from, match.index) + expanded(replacement, match, knowsGroups);
    from = end;
    count++;
    if (which !== 0) break;
  }
  return { text: count === 0 ? text : out + text.slice(from), count };
}

function expanded(replacement: string, match: RegExpExecArray, knowsGroups: boolean): string {
  if (!/[\\&]/.test(replacement)) return replacement;
  return replacement.replace(/\\\\(?=&)|\\&|\\(\d)|&/g, (found, digit: string | undefined) => {
    if (found === '&') return match[0];
    if (found === '\\&') return '&';
    if (digit !== undefined) return knowsGroups ? (match[Number(digit)] ?? '') : found;
    return '\\';
  });
}
