/** `real`, the browser's `Date`, with the present that `nowMs` gives (epoch milliseconds, fractional). */
export function guestDate(real: DateConstructor, nowMs: () => number): DateConstructor {
  const now = () => Math.floor(nowMs());
  return new Proxy(real, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new real(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
