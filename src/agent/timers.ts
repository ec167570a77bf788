/** Calls `action` once after `ms`; the disposer takes it back. Injected, so that tests own the time. */
export type After = (ms: number, action: () => void) => () => void;

export const afterOnTimer: After = (ms, action) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

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
