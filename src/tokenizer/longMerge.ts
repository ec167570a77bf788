import { HeapMerge } from './heapMerge.ts';
import { NO_TOKEN, type RankTable } from './rankTable.ts';
import type { TokenPairs } from './tokenPairs.ts';

/** Steps per byte before the backtracking is given up for the heap. Ordinary text needs less than one. */
const STEPS_PER_BYTE = 4;
const FREE_STEPS = 2000;

/**
 * Counts the tokens of a long piece in linear time: takes the longest token that fits behind the last one,
 * goes back where none does. Some texts (runs of '=') make it go back too often; those go to the heap.
 */
export class LongMerge {
  readonly #table: RankTable;
  readonly #pairs: TokenPairs;
  readonly #heap: HeapMerge;
  /** By offset in the piece: 1 when no encoding goes through this offset. */
  #deadEnd = new Uint8Array(0);
  /** By offset: the longest token here, plus one; 0 is "not looked up". */
  #longest = new Int32Array(0);
  #chosen = new Int32Array(0);

  constructor(table: RankTable, pairs: TokenPairs) {
    this.#table = table;
    this.#pairs = pairs;
    this.#heap = new HeapMerge(table, pairs);
  }

  /** Number of tokens of the piece `bytes[start..end)`. */
  count(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    this.#reserve(length);
    const deadEnd = this.#deadEnd;
    const chosen = this.#chosen;
    let steps = STEPS_PER_BYTE * length + FREE_STEPS;
    let count = 0;
    let at = 0;
    let token = this.#longestAt(bytes, start, at, end);
    while (at < length) {
      if (--steps < 0) return this.#heap.count(bytes, start, end);
      const previous = count > 0 ? chosen[count - 1]! : NO_TOKEN;
      const after = at + this.#table.lengthOf(token);
      if (deadEnd[after] === 0 && (previous === NO_TOKEN || this.#pairs.isValid(previous, token))) {
        chosen[count++] = token;
        at = after;
        if (at < length) token = this.#longestAt(bytes, start, at, end);
        continue;
      }
      const shorter = this.#pairs.nextShorter(token);
      if (shorter !== NO_TOKEN) {
        token = shorter;
        continue;
      }
      deadEnd[at] = 1;
      count--;
      at -= this.#table.lengthOf(previous);
      token = previous;
    }
    return count;
  }

  #longestAt(bytes: Uint8Array, start: number, at: number, end: number): number {
    const kept = this.#longest[at]!;
    if (kept !== 0) return kept - 1;
    const token = this.#table.longestAt(bytes, start + at, end);
    this.#longest[at] = token + 1;
    return token;
  }

  #reserve(length: number): void {
    if (this.#deadEnd.length <= length) {
      const room = Math.max(4096, length + 1);
      this.#deadEnd = new Uint8Array(room);
      this.#longest = new Int32Array(room);
      this.#chosen = new Int32Array(room);
      return;
    }
    this.#deadEnd.fill(0, 0, length + 1);
    this.#longest.fill(0, 0, length + 1);
  }
}
