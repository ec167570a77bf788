/** awk's random numbers: the same after the same `srand`. */
export class Random {
  #state: number;
  #seed: number;

  /** Until a program seeds it, it begins where the guest's random stands. */
  constructor(random: () => number) {
    this.#seed = Math.floor(random() * 2 ** 31);
    this.#state = this.#seed;
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Starts anew; the seed before. */
  seed(seed: number): number {
    const before = this.#seed;
    this.#seed = seed;
    this.#state = Math.trunc(seed) | 0;
    return before;
  }
}
