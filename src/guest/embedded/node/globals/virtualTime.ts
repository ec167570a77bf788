import { dateOf, type NodeClock } from '../clock.ts';
import type { TimerFunctions } from '../loop/timers.ts';

/** Puts the globals that tell or take time on the process's clock, where that is virtual. */
export function installVirtualTime(clock: NodeClock, timers: TimerFunctions): void {
  const { virtual } = clock;
  if (!virtual) return;
  globalThis.Date = dateOf(clock);
  const wait = Atomics.wait.bind(Atomics);
  // Programs sleep so.
  Atomics.wait = ((array: Int32Array, index: number, value: number, ms = Number.POSITIVE_INFINITY) => {
    const dueMs = virtual.nowMs + ms;
    const outcome = wait(array, index, value, ms);
    if (outcome === 'timed-out') virtual.reach(dueMs);
    return outcome;
  }) as typeof Atomics.wait;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    const abort = () =>
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    timers.setTimeout(abort, ms).unref();
    return controller.signal;
  };
  const { DateTimeFormat } = Intl;
  const plain = Object.getOwnPropertyDescriptor(DateTimeFormat.prototype, 'formatToParts');
  const formatToParts = plain?.value as Intl.DateTimeFormat['formatToParts'] | undefined;
  if (formatToParts) {
    DateTimeFormat.prototype.formatToParts = function (date) {
      return formatToParts.call(this, date ?? Date.now());
    };
  }
  const format = Object.getOwnPropertyDescriptor(DateTimeFormat.prototype, 'format')?.get;
  if (format) {
    Object.defineProperty(DateTimeFormat.prototype, 'format', {
      configurable: true,
      get(this: Intl.DateTimeFormat) {
        const bound = format.call(this) as Intl.DateTimeFormat['format'];
        return (date?: Date | number) => bound(date ?? Date.now());
      },
    });
  }
}
