/** A program that is not jq; the message is what jq says behind `jq: error: `. */
export class SyntaxFault extends Error {}

export interface Token {
  readonly kind: 'word' | 'field' | 'variable' | 'format' | 'number' | 'text' | 'sign' | 'end';
  readonly text: string;
  /** Of a text: what stands in it, programs as tokens. */
  readonly parts?: readonly (string | readonly Token[])[];
  readonly line: number;
}

const blank = /(?:\s|#[^\n]*)+/y;
const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const name = /[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*/y;
const sign = /\?\/\/=?|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\.\.|[.[\](){}|,:;=<>+\-*/%?$]/y;
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

/** Token texts as jq's grammar names them in its errors. */
export function unexpected(token: Token): never {
  const shown =
    token.kind === 'end'
      ? '$end'
      : token.kind === 'word'
        ? /^(if|then|else|elif|end|as|def|reduce|foreach|try|catch|label|import|include|and|or)$/.test(
            token.text,
          )
          ? token.text
          : 'IDENT'
        : token.kind === 'field'
          ? 'FIELD'
          : token.kind === 'number'
            ? 'LITERAL'
            : token.kind === 'format'
              ? 'FORMAT'
              : token.kind === 'text'
                ? 'QQSTRING_START'
                : token.kind === 'variable'
                  ? "'$'"
                  : `'${token.text}'`;
  throw new SyntaxFault(`syntax error, unexpected ${shown} (Unix shell quoting issues?)`);
}

/** The tokens of a program and one of the kind `end`. Throws a SyntaxFault. */
export function tokensOf(text: string): readonly Token[] {
  return new Lexer(text).until(null);
}

class Lexer {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  get #line(): number {
    return this.#text.slice(0, this.#at).split('\n').length;
  }

  /** Up to the closing parenthesis of an insertion, or to the end of the program for null. */
  until(close: ')' | null): Token[] {
    const tokens: Token[] = [];
    for (let depth = 0; ; ) {
      this.#match(blank);
      const line = this.#line;
      if (this.#at >= this.#text.length) {
        if (close !== null)
          throw new SyntaxFault('syntax error, unexpected $end (Unix shell quoting issues?)');
        return [...tokens, { kind: 'end', text: '', line }];
      }
      if (close !== null && depth === 0 && this.#text[this.#at] === ')') {
        this.#at += 1;
        return [...tokens, { kind: 'end', text: '', line }];
      }
      const token = this.#token(line);
      if (token.kind === 'sign') depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
      tokens.push(token);
    }
  }

  #token(line: number): Token {
    const first = this.#text[this.#at] ?? '';
    if (first === '"') return { kind: 'text', text: '', parts: this.#parts(), line };
    const digits = this.#match(number);
    if (digits !== null) return { kind: 'number', text: digits, line };
    if (first === '@') {
      this.#at += 1;
      return { kind: 'format', text: this.#match(name) ?? '', line };
    }
    if (first === '$' || first === '.') {
      this.#at += 1;
      const word = this.#match(name);
      if (word !== null) return { kind: first === '$' ? 'variable' : 'field', text: word, line };
      this.#at -= 1;
    }
    const word = this.#match(name);
    if (word !== null) return { kind: 'word', text: word, line };
    const text = this.#match(sign);
    if (text !== null) return { kind: 'sign', text, line };
    throw new SyntaxFault('syntax error, unexpected INVALID_CHARACTER (Unix shell quoting issues?)');
  }

  #parts(): (string | readonly Token[])[] {
    this.#at += 1;
    const parts: (string | readonly Token[])[] = [];
    let text = '';
    for (;;) {
      const unit = this.#text[this.#at++];
      if (unit === undefined)
        throw new SyntaxFault('syntax error, unexpected $end (Unix shell quoting issues?)');
      if (unit === '"') return [...parts, text];
      if (unit !== '\\') {
        text += unit;
        continue;
      }
      const letter = this.#text[this.#at++] ?? '';
      if (letter === '(') {
        parts.push(text, this.until(')'));
        text = '';
      } else if (letter === 'u') {
        text += String.fromCharCode(Number.parseInt(this.#text.slice(this.#at, this.#at + 4), 16) || 0xfffd);
        this.#at += 4;
      } else if (letter in escapes) text += escapes[letter];
      else throw new SyntaxFault('syntax error, unexpected INVALID_CHARACTER (Unix shell quoting issues?)');
    }
  }
}
