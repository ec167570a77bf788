import { NO_TOKEN, type RankTable } from './rankTable.ts';
import type { TokenPairs } from './tokenPairs.ts';

const NO_RANK = 0x7fffffff;
/** Heap keys are rank * 2^27 + position: rank first, then leftmost, exact in a double; a piece may have 128 MB. */
const POSITIONS = 2 ** 27;
/** Byte-pair merge of a piece by a heap of pairs: O(n log n) whatever the bytes are. */
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

  /** Writes the tokens of the piece `bytes[start..end)` to `out` (room for one per byte); their number. */
  encode(bytes: Uint8Array, start: number, end: number, out: Int32Array): number {
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
    for (let at = 0; at < length; at = next[at]!) out[count++] = this.#token[at]!;
    return count;
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
