/** Entries that there is room for at first. */
const MIN_ROOM = 1_024;

/** The `broken` entries of a windowed text while it grows: memory is bounded as that of the windows. */
export class BrokenUnits {
  readonly #headUnits: number;
  readonly #tailUnits: number;
  /** Those of the head's units come first and stay; of the others there are those that the tail may still need. */
  #entries = new Float64Array(MIN_ROOM);
  #count = 0;
  #inHead = 0;

  constructor(headUnits: number, tailUnits: number) {
    this.#headUnits = headUnits;
    this.#tailUnits = tailUnits;
  }

  copy(): BrokenUnits {
    const copy = new BrokenUnits(this.#headUnits, this.#tailUnits);
    copy.#entries = this.#entries.slice();
    copy.#count = this.#count;
    copy.#inHead = this.#inHead;
    return copy;
  }

  /** Entries of a run that begins at unit `from` of the text. */
  add(run: Uint32Array, from: number): void {
    if (this.#count + run.length > this.#entries.length) this.#makeRoom(run.length, from);
    const entries = this.#entries;
    let count = this.#count;
    for (let k = 0; k < run.length; k++) entries[count++] = run[k]! + from * 4;
    this.#count = count;
    const headEnd = this.#headUnits * 4;
    while (this.#inHead < count && entries[this.#inHead]! < headEnd) this.#inHead += 1;
  }

  /** Of a text of `units` units: those in its head or its tail, ascending. */
  read(units: number): readonly number[] {
    return [
      ...this.#entries.subarray(0, this.#inHead),
      ...this.#entries.subarray(this.#tailStart(units), this.#count),
    ];
  }

  /** Forgets what no window holds after `units` units, and takes more memory where that is too little. */
  #makeRoom(more: number, units: number): void {
    const start = this.#tailStart(units);
    this.#entries.copyWithin(this.#inHead, start, this.#count);
    this.#count -= start - this.#inHead;
    // Half of it free: what is moved is then little beside what came.
    if (2 * (this.#count + more) <= this.#entries.length) return;
    const grown = new Float64Array(4 * (this.#count + more));
    grown.set(this.#entries.subarray(0, this.#count));
    this.#entries = grown;
  }

  #tailStart(units: number): number {
    const first = (units - this.#tailUnits) * 4;
    let at = this.#inHead;
    while (at < this.#count && this.#entries[at]! < first) at += 1;
    return at;
  }
}
