type Callback = (...args: unknown[]) => void;

/** What `nextTick` was given, in order. */
export class Ticks {
  readonly #waiting: { readonly callback: Callback; readonly args: unknown[] }[] = [];
  #isDraining = false;

  get isPending(): boolean {
    return this.#waiting.length > 0;
  }

  add(callback: Callback, args: unknown[]): void {
    this.#waiting.push({ callback, args });
  }

  /** Runs them and what they add until nothing is left; where one throws, the rest waits for the next call. */
  drainTicks(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      for (let tick = this.#waiting.shift(); tick; tick = this.#waiting.shift()) {
        const { callback, args } = tick;
        callback(...args);
      }
    } finally {
      this.#isDraining = false;
    }
  }
}
