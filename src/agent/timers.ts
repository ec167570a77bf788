import type { TimerRequest } from './timerWorker.ts';

/** Calls `action` once after `ms`; the disposer takes it back. Injected, so that tests own the time. */
export type After = (ms: number, action: () => void) => () => void;

export const afterOnTimer: After = (ms, action) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

/** Shorter ones are for what the page shows, and may wait with it. */
const deadlineMs = 1_000;

/**
 * Timers that a page in the background does not make late: from a second on a worker keeps them. One worker for the
 * life of the page; where it does not start, the page's own timers serve.
 */
export function createDeadlines(): After {
  const actions = new Map<number, () => void>();
  let last = 0;
  const dueMs = new Map<number, number>();
  let worker: Worker | null = null;
  let failed = false;

  function start(): Worker {
    const started = new Worker(new URL('./timerWorker.ts', import.meta.url), {
      type: 'module',
      name: 'deadlines',
    });
    started.onmessage = ({ data }: MessageEvent<number>) => fire(data);
    started.onerror = () => {
      failed = true;
      for (const [id, due] of dueMs) setTimeout(() => fire(id), due - performance.now());
    };
    return started;
  }

  function fire(id: number): void {
    const action = actions.get(id);
    forget(id);
    action?.();
  }

  function forget(id: number): void {
    actions.delete(id);
    dueMs.delete(id);
  }

  return (ms, action) => {
    if (ms < deadlineMs || failed) return afterOnTimer(ms, action);
    last += 1;
    const id = last;
    actions.set(id, action);
    dueMs.set(id, performance.now() + ms);
    worker ??= start();
    worker.postMessage({ id, ms } satisfies TimerRequest);
    return () => {
      if (!actions.has(id)) return;
      forget(id);
      worker?.postMessage({ id, ms: null } satisfies TimerRequest);
    };
  };
}

/** Resolves after `ms`, or early and without error when the signal fires. */
export function waitFor(after: After, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = after(ms, done);
    signal.addEventListener('abort', done);
  });
}

/**
 * Runs `fire` at most once per `everyMs`, the first time at once and the last time always, so that a
 * listener sees the end state without being called for every chunk.
 */
export function createBatcher(
  after: After,
  everyMs: number,
  fire: () => void,
): { readonly poke: () => void; readonly flush: () => void; readonly dispose: () => void } {
  let cancel: (() => void) | null = null;
  let dirty = false;
  const open = () => {
    cancel = null;
    if (dirty) run();
  };
  const run = () => {
    dirty = false;
    cancel = after(everyMs, open);
    fire();
  };
  return {
    poke: () => {
      dirty = true;
      if (cancel === null) run();
    },
    flush: () => {
      if (!dirty) return;
      dirty = false;
      fire();
    },
    dispose: () => {
      cancel?.();
      cancel = null;
      dirty = false;
    },
  };
}
