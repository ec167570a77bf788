/** The one place that this `node` asks for the time: `Date`, `performance.now`, `hrtime` and timers. */
export interface NodeClock {
  /** Epoch milliseconds, fractional. */
  nowMs(): number;
  /** Milliseconds since the process began, fractional, never backwards. */
  elapsedMs(): number;
  /** Epoch milliseconds at which the process began (`performance.timeOrigin`). */
  readonly originMs: number;
}

/** A clock that stands at `startMs` (epoch milliseconds; null: the real time) now and then runs on. */
export function createClock(startMs: number | null): NodeClock {
  const performanceNow = performance.now.bind(performance);
  const began = performanceNow();
  const originMs = startMs ?? performance.timeOrigin + began;
  const elapsedMs = () => performanceNow() - began;
  return { originMs, elapsedMs, nowMs: () => originMs + elapsedMs() };
}

/** `Date` whose present is the clock's. */
export function dateOf(clock: NodeClock): DateConstructor {
  const RealDate = Date;
  const now = () => Math.floor(clock.nowMs());
  const GuestDate = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  Object.defineProperty(RealDate.prototype, 'constructor', {
    value: GuestDate,
    writable: true,
    configurable: true,
  });
  return GuestDate;
}
