/** A look at the clock in a shell: about what starting a program takes. */
export const shellStepMs = 1;
/** The same in `node`, where looks are calls of `Date.now`. */
export const nodeStepMs = 0.05;

/**
 * The time of one process of a seeded guest. It never follows the wall: it moves by one step for each look, by the
 * length of what was slept, and to the time of a child that was waited for. So a program that does the same sees the
 * same times, however fast the machine is. All times are epoch milliseconds, fractional.
 */
export class VirtualClock {
  /** In microseconds, whole, so that steps add up exactly. */
  #nowUs: number;
  readonly #startUs: number;
  readonly #stepUs: number;
  #lastTarget = '';
  #lastStampMs = Number.NaN;
  #stampedAtUs = Number.NaN;

  constructor(startMs: number, stepMs: number) {
    this.#startUs = Math.round(startMs * 1000);
    this.#nowUs = this.#startUs;
    this.#stepUs = Math.round(stepMs * 1000);
  }

  /** A clock of its own for what runs beside it and is waited for. */
  fork(): VirtualClock {
    return new VirtualClock(this.nowMs, this.#stepUs / 1000);
  }

  /** Starts again at another's time. */
  follow(other: VirtualClock): void {
    this.#nowUs = other.#nowUs;
  }

  /** The time, without a step: for what looks as often as it happens to run. */
  get nowMs(): number {
    return this.#nowUs / 1000;
  }

  /** The same since the start, exact to the microsecond. */
  get elapsedMs(): number {
    return (this.#nowUs - this.#startUs) / 1000;
  }

  /** One step on, and the time then. */
  look(): number {
    this.#nowUs += this.#stepUs;
    return this.nowMs;
  }

  /** One step on, and the time since the start then. */
  lookElapsed(): number {
    this.look();
    return this.elapsedMs;
  }

  /** Something that ends at `ms` has been waited for. Never goes back; null changes nothing. */
  reach(ms: number | null | undefined): void {
    if (typeof ms === 'number') this.#nowUs = Math.max(this.#nowUs, Math.round(ms * 1000));
  }

  /**
   * When a change of `target` happens: a whole millisecond, later than every change and look before it, since a file's
   * age is compared with that of others. `continues`: more of what is written to the same file without a look in
   * between has the same time, because into how many pieces output falls is chance.
   */
  stamp(target: string, continues: boolean): number {
    const isMore = continues && target === this.#lastTarget && this.#nowUs === this.#stampedAtUs;
    if (!isMore) {
      this.#lastStampMs = Math.ceil(this.#nowUs / 1000);
      this.#nowUs = (this.#lastStampMs + 1) * 1000;
      this.#stampedAtUs = this.#nowUs;
      this.#lastTarget = target;
    }
    return this.#lastStampMs;
  }
}
