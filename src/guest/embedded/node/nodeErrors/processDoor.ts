/**
 * `process`, where the library reaches for it as Node's does: through the global, at the moment of use. So parts
 * that packages also stand on (events, streams) need nothing handed in.
 */
export interface ProcessDoor {
  nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void;
  emitWarning(warning: string | Error, ...rest: unknown[]): void;
  emit?(event: string, ...args: unknown[]): boolean;
}

export function processDoor(): ProcessDoor {
  const door = (globalThis as { process?: ProcessDoor }).process;
  if (door) return door;
  return {
    nextTick: (callback, ...args) => queueMicrotask(() => callback(...args)),
    emitWarning: () => {},
  };
}
