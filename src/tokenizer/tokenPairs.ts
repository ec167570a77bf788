import { NO_TOKEN, type RankTable } from './rankTable.ts';
import { ShortMerge } from './shortMerge.ts';

const CACHE_BITS = 17;
const UNKNOWN = -2;

/**
 * Facts about tokens that make long pieces linear. A sequence of tokens is the byte-pair encoding of its
 * text exactly when every two neighbours are a valid pair, that is when they are the encoding of their own
 * concatenation (the insight behind GitHub's `bpe` crate).
 */
export class TokenPairs {
  readonly #table: RankTable;
  readonly #merge: ShortMerge;
  /** The two tokens whose merge makes a token; the token itself when it is one byte or cannot be made. */
  readonly #leftHalf: Int32Array;
  readonly #rightHalf: Int32Array;
  readonly #shorter: Int32Array;
  readonly #joined: Uint8Array;
  /** Direct-mapped caches, keyed by the pair. */
  readonly #validLeft = new Int32Array(1 << CACHE_BITS).fill(NO_TOKEN);
  readonly #validRight = new Int32Array(1 << CACHE_BITS);
  readonly #valid = new Uint8Array(1 << CACHE_BITS);
  readonly #mergeLeft = new Int32Array(1 << CACHE_BITS).fill(NO_TOKEN);
  readonly #mergeRight = new Int32Array(1 << CACHE_BITS);
  readonly #merged = new Int32Array(1 << CACHE_BITS);

  constructor(table: RankTable) {
    this.#table = table;
    this.#merge = new ShortMerge(table);
    this.#leftHalf = new Int32Array(table.size).fill(UNKNOWN);
    this.#rightHalf = new Int32Array(table.size).fill(UNKNOWN);
    this.#shorter = new Int32Array(table.size).fill(UNKNOWN);
    this.#joined = new Uint8Array(2 * table.longestTokenBytes);
  }

  /** The longest token that is a proper prefix of this one, or NO_TOKEN for a single byte. */
  nextShorter(token: number): number {
    const kept = this.#shorter[token]!;
    if (kept !== UNKNOWN) return kept;
    const { tokenBytes, tokenStart } = this.#table;
    const start = tokenStart[token]!;
    let shorter = NO_TOKEN;
    for (let end = tokenStart[token + 1]! - 1; end > start && shorter === NO_TOKEN; end--) {
      shorter = this.#table.find(tokenBytes, start, end);
    }
    this.#shorter[token] = shorter;
    return shorter;
  }

  /** The token that the concatenation of the two is, or NO_TOKEN. */
  mergeOf(left: number, right: number): number {
    const slot = slotOf(left, right);
    if (this.#mergeLeft[slot] === left && this.#mergeRight[slot] === right) return this.#merged[slot]!;
    const length = this.#join(left, right);
    const token = this.#table.find(this.#joined, 0, length);
    this.#mergeLeft[slot] = left;
    this.#mergeRight[slot] = right;
    this.#merged[slot] = token;
    return token;
  }

  /** Whether the two tokens, side by side, are the encoding of their concatenation. */
  isValid(left: number, right: number): boolean {
    const slot = slotOf(left, right);
    if (this.#validLeft[slot] === left && this.#validRight[slot] === right) return this.#valid[slot] === 1;
    const valid = this.#checkPair(left, right);
    this.#validLeft[slot] = left;
    this.#validRight[slot] = right;
    this.#valid[slot] = valid ? 1 : 0;
    return valid;
  }

  /**
   * Undoes merges from the latest back on both sides of the seam. When the parts that touch at some moment
   * would have been merged earlier than the side was completed, the seam does not hold.
   */
  #checkPair(left: number, right: number): boolean {
    const table = this.#table;
    this.#join(left, right);
    const seam = table.lengthOf(left);
    let limit = 0x7fffffff;
    let a = left;
    let z = right;
    for (;;) {
      const across = table.find(this.#joined, seam - table.lengthOf(a), seam + table.lengthOf(z));
      if (across !== NO_TOKEN && across < limit) return false;
      const undoLeftFirst = a > z;
      const leftLimit = a;
      const rightLimit = z + 1;
      const nextLeft = this.#rightHalfOf(a);
      const nextRight = this.#leftHalfOf(z);
      if (undoLeftFirst ? nextLeft !== a : nextRight === z && nextLeft !== a) {
        limit = leftLimit;
        a = nextLeft;
      } else if (nextRight !== z) {
        limit = rightLimit;
        z = nextRight;
      } else return true;
    }
  }

  #join(left: number, right: number): number {
    const { tokenBytes, tokenStart } = this.#table;
    let at = 0;
    for (const token of [left, right]) {
      const end = tokenStart[token + 1]!;
      for (let i = tokenStart[token]!; i < end; i++) this.#joined[at++] = tokenBytes[i]!;
    }
    return at;
  }

  #leftHalfOf(token: number): number {
    if (this.#leftHalf[token] === UNKNOWN) this.#split(token);
    return this.#leftHalf[token]!;
  }

  #rightHalfOf(token: number): number {
    if (this.#rightHalf[token] === UNKNOWN) this.#split(token);
    return this.#rightHalf[token]!;
  }

  #split(token: number): void {
    const { tokenBytes, tokenStart } = this.#table;
    const start = tokenStart[token]!;
    const end = tokenStart[token + 1]!;
    const parts = end - start < 2 ? 1 : this.#merge.run(tokenBytes, start, end, 2);
    const middle = this.#merge.partStart[1]!;
    this.#leftHalf[token] = parts === 2 ? this.#table.find(tokenBytes, start, middle) : token;
    this.#rightHalf[token] = parts === 2 ? this.#table.find(tokenBytes, middle, end) : token;
  }
}

function slotOf(left: number, right: number): number {
  let hash = (Math.imul(left, 0x9e3779b1) + Math.imul(right, 0x85ebca6b)) | 0;
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> (32 - CACHE_BITS);
}
