import { guestDate, nodeStepMs, VirtualClock } from '../clock/index.ts';

/** The one place that this `node` asks for the time: `Date`, `performance.now`, `hrtime` and timers. */
export interface NodeClock {
  /** Epoch milliseconds, fractional. */
  nowMs(): number;
  /** Milliseconds since the process began, fractional, never backwards. */
  elapsedMs(): number;
  /** Epoch milliseconds at which the process began (`performance.timeOrigin`). */
  readonly originMs: number;
  /** Where the time is virtual: each of the calls above is a look, and timers and children move it. */
  readonly virtual: VirtualClock | null;
}

/** Virtual time that begins at `startMs` (epoch milliseconds); null: the real time. */
export function createClock(startMs: number | null): NodeClock {
  if (startMs !== null) {
    const virtual = new VirtualClock(startMs, nodeStepMs);
    return {
      originMs: startMs,
      elapsedMs: () => virtual.lookElapsed(),
      nowMs: () => virtual.look(),
      virtual,
    };
  }
  const performanceNow = performance.now.bind(performance);
  const began = performanceNow();
  const originMs = performance.timeOrigin + began;
  const elapsedMs = () => performanceNow() - began;
  return { originMs, elapsedMs, nowMs: () => originMs + elapsedMs(), virtual: null };
}

/** `Date` whose present is the clock's. */
export function dateOf(clock: NodeClock): DateConstructor {
  const RealDate = Date;
  const GuestDate = guestDate(RealDate, () => clock.nowMs());
  Object.defineProperty(RealDate.prototype, 'constructor', {
    value: GuestDate,
    writable: true,
    configurable: true,
  });
  return GuestDate;
}
