export interface BlockLimits {
  readonly lines: number;
  readonly bytes: number;
}

/** What is made for so many lines is small beside an input of 100 MB. */
const usualLimits: BlockLimits = { lines: 1 << 18, bytes: 15 << 20 };
const firstBytes = 64 << 10;

/** Whole lines, each with its end in `bytes`. */
export interface LineBlock {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** `count` starts, and the place after the last end. */
  readonly starts: Uint32Array;
}

/** Cuts bytes into blocks of whole lines; a last line without its end is given one. */
export class LineBlocks {
  readonly #end: number;
  readonly #limits: BlockLimits;
  #bytes = new Uint8Array(firstBytes);
  #filled = 0;
  /** Up to where lines were looked for. */
  #seen = 0;
  #starts = new Uint32Array(1024);
  #count = 0;

  constructor(end: number, limits = usualLimits) {
    this.#end = end;
    this.#limits = limits;
  }

  /** Blocks that are full with this; each is to be used before the next is asked for. */
  *add(chunk: Uint8Array): Generator<LineBlock> {
    this.#reserve(this.#filled + chunk.length);
    this.#bytes.set(chunk, this.#filled);
    this.#filled += chunk.length;
    while (this.#findLines()) yield* this.#take();
    if (this.#filled >= this.#limits.bytes) yield* this.#take();
  }

  /** A file ends here, and its last line with it. */
  endLine(): void {
    if (this.#filled === 0 || this.#bytes[this.#filled - 1] === this.#end) return;
    this.#reserve(this.#filled + 1);
    this.#bytes[this.#filled++] = this.#end;
  }

  /** What is left, after the last of the input; null where that is nothing. */
  finish(): LineBlock | null {
    this.endLine();
    this.#findLines();
    return this.#count === 0 ? null : this.#block();
  }

  /** True where there are as many lines as a block may have, and perhaps more. */
  #findLines(): boolean {
    while (this.#count < this.#limits.lines) {
      const at = this.#bytes.subarray(0, this.#filled).indexOf(this.#end, this.#seen);
      if (at < 0) {
        this.#seen = this.#filled;
        return false;
      }
      this.#count++;
      this.#seen = at + 1;
      if (this.#count >= this.#starts.length) this.#growStarts();
      this.#starts[this.#count] = at + 1;
    }
    return true;
  }

  *#take(): Generator<LineBlock> {
    const count = this.#count;
    if (count === 0) return;
    yield this.#block();
    const used = this.#starts[count]!;
    this.#bytes.copyWithin(0, used, this.#filled);
    this.#filled -= used;
    this.#seen -= used;
    this.#count = 0;
  }

  #block(): LineBlock {
    return { bytes: this.#bytes, count: this.#count, starts: this.#starts };
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#filled));
    this.#bytes = grown;
  }

  #growStarts(): void {
    const grown = new Uint32Array(this.#starts.length * 2);
    grown.set(this.#starts);
    this.#starts = grown;
  }
}
