import { NO_TOKEN, type RankTable } from './rankTable.ts';
import type { TokenPairs } from './tokenPairs.ts';

const NO_RANK = 0x7fffffff;
const FIRST_WINDOW_BYTES = 4096;
/** Heap keys are rank * 2^27 + position: rank first, then leftmost, exact in a double; a piece may have 128 MB. */
const POSITIONS = 2 ** 27;
/** Seams tried before the window is doubled. */
const SEAM_TRIES = 64;

/**
 * Byte-pair merge of a long piece by a heap: O(n log n) whatever the bytes are. Done window by window, where
 * one window is joined to the next at a seam of two tokens that are a valid pair, so memory stays small and
 * the log is of the window.
 */
export class HeapMerge {
  readonly #table: RankTable;
  readonly #pairs: TokenPairs;
  #heap = new Float64Array(0);
  #heapSize = 0;
  /** By position in the window, for a position where a part begins. */
  #token = new Int32Array(0);
  #next = new Int32Array(0);
  #previous = new Int32Array(0);
  /** The token that this part and its right neighbour make (its id is the rank), or NO_RANK. */
  #rank = new Int32Array(0);

  constructor(table: RankTable, pairs: TokenPairs) {
    this.#table = table;
    this.#pairs = pairs;
  }

  /** Number of tokens of the piece `bytes[start..end)`. */
  count(bytes: Uint8Array, start: number, end: number): number {
    let window = FIRST_WINDOW_BYTES;
    let from = start;
    let tokens = 0;
    let starts = this.#merge(bytes, from, Math.min(end, from + window));
    while (from + window < end) {
      const seam = this.#joinNext(bytes, starts, end, window, from);
      if (seam === null) {
        window *= 2;
        starts = this.#merge(bytes, from, Math.min(end, from + window));
      } else {
        tokens += seam.kept;
        from = seam.from;
        starts = seam.starts;
      }
    }
    return tokens + starts.length - 1;
  }

  /**
   * The last quarter of a window may be wrong, for it was merged without what follows. Merges the next window
   * from a token start before it; where that window's first token is a valid neighbour, both sides hold.
   */
  #joinNext(bytes: Uint8Array, starts: Int32Array, end: number, window: number, from: number) {
    const limit = from + window * 0.75;
    let kept = starts.length - 2;
    while (kept > 1 && starts[kept]! > limit) kept--;
    for (let tries = 0; kept >= 1 && tries < SEAM_TRIES; kept--, tries++) {
      const at = starts[kept]!;
      const next = this.#merge(bytes, at, Math.min(end, at + window));
      const left = this.#table.find(bytes, starts[kept - 1]!, at);
      const right = this.#table.find(bytes, at, next[1]!);
      if (this.#pairs.isValid(left, right)) return { kept, from: at, starts: next };
    }
    return null;
  }

  /** The starts of the tokens of `bytes[start..end)`, and `end`. */
  #merge(bytes: Uint8Array, start: number, end: number): Int32Array {
    const length = end - start;
    this.#reset(bytes, start, length);
    const rank = this.#rank;
    const next = this.#next;
    const previous = this.#previous;
    while (this.#heapSize > 0) {
      const key = this.#pop();
      const merged = Math.floor(key / POSITIONS);
      const at = key - merged * POSITIONS;
      if (rank[at] !== merged) continue; // The pair was broken up since.
      const gone = next[at]!;
      const after = next[gone]!;
      this.#token[at] = merged;
      next[at] = after;
      rank[gone] = NO_RANK;
      if (after < length) previous[after] = at;
      this.#offer(at, length);
      if (at > 0) this.#offer(previous[at]!, length);
    }
    let count = 0;
    for (let at = 0; at < length; at = next[at]!) count++;
    const starts = new Int32Array(count + 1);
    let i = 0;
    for (let at = 0; at < length; at = next[at]!) starts[i++] = start + at;
    starts[count] = end;
    return starts;
  }

  #reset(bytes: Uint8Array, start: number, length: number): void {
    if (this.#token.length < length) {
      this.#token = new Int32Array(length);
      this.#next = new Int32Array(length);
      this.#previous = new Int32Array(length);
      this.#rank = new Int32Array(length);
      // Every byte pair may enter once, and every merge adds two at most.
      this.#heap = new Float64Array(3 * length);
    }
    for (let at = 0; at < length; at++) {
      this.#token[at] = this.#table.find(bytes, start + at, start + at + 1);
      this.#next[at] = at + 1;
      this.#previous[at] = at - 1;
    }
    this.#heapSize = 0;
    for (let at = 0; at < length; at++) this.#offer(at, length);
  }

  /** Notes what the part at `at` and its right neighbour would make. */
  #offer(at: number, length: number): void {
    const right = this.#next[at]!;
    const merged = right < length ? this.#pairs.mergeOf(this.#token[at]!, this.#token[right]!) : NO_TOKEN;
    this.#rank[at] = merged === NO_TOKEN ? NO_RANK : merged;
    if (merged !== NO_TOKEN) this.#push(merged * POSITIONS + at);
  }

  #push(key: number): void {
    const heap = this.#heap;
    let at = this.#heapSize++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]! <= key) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = key;
  }

  #pop(): number {
    const heap = this.#heap;
    const top = heap[0]!;
    const size = --this.#heapSize;
    const last = heap[size]!;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= last) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}
