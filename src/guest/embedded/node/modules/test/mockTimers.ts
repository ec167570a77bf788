import { checkNumber, invalidArgValue } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';

type Callback = (...args: unknown[]) => unknown;

interface Entry {
  readonly id: number;
  readonly callback: Callback;
  readonly args: readonly unknown[];
  readonly every: number | null;
  atMs: number;
}

const names = ['setTimeout', 'setInterval', 'setImmediate', 'Date'] as const;
type Api = (typeof names)[number];

function isApi(name: string): name is Api {
  return (names as readonly string[]).includes(name);
}

/** `mock.timers`: timers and `Date` that move only when they are told to. */
export class MockTimers {
  #enabled = false;
  #nowMs = 0;
  #lastId = 0;
  #entries: Entry[] = [];
  readonly #restores: (() => void)[] = [];
  readonly #modules: () => readonly object[];

  /** `modules` also hold the timer functions, beside the globals. */
  constructor(modules: () => readonly object[]) {
    this.#modules = modules;
  }

  enable(options: { readonly apis?: readonly string[]; readonly now?: number | Date } = {}): void {
    if (this.#enabled)
      throw nodeError(Error, 'ERR_INVALID_STATE', 'Invalid state: MockTimers is already enabled!');
    const { apis = names, now = 0 } = options;
    for (const api of apis) {
      if (!isApi(api)) throw invalidArgValue('options.apis', api, `option ${api} is not supported`);
    }
    this.#nowMs = now instanceof Date ? now.getTime() : now;
    this.#enabled = true;
    for (const api of apis) this.#replace(api as Api);
  }

  #replace(api: Api): void {
    if (api === 'Date') {
      this.#put(globalThis, 'Date', this.#date(globalThis.Date));
      return;
    }
    const add =
      (every: boolean) =>
      (callback: Callback, ms = 1, ...args: unknown[]) =>
        this.#add(callback, ms, every, args);
    const made = {
      setTimeout: add(false),
      setInterval: add(true),
      setImmediate: (callback: Callback, ...args: unknown[]) => this.#add(callback, -1, false, args),
    }[api];
    const clear = (timer: unknown) => this.#clear(timer);
    const clearName = api.replace('set', 'clear');
    for (const holder of [globalThis, ...this.#modules()]) {
      this.#put(holder, api, made);
      this.#put(holder, clearName, clear);
    }
  }

  #put(holder: object, name: string, value: unknown): void {
    const before = Object.getOwnPropertyDescriptor(holder, name);
    if (!before) return;
    Object.defineProperty(holder, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: before.enumerable ?? false,
    });
    this.#restores.push(() => Object.defineProperty(holder, name, before));
  }

  #date(RealDate: DateConstructor): DateConstructor {
    const now = () => this.#nowMs;
    return new Proxy(RealDate, {
      construct: (target, args: unknown[], newTarget) =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
      apply: () => new RealDate(now()).toString(),
      get: (target, name, receiver) =>
        name === 'now' ? now : name === 'isMock' ? true : Reflect.get(target, name, receiver),
    });
  }

  #add(callback: Callback, ms: number, repeats: boolean, args: readonly unknown[]): object {
    const wait = ms < 0 ? 0 : Math.max(1, Math.trunc(Number(ms)) || 1);
    const entry: Entry = {
      id: ++this.#lastId,
      callback,
      args,
      every: repeats ? wait : null,
      atMs: this.#nowMs + wait,
    };
    this.#entries.push(entry);
    const timer = {
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
      refresh: () => timer,
      [Symbol.toPrimitive]: () => entry.id,
    };
    return timer;
  }

  #clear(timer: unknown): void {
    if (timer === undefined || timer === null) return;
    const id = Number(timer);
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
  }

  #check(): void {
    if (!this.#enabled) {
      throw nodeError(
        Error,
        'ERR_INVALID_STATE',
        'Invalid state: You should enable MockTimers first by calling the .enable function',
      );
    }
  }

  #next(untilMs: number): Entry | undefined {
    return this.#entries
      .filter(({ atMs }) => atMs <= untilMs)
      .sort((left, right) => left.atMs - right.atMs || left.id - right.id)[0];
  }

  tick(ms = 1): void {
    this.#check();
    checkNumber(ms, 'time', 0);
    // As in Node, the time stands at its end already while callbacks of before are called.
    this.#nowMs += ms;
    for (let entry = this.#next(this.#nowMs); entry; entry = this.#next(this.#nowMs)) {
      if (entry.every === null) this.#clear(entry.id);
      else entry.atMs += entry.every;
      entry.callback(...entry.args);
    }
  }

  setTime(ms: number): void {
    this.#check();
    checkNumber(ms, 'time', 0);
    this.#nowMs = ms;
  }

  runAll(): void {
    this.#check();
    const last = Math.max(this.#nowMs, ...this.#entries.map(({ atMs }) => atMs));
    this.tick(last - this.#nowMs);
  }

  reset(): void {
    if (!this.#enabled) return;
    for (const restore of this.#restores.splice(0).reverse()) restore();
    this.#entries = [];
    this.#nowMs = 0;
    this.#enabled = false;
  }

  [Symbol.dispose](): void {
    this.reset();
  }
}
