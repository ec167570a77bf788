/**
 * Which stores of `AsyncLocalStorage` hold now. Callbacks that are handed on are bound to the context of their
 * making; a native `await` calls nothing that could be bound, so programs that ask for contexts are compiled with
 * a call on each side of it (`loader/awaitContexts.ts`).
 */
export type Context = ReadonlyMap<object, unknown>;
export type Callback = (this: unknown, ...args: unknown[]) => unknown;

const nothing: Context = new Map();
let current: Context = nothing;
let isUsed = false;
const nativeMicrotask = queueMicrotask.bind(globalThis);

export function currentContext(): Context {
  return current;
}

export function enterContext(context: Context): void {
  current = context;
}

export function within<Value>(context: Context, action: () => Value): Value {
  const before = current;
  current = context;
  try {
    return action();
  } finally {
    current = before;
  }
}

/** From now on a callback made in no context runs in none: others may be around when it is called. */
export function contextsAreUsed(): void {
  isUsed = true;
}

/** The callback, in the context of now whenever it is called. */
export function bound(callback: unknown): unknown {
  if (typeof callback !== 'function' || (current.size === 0 && !isUsed)) return callback;
  const context = current;
  const original = callback as Callback;
  return function (this: unknown, ...args: unknown[]) {
    return within(context, () => original.apply(this, args));
  };
}

/** What one call of an async function remembers of its last `await`. */
interface Frame {
  context?: Context;
  isWaiting?: boolean;
}

/** What compiled programs call around `await`, under the name `context$`. */
export const awaitContext = {
  /** Before: the value that is awaited has been computed, so what it entered counts. */
  leave<Value>(frame: Frame, value: Value): Value {
    frame.context = current;
    frame.isWaiting = true;
    return value;
  },
  /** After, also at the start of each turn of `for await`. */
  resume<Value>(frame: Frame, value: Value): Value {
    frame.isWaiting = false;
    goOnIn(frame.context ?? nothing);
    return value;
  },
  /** Where an error arrives, which may have come out of an `await`. */
  caught(frame: Frame): void {
    if (!frame.isWaiting) return;
    frame.isWaiting = false;
    goOnIn(frame.context ?? nothing);
  },
};

/** Whatever else runs in this turn, and was not bound, is in no context: ours ends with this run to the next `await`. */
function goOnIn(context: Context): void {
  current = context;
  if (context !== nothing) nativeMicrotask(leaveAll);
}

function leaveAll(): void {
  current = nothing;
}
