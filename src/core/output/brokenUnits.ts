/** Entries that may pile up before those of units that no window holds any more are dropped. */
const MIN_SLACK = 1_024;

/** The `broken` entries of a windowed text while it grows: memory is bounded as that of the windows. */
export class BrokenUnits {
  readonly #headUnits: number;
  readonly #tailUnits: number;
  #head: number[] = [];
  #later: number[] = [];

  constructor(headUnits: number, tailUnits: number) {
    this.#headUnits = headUnits;
    this.#tailUnits = tailUnits;
  }

  copy(): BrokenUnits {
    const copy = new BrokenUnits(this.#headUnits, this.#tailUnits);
    copy.#head = this.#head.slice();
    copy.#later = this.#later.slice();
    return copy;
  }

  /** Entries of a run that begins at unit `from` of the text. */
  add(entries: readonly number[], from: number): void {
    for (const entry of entries) {
      const moved = entry + from * 4;
      (moved < this.#headUnits * 4 ? this.#head : this.#later).push(moved);
    }
    if (this.#later.length > 2 * this.#tailUnits + MIN_SLACK) this.#later = this.#inTail(this.#last());
  }

  /** Of a text of `units` units: those in its head or its tail, ascending. */
  read(units: number): readonly number[] {
    return [...this.#head, ...this.#inTail(units)];
  }

  /** Units up to the last entry at least. */
  #last(): number {
    return Math.floor((this.#later.at(-1) ?? 0) / 4) + 1;
  }

  #inTail(units: number): number[] {
    const first = (units - this.#tailUnits) * 4;
    const at = this.#later.findIndex((entry) => entry >= first);
    return at < 0 ? [] : this.#later.slice(at);
  }
}
