/** One turn of the page: a frame is 16 ms, and something else may stand in it. */
const turnMs = 8;

/**
 * Runs long work of the page's own in turns, so that it draws and answers between them; `work` yields where it can be
 * interrupted. `isWanted` is asked at each turn: null where it was given up.
 */
export async function inTurns<T>(
  work: Generator<unknown, T>,
  isWanted: () => boolean = () => true,
): Promise<T | null> {
  for (;;) {
    const endsAtMs = performance.now() + turnMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < endsAtMs);
    await nextTask();
    if (!isWanted()) return null;
  }
}

/** A task of its own, without the 4 ms that a timer waits. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
