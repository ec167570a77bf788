import { seededBytes } from '../files/index.ts';

const RealDate = globalThis.Date;
const realRandom = Math.random;

/**
 * What `date`, `$SECONDS`, `$EPOCHSECONDS`, `find -mtime` and `$RANDOM`, awk's `rand` ask is the worker's own
 * `Date` and `Math.random`. A worker runs one job at a time, so each job gets them anew: a clock that stands
 * at `clockStartMs` (epoch milliseconds; null: the real one) when the job begins and then runs on, and the
 * numbers of `seed`. Returns what puts the real ones back.
 */
export function beginGuestTime(job: {
  readonly seed: number;
  readonly clockStartMs: number | null;
}): () => void {
  const byte = seededBytes(job.seed ^ 0x2545f491);
  // Bytes of a fresh xorshift follow the seed's bits too closely.
  for (let index = 0; index < 16; index++) byte();
  Math.random = () => {
    let value = 0;
    for (let index = 0; index < 4; index++) value = value * 256 + byte();
    return value / 2 ** 32;
  };
  if (job.clockStartMs !== null) globalThis.Date = dateFrom(job.clockStartMs - RealDate.now());
  return () => {
    Math.random = realRandom;
    globalThis.Date = RealDate;
  };
}

/** `Date`, its present moved by `offsetMs`. */
function dateFrom(offsetMs: number): DateConstructor {
  const now = () => Math.floor(RealDate.now() + offsetMs);
  return new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
