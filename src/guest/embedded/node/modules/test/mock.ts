import {
  checkFunction,
  checkInteger,
  invalidArgType,
  invalidArgValue,
} from '../../nodeErrors/argumentErrors.ts';
import type { MockTimers } from './mockTimers.ts';

type Callback = (this: unknown, ...args: unknown[]) => unknown;

interface Call {
  readonly arguments: readonly unknown[];
  readonly error: unknown;
  readonly result: unknown;
  readonly stack: Error;
  readonly target: unknown;
  readonly this: unknown;
}

interface MockOptions {
  readonly times?: number;
  readonly getter?: boolean;
  readonly setter?: boolean;
}

/** `fn.mock`: the calls, and what is called instead. */
class MockFunctionContext {
  #calls: Call[] = [];
  #implementation: Callback;
  #once = new Map<number, Callback>();
  #times: number;
  readonly #restore: () => void;

  constructor(implementation: Callback, restore: () => void, times: number) {
    this.#implementation = implementation;
    this.#restore = restore;
    this.#times = times;
  }
  get calls(): Call[] {
    return this.#calls.slice();
  }
  callCount(): number {
    return this.#calls.length;
  }
  mockImplementation(implementation: unknown): void {
    checkFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }
  mockImplementationOnce(implementation: unknown, onCall?: unknown): void {
    checkFunction(implementation, 'implementation');
    const call = onCall ?? this.#calls.length;
    checkInteger(call, 'onCall', this.#calls.length);
    this.#once.set(call, implementation);
  }
  restore(): void {
    this.#restore();
  }
  resetCalls(): void {
    this.#calls = [];
  }
  /** Not for programs: what the mock is to call now. */
  static next(context: MockFunctionContext): Callback {
    const call = context.#calls.length;
    const once = context.#once.get(call);
    context.#once.delete(call);
    const implementation = once ?? context.#implementation;
    if (call + 1 === context.#times) context.#restore();
    return implementation;
  }
  static track(context: MockFunctionContext, call: Call): void {
    context.#calls.push(Object.assign(Object.create(null), call));
  }
}

const nextOf = MockFunctionContext.next;
const trackOf = MockFunctionContext.track;
Reflect.deleteProperty(MockFunctionContext, 'next');
Reflect.deleteProperty(MockFunctionContext, 'track');

function timesOf(options: MockOptions): number {
  const { times = Number.POSITIVE_INFINITY } = options;
  if (times !== Number.POSITIVE_INFINITY) checkInteger(times, 'options.times', 1);
  return times;
}

/** What is mocked where no function is given; a program may call it with `new`. */
function nothing(): void {}

/** A function that looks as `original`, calls what the context says and keeps count. */
function mockOf(original: Callback, context: MockFunctionContext): Callback {
  return new Proxy(original, {
    apply(_target, thisArg: unknown, args: unknown[]) {
      const run = nextOf(context);
      const stack = new Error();
      try {
        const result: unknown = Reflect.apply(run, thisArg, args);
        trackOf(context, {
          arguments: args,
          error: undefined,
          result,
          stack,
          target: undefined,
          this: thisArg,
        });
        return result;
      } catch (error) {
        trackOf(context, {
          arguments: args,
          error,
          result: undefined,
          stack,
          target: undefined,
          this: thisArg,
        });
        throw error;
      }
    },
    construct(target, args: unknown[], newTarget) {
      const run = nextOf(context);
      const stack = new Error();
      const result: object = Reflect.construct(run, args, newTarget);
      trackOf(context, { arguments: args, error: undefined, result, stack, target, this: result });
      return result;
    },
    get: (target, name, receiver) => (name === 'mock' ? context : Reflect.get(target, name, receiver)),
  });
}

function findDescriptor(object: object, name: PropertyKey): PropertyDescriptor | undefined {
  for (let at: object | null = object; at; at = Object.getPrototypeOf(at) as object | null) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found;
  }
  return undefined;
}

export class MockTracker {
  #mocks: { readonly context: MockFunctionContext; readonly restore: () => void }[] = [];
  #timers: MockTimers | undefined;
  readonly #makeTimers: () => MockTimers;

  constructor(makeTimers: () => MockTimers) {
    this.#makeTimers = makeTimers;
  }

  get timers(): MockTimers {
    this.#timers ??= this.#makeTimers();
    return this.#timers;
  }

  fn(...args: unknown[]): Callback {
    let [original = nothing, implementation = original, options = {}] = args as [
      unknown?,
      unknown?,
      MockOptions?,
    ];
    if (original !== null && typeof original === 'object')
      [original, implementation, options] = [nothing, nothing, original as MockOptions];
    else if (implementation !== null && typeof implementation === 'object')
      [options, implementation] = [implementation as MockOptions, original];
    checkFunction(original, 'original');
    checkFunction(implementation, 'implementation');
    const source = original;
    let context: MockFunctionContext;
    const restore = () => context.mockImplementation(source);
    context = new MockFunctionContext(implementation, restore, timesOf(options));
    this.#mocks.push({ context, restore });
    return mockOf(original, context);
  }

  method(object: unknown, name: PropertyKey, ...rest: unknown[]): Callback {
    let [implementation, options = {}] = rest as [unknown?, MockOptions?];
    if (implementation !== null && typeof implementation === 'object')
      [options, implementation] = [implementation as MockOptions, undefined];
    if ((typeof object !== 'object' && typeof object !== 'function') || object === null)
      throw invalidArgType('object', ['Object', 'Function'], object);
    const target: object = object;
    const { getter = false, setter = false } = options;
    if (getter && setter)
      throw invalidArgValue('options.setter', setter, "cannot be used with 'options.getter'");
    const descriptor = findDescriptor(target, name);
    const original: unknown = getter ? descriptor?.get : setter ? descriptor?.set : descriptor?.value;
    if (typeof original !== 'function') throw invalidArgValue('methodName', original, 'must be a method');
    const source = original as Callback;
    const run = (implementation ?? source) as Callback;
    const isOwn = Object.hasOwn(target, name);
    const restore = () => {
      if (isOwn && descriptor) Object.defineProperty(target, name, descriptor);
      else Reflect.deleteProperty(target, name);
    };
    const context = new MockFunctionContext(run, restore, timesOf(options));
    const mock = mockOf(source, context);
    const { configurable = true, enumerable = false } = descriptor ?? {};
    const replaced: PropertyDescriptor = { configurable, enumerable };
    if (getter || setter)
      Object.assign(replaced, { get: getter ? mock : descriptor?.get, set: setter ? mock : descriptor?.set });
    else Object.assign(replaced, { writable: descriptor?.writable ?? true, value: mock });
    Object.defineProperty(target, name, replaced);
    this.#mocks.push({ context, restore });
    return mock;
  }

  getter(object: unknown, name: PropertyKey, ...rest: unknown[]): Callback {
    const [implementation, options = {}] = rest as [unknown?, MockOptions?];
    if (options.getter === false) throw invalidArgValue('options.getter', false, 'cannot be false');
    return this.method(object, name, implementation ?? { ...options, getter: true }, {
      ...options,
      getter: true,
    });
  }

  setter(object: unknown, name: PropertyKey, ...rest: unknown[]): Callback {
    const [implementation, options = {}] = rest as [unknown?, MockOptions?];
    if (options.setter === false) throw invalidArgValue('options.setter', false, 'cannot be false');
    return this.method(object, name, implementation ?? { ...options, setter: true }, {
      ...options,
      setter: true,
    });
  }

  reset(): void {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }

  restoreAll(): void {
    for (const { restore } of this.#mocks) restore();
  }
}
