import type { TestEvent } from './eventLines.ts';

const cancelled: ReadonlySet<unknown> = new Set(['cancelledByParent', 'testAborted', 'testTimeoutFailure']);

interface Outcome {
  readonly nesting: number;
  readonly skip?: unknown;
  readonly todo?: unknown;
  readonly details?: { readonly type?: unknown; readonly error?: { readonly failureType?: unknown } };
}

/** How many tests ended how, as the last lines of a report say it. */
export class TestCounts {
  topLevel = 0;
  readonly #counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };

  get hasFailed(): boolean {
    return this.#counts.fail > 0 || this.#counts.cancelled > 0;
  }

  add({ type, data }: TestEvent): void {
    const outcome = data as unknown as Outcome;
    if (outcome.nesting === 0) this.topLevel += 1;
    const counts = this.#counts;
    if (outcome.details?.type === 'suite') {
      counts.suites += 1;
      return;
    }
    counts.tests += 1;
    if (outcome.skip !== undefined) counts.skipped += 1;
    else if (outcome.todo !== undefined) counts.todo += 1;
    else if (cancelled.has(outcome.details?.error?.failureType)) counts.cancelled += 1;
    else if (type === 'test:fail') counts.fail += 1;
    else counts.pass += 1;
  }

  /** `tests 3`, `suites 0`, … `duration_ms 12.5`. */
  lines(durationMs: number): string[] {
    return [...Object.entries(this.#counts), ['duration_ms', durationMs]].map(
      ([name, count]) => `${name} ${count}`,
    );
  }
}
