import { type Decimal, formatNumber } from './number.ts';

/** Writes what a program prints, and knows the column: long numbers are folded. */
export class LineWriter {
  readonly #write: (text: string) => void;
  readonly #lineLength: number;
  #column = 0;

  /** `lineLength` 0 folds nothing. */
  constructor(write: (text: string) => void, lineLength: number) {
    this.#write = write;
    this.#lineLength = lineLength;
  }

  text(text: string): void {
    this.#write(text);
    const newline = text.lastIndexOf('\n');
    this.#column = newline < 0 ? this.#column + text.length : text.length - newline - 1;
  }

  /** Long numbers go on in the next line, after a backslash. */
  number(value: Decimal, base: number): void {
    const most = this.#lineLength - 2;
    let text = '';
    for (const letter of formatNumber(value, base)) {
      if (this.#lineLength > 0 && this.#column + 1 > most) {
        text += '\\\n';
        this.#column = 0;
      }
      text += letter;
      this.#column++;
    }
    const column = this.#column;
    this.#write(text);
    this.#column = column;
  }
}

/** The text of a `print`, with its escapes replaced. */
export function unescaped(text: string): string {
  const known: Readonly<Record<string, string>> = {
    n: '\n',
    t: '\t',
    q: '"',
    a: '\x07',
    b: '\b',
    f: '\f',
    r: '\r',
    '\\': '\\',
    e: '\\',
  };
  return text.replace(/\\([\s\S])/g, (_all, letter: string) => known[letter] ?? '');
}
