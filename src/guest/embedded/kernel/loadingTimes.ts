/** For how long a process of a run was asked for and had no loaded worker yet, run by run. */
export class LoadingTimes {
  readonly #nowMs: () => number;
  readonly #runs = new Map<number, RunLoading>();

  /** `nowMs`: a clock that only goes forward, milliseconds. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** A process of the run is asked for; `begun` resolves when it has begun, or will never. */
  follow(run: number, begun: Promise<void>): void {
    let loading = this.#runs.get(run);
    if (!loading) {
      loading = { beforeMs: 0, sinceMs: 0, pending: 0, waiting: [] };
      this.#runs.set(run, loading);
    }
    const followed = loading;
    if (followed.pending === 0) followed.sinceMs = this.#nowMs();
    followed.pending += 1;
    void begun.then(() => this.#over(followed));
  }

  /** Milliseconds so far in which at least one was loading. */
  soFarMs(run: number): number {
    const loading = this.#runs.get(run);
    if (!loading) return 0;
    return loading.beforeMs + (loading.pending > 0 ? this.#nowMs() - loading.sinceMs : 0);
  }

  /** The same, once none is loading. */
  async settledMs(run: number): Promise<number> {
    const loading = this.#runs.get(run);
    if (loading && loading.pending > 0) await new Promise<void>((resolve) => loading.waiting.push(resolve));
    return this.soFarMs(run);
  }

  /** Nothing of the run is left that would ask. */
  forget(run: number): void {
    this.#runs.delete(run);
  }

  #over(loading: RunLoading): void {
    loading.pending -= 1;
    if (loading.pending > 0) return;
    loading.beforeMs += this.#nowMs() - loading.sinceMs;
    for (const resolve of loading.waiting.splice(0)) resolve();
  }
}

interface RunLoading {
  /** Of spans that are over. */
  beforeMs: number;
  /** When the span began that goes on. */
  sinceMs: number;
  pending: number;
  waiting: (() => void)[];
}
