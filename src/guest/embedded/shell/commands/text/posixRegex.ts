import { type BracketEscapes, bracketAt } from './bracket.ts';

export interface RegexDialect {
  readonly extended: boolean;
  /** Whether `\n`, `\t` and the like are control characters, and in `awk` whether brackets know escapes. */
  readonly escapes: BracketEscapes;
}

const wordClass = '[\\p{L}\\p{Nd}_]';
const controls: Readonly<Record<string, string>> = {
  n: '\\n',
  t: '\\t',
  r: '\\r',
  f: '\\f',
  v: '\\v',
  a: '\\x07',
};
const shorthands: Readonly<Record<string, string>> = {
  w: wordClass,
  W: '[^\\p{L}\\p{Nd}_]',
  s: '[ \\t-\\r]',
  S: '[^ \\t-\\r]',
  b: '\\b',
  B: '\\B',
  '<': '\\b(?=\\w)',
  '>': '\\b(?<=\\w)',
  '`': '(?<![\\s\\S])',
  "'": '(?![\\s\\S])',
};

export class RegexError extends Error {}

/** A character that stands for itself, as JavaScript's `u` mode writes it. */
export function literalRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Translates a POSIX regular expression with GNU's additions to JavaScript's (flags `u` and `s`). Matching
 * differs in one point: of alternatives that match at one place POSIX takes the longest; here that holds
 * where all alternatives of a group are plain words.
 */
export function posixToJs(pattern: string, dialect: RegexDialect): string {
  return new Translator(pattern, dialect).translate();
}

class Translator {
  readonly #pattern: string;
  readonly #dialect: RegexDialect;
  #at = 0;
  #groups = 0;
  #depth = 0;

  constructor(pattern: string, dialect: RegexDialect) {
    this.#pattern = pattern;
    this.#dialect = dialect;
  }

  translate(): string {
    const source = this.#alternatives();
    if (this.#at < this.#pattern.length) throw new RegexError('Unmatched ) or \\)');
    return source;
  }

  /** Whether the operator `sign` of the dialect stands here: bare in extended, after a backslash in basic. */
  #is(sign: string): boolean {
    const { extended } = this.#dialect;
    if (extended) return this.#pattern[this.#at] === sign;
    return this.#pattern[this.#at] === '\\' && this.#pattern[this.#at + 1] === sign;
  }

  #skipSign(): void {
    this.#at += this.#dialect.extended ? 1 : 2;
  }

  #alternatives(): string {
    const branches: string[] = [];
    let plain = true;
    for (;;) {
      const from = this.#at;
      branches.push(this.#branch());
      plain &&= /^[\w -]*$/.test(this.#pattern.slice(from, this.#at));
      if (!this.#is('|')) break;
      this.#skipSign();
    }
    if (plain && branches.length > 1) branches.sort((a, b) => b.length - a.length);
    return branches.join('|');
  }

  #branch(): string {
    let out = '';
    let atom = '';
    let quantified = false;
    let isStart = true;
    while (this.#at < this.#pattern.length && !this.#is('|')) {
      if (this.#is(')') && (this.#depth > 0 || !this.#dialect.extended)) break;
      const quantifier = isStart ? null : this.#quantifier();
      if (quantifier !== null) {
        atom = quantified ? `(?:${atom})${quantifier}` : atom + quantifier;
        quantified = true;
        continue;
      }
      out += atom;
      quantified = false;
      const anchor = this.#anchor(isStart);
      atom = anchor ?? this.#atom();
      // A star after an opening anchor stands for itself in the basic dialect.
      isStart = anchor === '^' && !this.#dialect.extended;
      if (anchor !== null) {
        out += atom;
        atom = '';
        if (this.#dialect.extended) while (this.#quantifier() !== null);
      }
    }
    return out + atom;
  }

  #anchor(isStart: boolean): string | null {
    const sign = this.#pattern[this.#at];
    const { extended } = this.#dialect;
    if (sign === '^' && (extended || isStart)) {
      this.#at++;
      return '^';
    }
    if (sign !== '$') return null;
    const rest = this.#pattern.slice(this.#at + 1);
    if (!extended && rest !== '' && !/^\\[)|]/.test(rest)) return null;
    this.#at++;
    return '$';
  }

  #quantifier(): string | null {
    if (this.#pattern[this.#at] === '*') {
      this.#at++;
      return '*';
    }
    for (const sign of ['+', '?']) {
      if (this.#is(sign)) {
        this.#skipSign();
        return sign;
      }
    }
    if (!this.#is('{')) return null;
    const { extended } = this.#dialect;
    const rest = this.#pattern.slice(this.#at + (extended ? 1 : 2));
    const match = (extended ? /^(\d*)(,?)(\d*)\}/ : /^(\d*)(,?)(\d*)\\\}/).exec(rest);
    if (!match || (match[1] === '' && match[2] === '')) {
      if (extended) return null;
      throw new RegexError(rest.includes('\\}') ? 'Invalid content of \\{\\}' : 'Unmatched { or \\{');
    }
    const [whole, low = '', comma, high = ''] = match;
    if (high !== '' && Number(low) > Number(high)) throw new RegexError('Invalid content of \\{\\}');
    if (Number(low) > 32767 || Number(high) > 32767) throw new RegexError('Regular expression too big');
    this.#at += (extended ? 1 : 2) + whole.length;
    return comma ? `{${low || '0'},${high}}` : `{${low}}`;
  }

  #atom(): string {
    const sign = this.#pattern[this.#at]!;
    if (this.#is('(')) {
      this.#skipSign();
      this.#groups++;
      this.#depth++;
      const inner = this.#alternatives();
      if (!this.#is(')')) throw new RegexError('Unmatched ( or \\(');
      this.#skipSign();
      this.#depth--;
      return `(${inner})`;
    }
    if (sign === '\\') return this.#escape();
    if (sign === '[') {
      const bracket = bracketAt(this.#pattern, this.#at, this.#dialect.escapes);
      if (bracket === null) throw new RegexError('Unmatched [, [^, [:, [., or [=');
      this.#at = bracket.end;
      return bracket.source;
    }
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at)!);
    this.#at += character.length;
    return character === '.' ? '.' : literalRegex(character);
  }

  #escape(): string {
    const letter = this.#pattern[this.#at + 1];
    if (letter === undefined) throw new RegexError('Trailing backslash');
    this.#at += 2;
    if (/[1-9]/.test(letter)) {
      if (Number(letter) > this.#groups) throw new RegexError('Invalid back reference');
      // The digit that follows must not become part of the reference.
      return `(?:\\${letter})`;
    }
    if (this.#dialect.escapes !== 'none') {
      const control = controls[letter];
      if (control) return control;
      const code = /^(?:x([0-9a-fA-F]{1,2})|o([0-7]{1,3})|d(\d{3}))/.exec(this.#pattern.slice(this.#at - 1));
      if (code) {
        this.#at += code[0].length - 1;
        const [, hex, octal, decimal] = code;
        const value = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) : Number(decimal);
        return literalRegex(String.fromCharCode(value));
      }
    }
    const shorthand = shorthands[letter];
    if (shorthand) return shorthand;
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at - 1)!);
    this.#at += character.length - 1;
    return literalRegex(character);
  }
}
