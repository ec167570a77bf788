import { checkAbortSignal, checkBoolean, checkNumber, checkObject } from '../nodeErrors/argumentErrors.ts';
import { processDoor } from '../nodeErrors/processDoor.ts';
import type { EventLoop } from './eventLoop.ts';

const custom = Symbol.for('nodejs.util.promisify.custom');
/** Node's own: longer waits become 1 ms. */
const longestMs = 2 ** 31 - 1;

type Callback = (...args: unknown[]) => void;

/** What `setTimeout` and `setInterval` answer. Fields with an underscore are those that programs look at. */
export class Timeout {
  _idleTimeout: number;
  _idleStart: number;
  _onTimeout: Callback | null;
  _timerArgs: unknown[];
  _repeat: number | null;
  _destroyed = false;
  readonly #loop: EventLoop;
  readonly #id: number;
  #isRefed = true;

  constructor(
    loop: EventLoop,
    id: number,
    callback: Callback,
    ms: number,
    args: unknown[],
    repeats: boolean,
  ) {
    this.#loop = loop;
    this.#id = id;
    this._idleTimeout = ms;
    this._idleStart = loop.nowMs;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = repeats ? ms : null;
    for (const name of ['_timerArgs'] as const) Object.defineProperty(this, name, { enumerable: false });
  }

  ref(): this {
    this.#isRefed = true;
    return this;
  }

  unref(): this {
    this.#isRefed = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isRefed;
  }

  refresh(): this {
    this.#loop.startTimer(this);
    return this;
  }

  close(): this {
    this.#loop.stopTimer(this);
    return this;
  }

  [Symbol.dispose](): void {
    this.#loop.stopTimer(this);
  }

  [Symbol.toPrimitive](): number {
    this.#loop.nameTimer(this.#id, this);
    return this.#id;
  }
}

export class Immediate {
  _onImmediate: Callback | null;
  readonly #loop: EventLoop;
  readonly #args: unknown[];
  #isRefed = true;

  constructor(loop: EventLoop, callback: Callback, args: unknown[]) {
    this.#loop = loop;
    this._onImmediate = callback;
    this.#args = args;
  }

  run(): void {
    // Called as its own method, which is how stacks name it.
    this._onImmediate?.(...this.#args);
  }

  ref(): this {
    this.#isRefed = true;
    return this;
  }

  unref(): this {
    this.#isRefed = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isRefed;
  }

  [Symbol.dispose](): void {
    this.#loop.stopImmediate(this);
  }
}

function warnOfOverflow(ms: number): void {
  const message = `${ms} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`;
  processDoor().emitWarning(message, 'TimeoutOverflowWarning');
}

/** The timer functions of Node. `fail` makes its ERR_INVALID_ARG_TYPE. */
export function createTimerFunctions(loop: EventLoop, invalidCallback: (value: unknown) => Error) {
  let lastId = 0;

  function start(callback: unknown, ms: unknown, args: unknown[], repeats: boolean): Timeout {
    if (typeof callback !== 'function') throw invalidCallback(callback);
    const asked = Number(ms);
    if (asked > longestMs) warnOfOverflow(asked);
    const after = asked >= 1 && asked <= longestMs ? Math.trunc(asked) : 1;
    lastId += 1;
    const timer = new Timeout(loop, lastId, callback as Callback, after, args, repeats);
    loop.startTimer(timer);
    return timer;
  }

  function clear(timer: unknown): void {
    if (timer instanceof Timeout) loop.stopTimer(timer);
    else if (typeof timer === 'number' || typeof timer === 'string') loop.stopTimerNamed(Number(timer));
  }

  const functions = {
    setTimeout: function setTimeout(callback: unknown, ms?: unknown, ...args: unknown[]): Timeout {
      return start(callback, ms, args, false);
    },
    clearTimeout: function clearTimeout(timer?: unknown): void {
      clear(timer);
    },
    setInterval: function setInterval(callback: unknown, ms?: unknown, ...args: unknown[]): Timeout {
      return start(callback, ms, args, true);
    },
    clearInterval: function clearInterval(timer?: unknown): void {
      clear(timer);
    },
    setImmediate: function setImmediate(callback: unknown, ...args: unknown[]): Immediate {
      if (typeof callback !== 'function') throw invalidCallback(callback);
      const immediate = new Immediate(loop, callback as Callback, args);
      loop.startImmediate(immediate);
      return immediate;
    },
    clearImmediate: function clearImmediate(immediate?: unknown): void {
      if (immediate instanceof Immediate) loop.stopImmediate(immediate);
    },
  };

  const promised = { configurable: true, enumerable: true };
  Object.defineProperty(functions.setTimeout, custom, {
    ...promised,
    get: () => promiseTimers().setTimeout,
  });
  Object.defineProperty(functions.setImmediate, custom, {
    ...promised,
    get: () => promiseTimers().setImmediate,
  });

  let made: ReturnType<typeof createPromiseTimers> | null = null;
  function promiseTimers() {
    made ??= createPromiseTimers(functions);
    return made;
  }

  return { functions, promiseTimers };
}

export type TimerFunctions = ReturnType<typeof createTimerFunctions>['functions'];

interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

function abortError(signal: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: signal.reason });
  error.name = 'AbortError';
  return Object.assign(error, { code: 'ABORT_ERR' });
}

function checkedOptions(options: WaitOptions): WaitOptions {
  checkObject(options, 'options');
  checkAbortSignal(options.signal, 'options.signal');
  checkBoolean(options.ref ?? true, 'options.ref');
  return options;
}

/** `timers/promises`. */
function createPromiseTimers(timers: TimerFunctions) {
  function wait<Value, Handle extends { unref(): unknown }>(
    start: (done: () => void) => Handle,
    stop: (handle: Handle) => void,
    value: Value,
    options: WaitOptions,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      // What speaks against them is a rejection.
      const { signal, ref = true } = checkedOptions(options);
      if (signal?.aborted) {
        reject(abortError(signal));
        return;
      }
      const onAbort = () => {
        stop(handle);
        if (signal) reject(abortError(signal));
      };
      const handle = start(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve(value);
      });
      if (!ref) handle.unref();
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  const promises = {
    setTimeout: <Value>(ms?: number, value?: Value, options: WaitOptions = {}) => {
      const start = (done: () => void) => {
        if (ms !== undefined) checkNumber(ms, 'delay');
        return timers.setTimeout(done, ms);
      };
      return wait(start, timers.clearTimeout, value, options);
    },
    setImmediate: <Value>(value?: Value, options: WaitOptions = {}) =>
      wait((done) => timers.setImmediate(done), timers.clearImmediate, value, options),
    setInterval: async function* <Value>(ms?: number, value?: Value, options: WaitOptions = {}) {
      let due = 0;
      let wake = () => {};
      const interval = timers.setInterval(() => {
        due += 1;
        wake();
      }, ms);
      if (options.ref === false) interval.unref();
      const onAbort = () => wake();
      options.signal?.addEventListener('abort', onAbort, { once: true });
      try {
        for (;;) {
          if (options.signal?.aborted) throw abortError(options.signal);
          if (due === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          for (; due > 0; due--) yield value;
        }
      } finally {
        timers.clearInterval(interval);
        options.signal?.removeEventListener('abort', onAbort);
      }
    },
    scheduler: {
      wait: (ms: number, options: WaitOptions = {}) => promises.setTimeout(ms, undefined, options),
      yield: () => promises.setImmediate(),
    },
  };
  return promises;
}
