import { comparison } from './tests.ts';

export class FindError extends Error {}

/** The words of an expression, and the place that its parser has reached in them. */
export class FindWords {
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** The word that is read next. */
  get ahead(): string | undefined {
    return this.#words[this.#at];
  }

  next(): string | undefined {
    return this.#words[this.#at++];
  }

  take(...words: string[]): boolean {
    if (!words.includes(this.#words[this.#at] ?? '')) return false;
    this.#at++;
    return true;
  }

  /** The word that an option needs. */
  value(option: string): string {
    const value = this.#words[this.#at++];
    if (value === undefined) throw new FindError(`missing argument to \`${option}'`);
    return value;
  }

  /** The number that an option needs, as `5`, `+5` or `-5`: what it holds for. */
  count(option: string): (value: number) => boolean {
    const text = this.value(option);
    const holds = comparison(text);
    if (!holds) throw new FindError(`invalid argument \`${text}' to \`${option}'`);
    return holds;
  }
}
