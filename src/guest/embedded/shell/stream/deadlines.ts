/**
 * Deadlines that hold also for a script that never lets a timer fire: `while :; do :; done` runs in
 * microtasks alone. Loops look here at every turn; whatever waits is ended by the timer as usual.
 */
export class Deadlines {
  readonly #pending = new Set<{ readonly atMs: number; readonly reach: () => void }>();
  #reached = 0;

  /** Whether a deadline around the command that runs has passed, so that it should write no more. */
  get reached(): boolean {
    return this.#reached > 0;
  }

  /** Calls `reach` once, `afterMs` from now. Returns a disposer. */
  add(afterMs: number, reach: () => void): () => void {
    const entry = { atMs: performance.now() + afterMs, reach };
    this.#pending.add(entry);
    const timer = setTimeout(() => this.#reach(entry), afterMs);
    return () => {
      clearTimeout(timer);
      if (!this.#pending.delete(entry)) this.#reached--;
    };
  }

  /** A loop turns, or a command writes. */
  check(): void {
    if (this.#pending.size === 0) return;
    const nowMs = performance.now();
    for (const entry of this.#pending) if (entry.atMs <= nowMs) this.#reach(entry);
  }

  #reach(entry: { readonly atMs: number; readonly reach: () => void }): void {
    if (!this.#pending.delete(entry)) return;
    this.#reached++;
    entry.reach();
  }
}
