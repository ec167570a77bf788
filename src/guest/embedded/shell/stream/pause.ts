/** Natives, before a seeded run replaces the clock. */
const nextTimer = globalThis.setTimeout.bind(globalThis);
const dropTimer = globalThis.clearTimeout.bind(globalThis);

/**
 * Resolves in a later task, so that timers and messages that are due come first. `setTimeout(0)` would cost
 * 4 ms each in a browser, hence the message to oneself.
 */
export function laterTask(): Promise<void> {
  if ('setImmediate' in globalThis) {
    const { setImmediate } = globalThis as unknown as { setImmediate(run: () => void): void };
    return new Promise(setImmediate);
  }
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** How often something that waits looks whether it has been stopped, milliseconds: well below just-bash's 100. */
const lookEveryMs = 20;

/** The value of `promise`, or `instead` soon after `stopped` has become true. */
export async function unlessStopped<T, S>(
  promise: Promise<T>,
  stopped: () => boolean,
  instead: S,
): Promise<T | S> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = new Promise<S>((resolve) => {
    const look = (): void => {
      if (stopped()) resolve(instead);
      else timer = nextTimer(look, lookEveryMs);
    };
    timer = nextTimer(look, stopped() ? 0 : lookEveryMs);
  });
  try {
    return await Promise.race([promise, stop]);
  } finally {
    dropTimer(timer);
  }
}
