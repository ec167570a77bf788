import { type VirtualClock, wallMs } from '../../clock/index.ts';

interface Pending {
  /** On the wall's clock: deadlines are for what really takes long. */
  readonly atMs: number;
  readonly reach: () => void;
}

/**
 * Deadlines that hold also for a script that never lets a timer fire: `while :; do :; done` runs in
 * microtasks alone. Loops look here at every turn; whatever waits is ended by the timer as usual.
 */
export class Deadlines {
  readonly #around: Deadlines | null;
  readonly #clock: VirtualClock | null;
  readonly #pending: Set<Pending>;
  #reached = 0;

  /** `around`: those of the shell that a stage of a pipeline belongs to; they hold for it too. */
  constructor({
    around = null,
    clock = null,
  }: { readonly around?: Deadlines | null; readonly clock?: VirtualClock | null } = {}) {
    this.#around = around;
    this.#clock = clock;
    this.#pending = around ? around.#pending : new Set();
  }

  /** Whether a deadline around the command that runs has passed, so that it should write no more. */
  get reached(): boolean {
    return this.#reached > 0 || (this.#around?.reached ?? false);
  }

  /** Calls `reach` once, `afterMs` from now. Returns a disposer. */
  add(afterMs: number, reach: () => void): () => void {
    const dueMs = this.#clock && this.#clock.nowMs + afterMs;
    const entry: Pending = {
      atMs: wallMs() + afterMs,
      reach: () =>
        this.#reach(entry, () => {
          this.#clock?.reach(dueMs);
          reach();
        }),
    };
    this.#pending.add(entry);
    const timer = setTimeout(entry.reach, afterMs);
    return () => {
      clearTimeout(timer);
      if (!this.#pending.delete(entry)) this.#reached--;
    };
  }

  /** A loop turns, or a command writes. */
  check(): void {
    if (this.#pending.size === 0) return;
    const nowMs = wallMs();
    for (const entry of this.#pending) if (entry.atMs <= nowMs) entry.reach();
  }

  #reach(entry: Pending, reach: () => void): void {
    if (!this.#pending.delete(entry)) return;
    this.#reached++;
    reach();
  }
}
