import { NO_TOKEN, type RankTable } from './rankTable.ts';
import type { TokenPairs } from './tokenPairs.ts';

/** Steps per byte before it gives up. Ordinary text needs less than one. */
const STEPS_PER_BYTE = 4;
const FREE_STEPS = 2000;

/** Encodes by taking the longest token that is a valid neighbour of the last one, going back where none is. */
export class BacktrackMerge {
  readonly #table: RankTable;
  readonly #pairs: TokenPairs;
  /** By offset: 1 when no encoding goes through it. */
  #deadEnd = new Uint8Array(0);
  /** By offset: the longest token here, plus one; 0 is "not looked up". */
  #longest = new Int32Array(0);

  constructor(table: RankTable, pairs: TokenPairs) {
    this.#table = table;
    this.#pairs = pairs;
  }

  /**
   * Writes the tokens of the piece `bytes[start..end)` to `out` (room for one per byte); their number, or -1
   * when it went back too often.
   */
  encode(bytes: Uint8Array, start: number, end: number, out: Int32Array): number {
    const length = end - start;
    this.#reset(length);
    const deadEnd = this.#deadEnd;
    let steps = STEPS_PER_BYTE * length + FREE_STEPS;
    let count = 0;
    let at = 0;
    let token = this.#longestAt(bytes, start, at, end);
    while (at < length) {
      if (--steps < 0) return -1;
      const previous = count > 0 ? out[count - 1]! : NO_TOKEN;
      const after = at + this.#table.lengthOf(token);
      if (deadEnd[after] === 0 && (previous === NO_TOKEN || this.#pairs.isValid(previous, token))) {
        out[count++] = token;
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

  #reset(length: number): void {
    if (this.#deadEnd.length <= length) {
      this.#deadEnd = new Uint8Array(length + 1);
      this.#longest = new Int32Array(length + 1);
      return;
    }
    this.#deadEnd.fill(0, 0, length + 1);
    this.#longest.fill(0, 0, length + 1);
  }
}
