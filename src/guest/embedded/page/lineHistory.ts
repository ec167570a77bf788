const longestHistory = 1000;

/** The lines that were typed before, the newest last, and which of them the editor shows. */
export class LineHistory {
  #lines: string[];
  /** Index in the lines; their number is the line being typed. */
  #browsing = 0;
  #draft = '';

  constructor(lines: readonly string[]) {
    this.#lines = lines.slice(-longestHistory);
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Of the newest line; '' where there is none. */
  get lastWord(): string {
    return this.#lines.at(-1)?.split(/\s+/).at(-1) ?? '';
  }

  /** Puts lines of an earlier terminal before those typed here. */
  recall(earlier: readonly string[]): void {
    const atEnd = this.#browsing === this.#lines.length;
    this.#lines = [...earlier, ...this.#lines].slice(-longestHistory);
    if (atEnd) this.toEnd();
  }

  /** Leaves out a line that is blank, or the same as the one before it. */
  add(line: string): void {
    if (line.trim() === '' || this.#lines.at(-1) === line) return;
    this.#lines = [...this.#lines, line].slice(-longestHistory);
  }

  /** To the line being typed. */
  toEnd(): void {
    this.#browsing = this.#lines.length;
  }

  /** The line next to the one that is shown, older or newer; null at the ends. `typed` is kept to come back to. */
  browse(by: -1 | 1, typed: string): string | null {
    const index = this.#browsing + by;
    if (index < 0 || index > this.#lines.length) return null;
    if (this.#browsing === this.#lines.length) this.#draft = typed;
    this.#browsing = index;
    return this.#lines[index] ?? this.#draft;
  }
}
