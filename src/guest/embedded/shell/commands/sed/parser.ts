import { RegexError } from '../text/posixRegex.ts';
import {
  type Address,
  piecesOf,
  type RangeEnd,
  type SedCommand,
  SedError,
  type Substitution,
  sedRegex,
  textWithoutEscapes,
  undelimited,
} from './script.ts';

/** Parses a script into a flat list of commands; blocks and labels are places in it. */
export function parseScript(script: string, extended: boolean): SedCommand[] {
  return new Parser(script, extended).parse();
}

class Parser {
  readonly #text: string;
  readonly #extended: boolean;
  readonly #commands: SedCommand[] = [];
  readonly #open: number[] = [];
  readonly #labels = new Map<string, number>();
  #at = 0;

  constructor(text: string, extended: boolean) {
    this.#text = text;
    this.#extended = extended;
  }

  parse(): SedCommand[] {
    for (;;) {
      this.#skip(/[\s;]*/y);
      if (this.#at >= this.#text.length) break;
      this.#command();
    }
    if (this.#open.length > 0) throw new SedError(`-e expression #1, char 0: unmatched \`{'`);
    for (const command of this.#commands) {
      if (!/[btT]/.test(command.letter)) continue;
      const place = command.text === '' ? this.#commands.length : this.#labels.get(command.text);
      if (place === undefined)
        throw new SedError(
          `-e expression #1, char ${this.#text.length}: can't find label for jump to \`${command.text}'`,
        );
      command.target = place;
    }
    return this.#commands;
  }

  #fail(words: string): never {
    throw new SedError(`-e expression #1, char ${this.#at}: ${words}`);
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  /** What stands up to an unescaped delimiter, which is passed. Brackets hide it in expressions. */
  #delimited(delimiter: string, isRegex: boolean): string | null {
    let text = '';
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at]!;
      if (sign === delimiter) {
        this.#at++;
        return text;
      }
      if (sign === '\n' && isRegex) return null;
      if (sign === '\\' && this.#at + 1 < this.#text.length) {
        text += this.#text.slice(this.#at, this.#at + 2);
        this.#at += 2;
        continue;
      }
      if (sign === '[' && isRegex) {
        const bracket = /\[\^?\]?(?:\[:\w+:\]|\[[.=].[.=]\]|[^\]\n])*\]/y;
        bracket.lastIndex = this.#at;
        const found = bracket.exec(this.#text);
        if (found) {
          text += found[0];
          this.#at += found[0].length;
          continue;
        }
      }
      text += sign;
      this.#at++;
    }
    return null;
  }

  #regex(pattern: string, flags: string): RegExp | null {
    if (pattern === '') return null;
    try {
      return sedRegex(pattern, this.#extended, flags);
    } catch (error) {
      if (error instanceof RegexError || error instanceof SyntaxError)
        this.#fail(error instanceof RegexError ? error.message : 'Invalid preceding regular expression');
      throw error;
    }
  }

  #address(): Address | null {
    const number = this.#skip(/\d+/y);
    if (number !== '') {
      this.#skip(/[ \t]*/y);
      if (this.#text[this.#at] !== '~') return { kind: 'line', line: Number(number) };
      this.#at++;
      return { kind: 'step', first: Number(number), step: Number(this.#skip(/\d*/y)) };
    }
    const sign = this.#text[this.#at];
    if (sign === '$') {
      this.#at++;
      return { kind: 'last' };
    }
    if (sign !== '/' && sign !== '\\') return null;
    const delimiter = sign === '/' ? '/' : this.#text[++this.#at]!;
    this.#at++;
    const pattern = this.#delimited(delimiter, true);
    if (pattern === null) this.#fail('unterminated address regex');
    const flags = this.#skip(/[IM]*/y);
    return { kind: 'regex', regex: this.#regex(undelimited(pattern, delimiter), flags) };
  }

  #rangeEnd(): RangeEnd {
    this.#skip(/[ \t]*/y);
    const sign = this.#text[this.#at];
    if (sign === '+' || sign === '~') {
      this.#at++;
      const count = Number(this.#skip(/\d*/y));
      return sign === '+' ? { kind: 'count', count } : { kind: 'multiple', of: count };
    }
    const address = this.#address();
    if (address === null) {
      this.#at++;
      this.#fail("unexpected `,'");
    }
    return address;
  }

  #command(): void {
    const from = this.#address();
    this.#skip(/[ \t]*/y);
    let to: RangeEnd | null = null;
    if (from && this.#text[this.#at] === ',') {
      this.#at++;
      to = this.#rangeEnd();
      this.#skip(/[ \t]*/y);
    }
    let negated = false;
    while (this.#text[this.#at] === '!') {
      negated = true;
      this.#at++;
      this.#skip(/[ \t]*/y);
    }
    const letter = this.#text[this.#at++];
    if (letter === undefined) this.#fail('missing command');
    if (from?.kind === 'line' && from.line === 0 && to?.kind !== 'regex')
      this.#fail('invalid usage of line address 0');
    const base = {
      from,
      to,
      negated,
      letter,
      text: '',
      number: null,
      substitution: null,
      map: null,
      target: 0,
      activeUntil: null,
    };
    this.#body(letter, base);
  }

  #body(letter: string, base: SedCommand): void {
    if (letter === '#') {
      if (base.from) this.#fail("comments don't accept any addresses");
      this.#skip(/[^\n]*/y);
      return;
    }
    if (letter === ':') {
      if (base.from) this.#fail(": doesn't want any addresses");
      const label = this.#skip(/[ \t]*[^\s;]*/y).trim();
      if (label === '') this.#fail('":" lacks a label');
      this.#labels.set(label, this.#commands.length);
      return;
    }
    if (letter === '}') {
      const start = this.#open.pop();
      if (start === undefined) this.#fail("unexpected `}'");
      this.#commands[start]!.target = this.#commands.length;
      this.#ending();
      return;
    }
    if (letter === '{') {
      this.#open.push(this.#commands.length);
      this.#commands.push(base);
      return;
    }
    if ('aic'.includes(letter)) this.#commands.push({ ...base, text: this.#textArgument() });
    else if ('rRwW'.includes(letter)) {
      const file = this.#skip(/[ \t]*[^\n]*/y).trimStart();
      if (file === '') this.#fail('missing filename in r/R/w/W commands');
      this.#commands.push({ ...base, text: file });
    } else if ('btT'.includes(letter)) {
      this.#commands.push({ ...base, text: this.#skip(/[ \t]*[^\s;}]*/y).trim() });
      this.#ending();
    } else if (letter === 's') {
      this.#commands.push({ ...base, substitution: this.#substitution() });
      this.#ending();
    } else if (letter === 'y') {
      this.#commands.push({ ...base, map: this.#mapping() });
      this.#ending();
    } else if ('qQlL'.includes(letter)) {
      const digits = this.#skip(/[ \t]*\d*/y).trim();
      this.#commands.push({ ...base, number: digits === '' ? null : Number(digits) });
      this.#ending();
    } else if (letter === 'e')
      this.#commands.push({ ...base, text: this.#skip(/[ \t]*[^\n]*/y).trimStart() });
    else if ('dDgGhHnNpPxz=F'.includes(letter)) {
      this.#commands.push(base);
      this.#ending();
    } else this.#fail(`unknown command: \`${letter}'`);
  }

  #ending(): void {
    this.#skip(/[ \t]*/y);
    const sign = this.#text[this.#at];
    if (sign === undefined || sign === '\n' || sign === ';' || sign === '}' || sign === '#') return;
    this.#at++;
    this.#fail('extra characters after command');
  }

  /** GNU's one-line form, and the classic one after `\` and a line end. */
  #textArgument(): string {
    this.#skip(/[ \t]*/y);
    if (this.#at >= this.#text.length) this.#fail("expected \\ after `a', `c' or `i'");
    if (this.#text[this.#at] === '\\') {
      const classic = this.#skip(/\\[ \t]*\n/y);
      if (classic === '') {
        // `a\text`: the backslash keeps the blanks that follow it.
        this.#at++;
        this.#skip(/[ \t]*(?=\\[ \t])/y);
      }
    }
    let text = '';
    while (this.#at < this.#text.length && this.#text[this.#at] !== '\n') {
      const sign = this.#text[this.#at]!;
      text += sign;
      this.#at++;
      if (sign === '\\' && this.#at < this.#text.length) text += this.#text[this.#at++]!;
    }
    return `${textWithoutEscapes(text)}\n`;
  }

  #substitution(): Substitution {
    const delimiter = this.#text[this.#at++];
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\')
      this.#fail("unterminated `s' command");
    const pattern = this.#delimited(delimiter, true);
    const replacement = pattern === null ? null : this.#delimited(delimiter, false);
    if (pattern === null || replacement === null) {
      this.#at = this.#text.length;
      this.#fail("unterminated `s' command");
    }
    const state = {
      global: false,
      nth: 1,
      prints: false,
      evaluates: false,
      flags: '',
      file: null as string | null,
    };
    for (;;) {
      const sign = this.#text[this.#at];
      if (sign === 'g') state.global = true;
      else if (sign === 'p') state.prints = true;
      else if (sign === 'e') state.evaluates = true;
      else if (sign !== undefined && /[iIMm]/.test(sign)) state.flags += sign.toUpperCase();
      else if (sign !== undefined && /[1-9]/.test(sign)) {
        state.nth = Number(this.#skip(/\d+/y));
        continue;
      } else if (sign === 'w') {
        this.#at++;
        state.file = this.#skip(/[ \t]*[^\n]*/y).trimStart();
        break;
      } else if (sign === undefined || /[\s;}#]/.test(sign)) break;
      else {
        this.#at++;
        this.#fail("unknown option to `s'");
      }
      this.#at++;
    }
    const isEscaped = delimiter !== '&' ? replacement.replaceAll(`\\${delimiter}`, delimiter) : replacement;
    return {
      regex: this.#regex(undelimited(pattern, delimiter), state.flags),
      pieces: piecesOf(/[\d&nULEult]/.test(delimiter) ? replacement : isEscaped),
      global: state.global,
      nth: state.nth,
      prints: state.prints,
      evaluates: state.evaluates,
      file: state.file,
    };
  }

  #mapping(): ReadonlyMap<string, string> {
    const delimiter = this.#text[this.#at++] ?? '';
    const read = (): string[] | null => {
      const text = this.#delimited(delimiter, false);
      return text === null ? null : [...textWithoutEscapes(text.replaceAll(`\\${delimiter}`, delimiter))];
    };
    const from = read();
    const to = from && read();
    if (!from || !to) this.#fail("unterminated `y' command");
    if (from.length !== to.length) this.#fail("strings for `y' command are different lengths");
    return new Map(from.map((character, index) => [character, to[index]!]));
  }
}
