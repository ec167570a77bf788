/**
 * The browser's own clock, taken when a worker loads: before a job with virtual time replaces `Date` and
 * `performance`. For what really waits: deadlines, batches of output, timers.
 */
const realNow = globalThis.performance.now.bind(globalThis.performance);

/** Milliseconds, fractional, never backwards; their origin means nothing. */
export function wallMs(): number {
  return realNow();
}
