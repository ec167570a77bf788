/** Begins a timer of `ms`, or ends it (null). */
export interface TimerRequest {
  readonly id: number;
  readonly ms: number | null;
}

/** Keeps the page's deadlines: a page in the background has late timers, a worker has not. Posts the ids that are due. */
const timers = new Map<number, ReturnType<typeof setTimeout>>();
addEventListener('message', ({ data: { id, ms } }: MessageEvent<TimerRequest>) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (ms === null) return;
  const timer = setTimeout(() => {
    timers.delete(id);
    postMessage(id);
  }, ms);
  timers.set(id, timer);
});
