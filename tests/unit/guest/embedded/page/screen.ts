/** The little of a terminal emulator that a line editor uses, with the held-back wrap of the last column. */
export class Screen {
  readonly #columns: number;
  #lines: string[][] = [[]];
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  write(text: string): void {
    for (const [part] of text.matchAll(/\x1b\[([0-9;]*)([A-Za-z])|[\s\S]/gu)) {
      if (part.startsWith('\x1b[')) this.#control(Number.parseInt(part.slice(2), 10) || 1, part.slice(-1));
      else if (part === '\r') this.#column = 0;
      else if (part === '\n') this.#down(1);
      else this.#print(part);
    }
  }

  rows(): string[] {
    return this.#lines.map((line) => Array.from(line, (cell) => cell ?? ' ').join(''));
  }

  #print(character: string): void {
    if (this.#column >= this.#columns) {
      this.#column = 0;
      this.#down(1);
    }
    const line = this.#lines[this.#row] ?? [];
    line[this.#column] = character;
    this.#column += 1;
  }

  #down(by: number): void {
    this.#row += by;
    while (this.#lines.length <= this.#row) this.#lines.push([]);
  }

  #control(count: number, what: string): void {
    // A cursor that is held back in the last column stands there for every movement.
    this.#column = Math.min(this.#column, this.#columns - 1);
    if (what === 'A') this.#row = Math.max(0, this.#row - count);
    else if (what === 'B') this.#down(count);
    else if (what === 'G') this.#column = count - 1;
    else if (what === 'J') {
      this.#lines.length = this.#row + 1;
      this.#lines[this.#row] = (this.#lines[this.#row] ?? []).slice(0, this.#column);
    }
  }
}
