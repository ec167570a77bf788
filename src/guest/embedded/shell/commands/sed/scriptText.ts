import { RegexError } from '../text/posixRegex.ts';
import { SedError, sedRegex } from './script.ts';

/** The text of a script, the place that its parser has reached, and what stands between delimiters in it. */
export class ScriptText {
  protected readonly text: string;
  protected at = 0;
  readonly #extended: boolean;

  constructor(text: string, extended: boolean) {
    this.text = text;
    this.#extended = extended;
  }

  protected fail(words: string): never {
    throw new SedError(`-e expression #1, char ${this.at}: ${words}`);
  }

  protected skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** What stands up to an unescaped delimiter, which is passed. Brackets hide it in expressions. */
  protected delimited(delimiter: string, isRegex: boolean): string | null {
    let text = '';
    while (this.at < this.text.length) {
      const sign = this.text[this.at]!;
      if (sign === delimiter) {
        this.at++;
        return text;
      }
      if (sign === '\n' && isRegex) return null;
      if (sign === '\\' && this.at + 1 < this.text.length) {
        text += this.text.slice(this.at, this.at + 2);
        this.at += 2;
        continue;
      }
      if (sign === '[' && isRegex) {
        const bracket = /\[\^?\]?(?:\[:\w+:\]|\[[.=].[.=]\]|[^\]\n])*\]/y;
        bracket.lastIndex = this.at;
        const found = bracket.exec(this.text);
        if (found) {
          text += found[0];
          this.at += found[0].length;
          continue;
        }
      }
      text += sign;
      this.at++;
    }
    return null;
  }

  protected regex(pattern: string, flags: string): RegExp | null {
    if (pattern === '') return null;
    try {
      return sedRegex(pattern, this.#extended, flags);
    } catch (error) {
      if (error instanceof RegexError || error instanceof SyntaxError)
        this.fail(error instanceof RegexError ? error.message : 'Invalid preceding regular expression');
      throw error;
    }
  }
}
