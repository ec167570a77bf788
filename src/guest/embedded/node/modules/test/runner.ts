import type { Callback } from './calling.ts';
import { type Counts, type TestEvent, TestFailure } from './events.ts';
import type { RunnerNode } from './runnerNode.ts';

export interface TestOptions {
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly only?: boolean;
  readonly timeout?: number | null;
  readonly concurrency?: number | boolean | null;
  readonly signal?: AbortSignal;
  readonly plan?: number;
}

export type HookName = 'before' | 'after' | 'beforeEach' | 'afterEach';

export interface Hook {
  readonly run: Callback;
  readonly timeout: number;
  done: boolean;
}

/** What all tests of a run share. */
export interface Runner {
  readonly counts: Counts;
  /** Milliseconds on the guest's clock. */
  readonly now: () => number;
  readonly report: (event: TestEvent) => void;
  readonly startTimer: (callback: () => void, ms: number) => () => void;
  readonly onlyMarked: boolean;
  readonly patterns: readonly RegExp[];
  /** Whose code is being called right now: what is made meanwhile belongs to it. */
  readonly current: { node: RunnerNode | null };
  /** The test whose code runs: what is thrown outside of all calls is told to it. */
  running: RunnerNode[];
}

export function withLimit<Value>(
  runner: Runner,
  work: Promise<Value>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (timeout === Number.POSITIVE_INFINITY && !signal) return work;
  return new Promise((resolve, reject) => {
    const stop =
      timeout === Number.POSITIVE_INFINITY
        ? () => {}
        : runner.startTimer(
            () => reject(new TestFailure(`test timed out after ${timeout}ms`, 'testTimeoutFailure')),
            timeout,
          );
    const abort = () => reject(new TestFailure(signal?.reason, 'testAborted'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      stop();
      signal?.removeEventListener('abort', abort);
    });
  });
}
