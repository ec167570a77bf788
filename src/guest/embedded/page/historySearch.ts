/** Ctrl-R: looks backwards through the history for the newest line that holds the text typed so far. */
export class HistorySearch {
  readonly #history: readonly string[];
  #query = '';
  /** Index of the match, or of where the search began. */
  #at: number;
  #match: string | null = null;
  #failed = false;

  constructor(history: readonly string[]) {
    this.#history = history;
    this.#at = history.length;
  }

  get query(): string {
    return this.#query;
  }

  /** The line found, also one that was found before a character too many; null before the first. */
  get match(): string | null {
    return this.#match;
  }

  /** No line holds the text. */
  get failed(): boolean {
    return this.#failed;
  }

  type(character: string): void {
    this.#query += character;
    this.#find(this.#at);
  }

  erase(): void {
    this.#query = [...this.#query].slice(0, -1).join('');
    if (this.#query === '') {
      this.#match = null;
      this.#at = this.#history.length;
      this.#failed = false;
    } else this.#find(this.#history.length - 1);
  }

  older(): void {
    if (this.#query !== '') this.#find(this.#at - 1);
  }

  #find(from: number): void {
    for (let at = Math.min(from, this.#history.length - 1); at >= 0; at--) {
      const line = this.#history[at] ?? '';
      // The same line again is no other match.
      if (!line.includes(this.#query) || (from < this.#at && line === this.#match)) continue;
      this.#at = at;
      this.#match = line;
      this.#failed = false;
      return;
    }
    this.#failed = true;
  }
}
