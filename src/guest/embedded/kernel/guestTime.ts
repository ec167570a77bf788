import { guestDate, shellStepMs, VirtualClock } from '../clock/index.ts';
import { seededBytes } from '../files/index.ts';

const RealDate = globalThis.Date;
const realRandom = Math.random;

/** Time and chance of one job. `end` puts the real ones back. */
interface GuestTime {
  /** Null where the time is the real one. */
  readonly clock: VirtualClock | null;
  /** Has `Date` and `performance` show this clock from here on. */
  readonly show: (clock: VirtualClock) => void;
  readonly end: () => void;
}

/**
 * What `date`, `time`, `$SECONDS`, `$EPOCHSECONDS`, `find -mtime` and `$RANDOM`, awk's `rand` ask is the worker's own
 * `Date`, `performance`, `Math.random` and `crypto`. A worker runs one job at a time, so each job gets them anew: the
 * numbers of `seed` and, unless `clockStartMs` (epoch milliseconds) is null, a virtual clock that stands there.
 */
export function beginGuestTime(job: {
  readonly seed: number;
  readonly clockStartMs: number | null;
}): GuestTime {
  const byte = seededBytes(job.seed ^ 0x2545f491);
  // Bytes of a fresh xorshift follow the seed's bits too closely.
  for (let index = 0; index < 16; index++) byte();
  Math.random = () => {
    let value = 0;
    for (let index = 0; index < 4; index++) value = value * 256 + byte();
    return value / 2 ** 32;
  };
  const restoreCrypto = shadow(globalThis.crypto, 'getRandomValues', (target: ArrayBufferView) => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let index = 0; index < bytes.length; index++) bytes[index] = byte();
    return target;
  });
  const { clockStartMs } = job;
  const clock = clockStartMs === null ? null : new VirtualClock(clockStartMs, shellStepMs);
  let shown = clock;
  const look = () => shown?.look() ?? 0;
  let restorePerformance = () => {};
  if (clock) {
    const startMs = clock.nowMs;
    globalThis.Date = guestDate(RealDate, look);
    restorePerformance = shadow(
      globalThis.performance,
      'now',
      () => Math.round((look() - startMs) * 1000) / 1000,
    );
  }
  return {
    clock,
    show: (next) => {
      shown = next;
    },
    end: () => {
      Math.random = realRandom;
      globalThis.Date = RealDate;
      restoreCrypto();
      restorePerformance();
    },
  };
}

/** Hides a method that `object` inherits. Returns what shows it again. */
function shadow(object: object, name: string, value: unknown): () => void {
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  return () => Reflect.deleteProperty(object, name);
}
