/** Ten reports a second are enough for a screen and cheap for a loop that writes thousands of files. */
const intervalMs = 100;
/** More in one message would make the page stutter; the rest comes with the next. */
const mostPaths = 5000;

/** Collects changed paths and reports them in batches while somebody watches. */
export class WatchBatches {
  readonly #report: (paths: readonly string[]) => void;
  #paths = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #enabled = false;

  constructor(report: (paths: readonly string[]) => void) {
    this.#report = report;
  }

  enable(on: boolean): void {
    this.#enabled = on;
    if (!on) this.#paths.clear();
  }

  add(path: string): void {
    if (!this.#enabled) return;
    this.#paths.add(path);
    this.#timer ??= setTimeout(() => this.#send(), intervalMs);
  }

  #send(): void {
    this.#timer = null;
    const batch = [...this.#paths].slice(0, mostPaths);
    for (const path of batch) this.#paths.delete(path);
    if (batch.length > 0) this.#report(batch);
    if (this.#paths.size > 0) this.#timer = setTimeout(() => this.#send(), intervalMs);
  }
}
