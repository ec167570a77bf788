import { NO_TOKEN, type RankTable } from './rankTable.ts';

/** Up to here a plain scan for the lowest rank beats anything cleverer. */
export const SHORT_PIECE_BYTES = 16;

const NO_RANK = 0x7fffffff;
/** Room for two of the longest tokens (128 bytes each). */
const MAX_BYTES = 512;

/** Byte-pair merge by the definition: again and again the leftmost pair of the lowest rank. Quadratic. */
export class ShortMerge {
  /** After a run: where part i begins, and one more entry with the end. */
  readonly partStart = new Int32Array(MAX_BYTES + 1);
  readonly #pairRank = new Int32Array(MAX_BYTES + 1);
  readonly #table: RankTable;

  constructor(table: RankTable) {
    this.#table = table;
  }

  /** Merges `bytes[start..end)` (512 bytes at most) until `stopAt` parts are left or nothing merges; their number. */
  run(bytes: Uint8Array, start: number, end: number, stopAt = 1): number {
    const { partStart } = this;
    const pairRank = this.#pairRank;
    let parts = end - start;
    for (let i = 0; i <= parts; i++) partStart[i] = start + i;
    for (let i = 0; i < parts - 1; i++) pairRank[i] = this.#rankAt(bytes, i);
    while (parts > stopAt) {
      let lowest = NO_RANK;
      let at = -1;
      for (let i = 0; i < parts - 1; i++) {
        if (pairRank[i]! < lowest) {
          lowest = pairRank[i]!;
          at = i;
        }
      }
      if (at < 0) break;
      for (let i = at + 1; i < parts; i++) partStart[i] = partStart[i + 1]!;
      for (let i = at + 1; i < parts - 1; i++) pairRank[i] = pairRank[i + 1]!;
      parts--;
      if (at < parts - 1) pairRank[at] = this.#rankAt(bytes, at);
      if (at > 0) pairRank[at - 1] = this.#rankAt(bytes, at - 1);
    }
    return parts;
  }

  #rankAt(bytes: Uint8Array, part: number): number {
    const token = this.#table.find(bytes, this.partStart[part]!, this.partStart[part + 2]!);
    return token === NO_TOKEN ? NO_RANK : token;
  }
}
