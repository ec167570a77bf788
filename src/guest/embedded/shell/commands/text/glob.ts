import { bracketAt } from './bracket.ts';
import { literalRegex } from './posixRegex.ts';

/** A shell pattern as the source of a JavaScript expression (flags `u` and `s`); `*` matches slashes too. */
export function globToJs(pattern: string): string {
  let source = '';
  for (let at = 0; at < pattern.length; ) {
    const sign = String.fromCodePoint(pattern.codePointAt(at)!);
    if (sign === '*') source += '.*';
    else if (sign === '?') source += '.';
    else if (sign === '\\' && at + 1 < pattern.length) {
      const next = String.fromCodePoint(pattern.codePointAt(at + 1)!);
      source += literalRegex(next);
      at += next.length;
    } else if (sign === '[') {
      const negated = pattern[at + 1] === '!' ? `${pattern.slice(0, at)}[^${pattern.slice(at + 2)}` : pattern;
      const bracket = bracketAt(negated, at, 'none');
      if (bracket) {
        source += bracket.source;
        at = bracket.end;
        continue;
      }
      source += '\\[';
    } else source += literalRegex(sign);
    at += sign.length;
  }
  return source;
}
