import { BacktrackMerge } from './backtrackMerge.ts';
import { HeapMerge } from './heapMerge.ts';
import type { RankTable } from './rankTable.ts';
import type { TokenPairs } from './tokenPairs.ts';

const FIRST_WINDOW_BYTES = 8192;
/** The tokens this near to a window's end are not kept: they were made without what follows. */
const UNSURE_BYTES = 512;
/** Seams tried before the window is doubled. */
const SEAM_TRIES = 64;

/**
 * Encodes a long piece in linear time and small memory, window by window. Two encodings that meet at a valid
 * pair are together the encoding of both texts, so a window is joined to the next at such a seam. Within a
 * window backtracking is fastest; texts that make it go back too often (runs of '=') go to the heap.
 */
export class LongMerge {
  readonly #table: RankTable;
  readonly #pairs: TokenPairs;
  readonly #backtrack: BacktrackMerge;
  readonly #heap: HeapMerge;
  readonly #heapResult = new LastResult();
  #window = new Int32Array(FIRST_WINDOW_BYTES);
  #nextWindow = new Int32Array(FIRST_WINDOW_BYTES);

  constructor(table: RankTable, pairs: TokenPairs) {
    this.#table = table;
    this.#pairs = pairs;
    this.#backtrack = new BacktrackMerge(table, pairs);
    this.#heap = new HeapMerge(table, pairs);
  }

  /** Number of tokens of the piece `bytes[start..end)`; the tokens go to `out` where it is given. */
  encode(bytes: Uint8Array, start: number, end: number, out?: number[]): number {
    let size = FIRST_WINDOW_BYTES;
    let from = start;
    let total = 0;
    let count = this.#encodeWindow(bytes, from, Math.min(end, from + size), this.#window);
    while (from + size < end) {
      let kept = count - 1;
      let seam = Math.min(end, from + size) - this.#table.lengthOf(this.#window[kept]!);
      while (kept > 1 && seam > from + size - UNSURE_BYTES)
        seam -= this.#table.lengthOf(this.#window[--kept]!);
      let nextCount = 0;
      for (let tries = 0; kept >= 1 && tries < SEAM_TRIES; tries++) {
        nextCount = this.#encodeWindow(bytes, seam, Math.min(end, seam + size), this.#nextWindow);
        if (this.#pairs.isValid(this.#window[kept - 1]!, this.#nextWindow[0]!)) break;
        nextCount = 0;
        seam -= this.#table.lengthOf(this.#window[--kept]!);
      }
      if (nextCount === 0) {
        size *= 2;
        this.#window = new Int32Array(size);
        this.#nextWindow = new Int32Array(size);
        count = this.#encodeWindow(bytes, from, Math.min(end, from + size), this.#window);
        continue;
      }
      if (out !== undefined) for (let i = 0; i < kept; i++) out.push(this.#window[i]!);
      total += kept;
      from = seam;
      count = nextCount;
      [this.#window, this.#nextWindow] = [this.#nextWindow, this.#window];
    }
    if (out !== undefined) for (let i = 0; i < count; i++) out.push(this.#window[i]!);
    return total + count;
  }

  #encodeWindow(bytes: Uint8Array, start: number, end: number, out: Int32Array): number {
    // What needs the heap is mostly one run: every window of it is the same.
    const again = this.#heapResult.copyTo(out, bytes, start, end);
    if (again > 0) return again;
    const count = this.#backtrack.encode(bytes, start, end, out);
    if (count >= 0) return count;
    const heapCount = this.#heap.encode(bytes, start, end, out);
    this.#heapResult.keep(out, heapCount, bytes, start, end);
    return heapCount;
  }
}

/** The tokens of one window, to be used again when the next one has the same bytes. */
class LastResult {
  #bytes = new Uint8Array(0);
  #tokens = new Int32Array(0);

  keep(tokens: Int32Array, count: number, bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes.slice(start, end);
    this.#tokens = tokens.slice(0, count);
  }

  /** The number of tokens, or 0 when the bytes are others. */
  copyTo(out: Int32Array, bytes: Uint8Array, start: number, end: number): number {
    const kept = this.#bytes;
    if (kept.length !== end - start) return 0;
    for (let i = 0; i < kept.length; i++) if (kept[i] !== bytes[start + i]) return 0;
    out.set(this.#tokens);
    return this.#tokens.length;
  }
}
