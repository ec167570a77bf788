/** The largest time of a `Date`. */
const lastMs = 8.64e15;

/**
 * The time at which files change: the real one, or, in a guest with virtual time, that which the request says its
 * process has. What carries none (a restore, the output of a process whose parent has ended) happens at the latest
 * time that was heard of.
 */
export class FileClock {
  readonly #isVirtual: boolean;
  #latestMs: number;
  #requestMs: number | null = null;

  /** `startMs` in epoch milliseconds; null: the real time. */
  constructor(startMs: number | null) {
    this.#isVirtual = startMs !== null;
    this.#latestMs = startMs ?? 0;
  }

  readonly now = (): number => (this.#isVirtual ? (this.#requestMs ?? this.#latestMs) : Date.now());

  /** Does what a request asks for, at its time. `timeMs` came from guest code. */
  during<Value>(timeMs: unknown, work: () => Value): Value {
    if (typeof timeMs !== 'number' || !(Math.abs(timeMs) <= lastMs)) return work();
    this.#requestMs = timeMs;
    this.#latestMs = Math.max(this.#latestMs, timeMs);
    try {
      return work();
    } finally {
      this.#requestMs = null;
    }
  }
}
