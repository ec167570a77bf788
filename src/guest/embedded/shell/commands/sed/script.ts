import { literalRegex, posixToJs } from '../text/posixRegex.ts';

export type Address =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'last' }
  | { readonly kind: 'step'; readonly first: number; readonly step: number }
  /** null: the expression used last. */
  | { readonly kind: 'regex'; readonly regex: RegExp | null };

export type RangeEnd =
  | Address
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'multiple'; readonly of: number };

/** One part of a replacement; `case` applies from here on. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'case'; readonly letter: string };

export interface Substitution {
  readonly regex: RegExp | null;
  readonly pieces: readonly Piece[];
  readonly global: boolean;
  /** The first match that counts. */
  readonly nth: number;
  readonly prints: boolean;
  readonly evaluates: boolean;
  readonly file: string | null;
}

export interface SedCommand {
  readonly from: Address | null;
  readonly to: RangeEnd | null;
  readonly negated: boolean;
  readonly letter: string;
  /** Text of a, i, c; label of b, t, T; file of r, R, w, W. */
  readonly text: string;
  readonly number: number | null;
  readonly substitution: Substitution | null;
  readonly map: ReadonlyMap<string, string> | null;
  /** Where to go on: the end of a block, or a label's place. */
  target: number;
  /** State of a range: the line at which it ends, or null where it is not active. */
  activeUntil: number | 'regex' | null;
}

export class SedError extends Error {}

/** Compiles an expression of a script; `flags` are `I` and `M` of the address or the `s` command. */
export function sedRegex(pattern: string, extended: boolean, flags: string): RegExp {
  const source = posixToJs(pattern, { extended, escapes: 'controls' });
  return new RegExp(source, `dsug${flags.includes('I') ? 'i' : ''}${flags.includes('M') ? 'm' : ''}`);
}

const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' };

/** The text of `a`, `i`, `c`: backslashes before other characters are dropped. */
export function textWithoutEscapes(text: string): string {
  return text.replace(/\\([\s\S])/g, (_all, next: string) =>
    next === 't' ? '\t' : (controls[next] ?? next),
  );
}

/** Splits a replacement into its pieces. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') pieces.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '&') {
      flush();
      pieces.push({ kind: 'group', group: 0 });
    } else if (sign === '\\' && at + 1 < text.length) {
      const next = text[++at]!;
      if (/[0-9]/.test(next)) {
        flush();
        pieces.push({ kind: 'group', group: Number(next) });
      } else if (/[ULEul]/.test(next)) {
        flush();
        pieces.push({ kind: 'case', letter: next });
      } else if (next === 'x' && /^[0-9a-fA-F]{1,2}/.test(text.slice(at + 1))) {
        const digits = /^[0-9a-fA-F]{1,2}/.exec(text.slice(at + 1))![0];
        plain += String.fromCharCode(Number.parseInt(digits, 16));
        at += digits.length;
      } else if (next === 'c' && at + 1 < text.length) {
        plain += String.fromCharCode(text.charCodeAt(++at) & 0x1f);
      } else plain += controls[next] ?? next;
    } else plain += sign;
  }
  flush();
  return pieces;
}

/** The expression between two delimiters: an escaped delimiter loses its backslash, or stands for itself. */
export function undelimited(pattern: string, delimiter: string): string {
  if (delimiter === '/') return pattern.replace(/\\\//g, '/');
  const special = literalRegex(delimiter) !== delimiter;
  return pattern.replaceAll(
    `\\${delimiter}`,
    special ? `[${delimiter === '^' ? '\\^' : delimiter}]` : delimiter,
  );
}
