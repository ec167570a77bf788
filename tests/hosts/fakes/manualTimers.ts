import type { After } from '../../../src/agent/index.ts';

/** Time that passes only when a test says so. */
export class ManualTimers {
  #nowMs = 0;
  #serial = 0;
  readonly #waiting = new Map<number, { readonly dueMs: number; readonly action: () => void }>();

  readonly after: After = (ms, action) => {
    const id = this.#serial++;
    this.#waiting.set(id, { dueMs: this.#nowMs + ms, action });
    return () => this.#waiting.delete(id);
  };

  /** Milliseconds until each waiting timer, ascending. */
  get waits(): readonly number[] {
    return [...this.#waiting.values()].map(({ dueMs }) => dueMs - this.#nowMs).sort((a, b) => a - b);
  }

  advance(ms: number): void {
    const end = this.#nowMs + ms;
    for (;;) {
      const due = [...this.#waiting].filter(([, timer]) => timer.dueMs <= end);
      const next = due.sort((a, b) => a[1].dueMs - b[1].dueMs || a[0] - b[0])[0];
      if (next === undefined) break;
      this.#waiting.delete(next[0]);
      this.#nowMs = next[1].dueMs;
      next[1].action();
    }
    this.#nowMs = end;
  }
}
