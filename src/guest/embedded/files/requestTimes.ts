import type { VirtualClock } from '../clock/index.ts';

/** Operations that give a file or a folder a time. */
const changing = new Set(
  `writeFile appendFile truncate mkdir rm rmdir rename copy symlink link mkfifo utimes put adoptSpool write ftruncate futimes
  nodeMkdir unlink copyFile`.split(/\s+/),
);
/** Of these, those that write on. */
const continuing = new Set(['appendFile', 'write']);

/** O_WRONLY, O_RDWR, O_CREAT, O_TRUNC. */
const changingFlags = 0o1 | 0o2 | 0o100 | 0o1000;

/** The time that a request takes along, epoch milliseconds; undefined where it needs none. */
export type RequestTime = (operation: string, values: readonly unknown[]) => number | undefined;

/** Times of a process with virtual time; without a clock the file worker's own count. */
export function requestTimes(clock: VirtualClock | null): RequestTime {
  if (!clock) return () => undefined;
  return (operation, values) => {
    const opens = operation === 'open' && (Number(values[1]) & changingFlags) !== 0;
    if (!opens && !changing.has(operation)) return undefined;
    return clock.stamp(String(values[0]), continuing.has(operation));
  };
}
