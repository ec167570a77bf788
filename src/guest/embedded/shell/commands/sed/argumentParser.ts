import {
  type Address,
  piecesOf,
  type RangeEnd,
  type Substitution,
  textWithoutEscapes,
  undelimited,
} from './script.ts';
import { ScriptText } from './scriptText.ts';

function groupsOf({ source, flags }: RegExp): number {
  return (new RegExp(`${source}|`, flags.replace('g', '')).exec('')?.length ?? 1) - 1;
}

/** What stands before a command's letter, its addresses, and what stands after it: texts, `s///`, `y///`. */
export class ArgumentParser extends ScriptText {
  protected address(): Address | null {
    const number = this.skip(/\d+/y);
    if (number !== '') {
      this.skip(/[ \t]*/y);
      if (this.text[this.at] !== '~') return { kind: 'line', line: Number(number) };
      this.at++;
      return { kind: 'step', first: Number(number), step: Number(this.skip(/\d*/y)) };
    }
    const sign = this.text[this.at];
    if (sign === '$') {
      this.at++;
      return { kind: 'last' };
    }
    if (sign !== '/' && sign !== '\\') return null;
    const delimiter = sign === '/' ? '/' : this.text[++this.at]!;
    this.at++;
    const pattern = this.delimited(delimiter, true);
    if (pattern === null) this.fail('unterminated address regex');
    const flags = this.skip(/[IM]*/y);
    return { kind: 'regex', regex: this.regex(undelimited(pattern, delimiter), flags) };
  }

  protected rangeEnd(): RangeEnd {
    this.skip(/[ \t]*/y);
    const sign = this.text[this.at];
    if (sign === '+' || sign === '~') {
      this.at++;
      const count = Number(this.skip(/\d*/y));
      return sign === '+' ? { kind: 'count', count } : { kind: 'multiple', of: count };
    }
    const address = this.address();
    if (address === null) {
      this.at++;
      this.fail("unexpected `,'");
    }
    return address;
  }

  /** GNU's one-line form, and the classic one after `\` and a line end. */
  protected textArgument(): string {
    this.skip(/[ \t]*/y);
    if (this.at >= this.text.length) this.fail("expected \\ after `a', `c' or `i'");
    if (this.text[this.at] === '\\') {
      const classic = this.skip(/\\[ \t]*\n/y);
      if (classic === '') {
        // `a\text`: the backslash keeps the blanks that follow it.
        this.at++;
        this.skip(/[ \t]*(?=\\[ \t])/y);
      }
    }
    let text = '';
    while (this.at < this.text.length && this.text[this.at] !== '\n') {
      const sign = this.text[this.at]!;
      text += sign;
      this.at++;
      if (sign === '\\' && this.at < this.text.length) text += this.text[this.at++]!;
    }
    return `${textWithoutEscapes(text)}\n`;
  }

  protected substitution(): Substitution {
    const delimiter = this.text[this.at++];
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\')
      this.fail("unterminated `s' command");
    const pattern = this.delimited(delimiter, true);
    const replacement = pattern === null ? null : this.delimited(delimiter, false);
    if (pattern === null || replacement === null) {
      this.at = this.text.length;
      this.fail("unterminated `s' command");
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
      const sign = this.text[this.at];
      if ((sign === 'g' && state.global) || (sign === 'p' && state.prints)) {
        this.at++;
        this.fail(`multiple \`${sign}' options to \`s' command`);
      }
      if (sign === 'g') state.global = true;
      else if (sign === 'p') state.prints = true;
      else if (sign === 'e') state.evaluates = true;
      else if (sign !== undefined && /[iIMm]/.test(sign)) state.flags += sign.toUpperCase();
      else if (sign !== undefined && /[1-9]/.test(sign)) {
        state.nth = Number(this.skip(/\d+/y));
        continue;
      } else if (sign === 'w') {
        this.at++;
        state.file = this.skip(/[ \t]*[^\n]*/y).trimStart();
        break;
      } else if (sign === undefined || /[\s;}#]/.test(sign)) break;
      else {
        this.at++;
        this.fail("unknown option to `s'");
      }
      this.at++;
    }
    const isEscaped = delimiter !== '&' ? replacement.replaceAll(`\\${delimiter}`, delimiter) : replacement;
    const regex = this.regex(undelimited(pattern, delimiter), state.flags);
    const pieces = piecesOf(/[\d&nULEult]/.test(delimiter) ? replacement : isEscaped);
    const most = Math.max(0, ...pieces.map((piece) => (piece.kind === 'group' ? piece.group : 0)));
    if (regex && most > groupsOf(regex)) this.fail(`invalid reference \\${most} on \`s' command's RHS`);
    return {
      regex,
      pieces,
      global: state.global,
      nth: state.nth,
      prints: state.prints,
      evaluates: state.evaluates,
      file: state.file,
    };
  }

  protected mapping(): ReadonlyMap<string, string> {
    const delimiter = this.text[this.at++] ?? '';
    const read = (): string[] | null => {
      const text = this.delimited(delimiter, false);
      return text === null ? null : [...textWithoutEscapes(text.replaceAll(`\\${delimiter}`, delimiter))];
    };
    const from = read();
    const to = from && read();
    if (!from || !to) this.fail("unterminated `y' command");
    if (from.length !== to.length) this.fail("strings for `y' command are different lengths");
    return new Map(from.map((character, index) => [character, to[index]!]));
  }
}
