import { putFramesOnTop } from '../../errors/stackTrace.ts';
import { noteArrow, noteEmission } from '../../errors/uncaught.ts';
import { checkBoolean, checkFunction, checkNumber } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import { processDoor } from '../../nodeErrors/processDoor.ts';
import { inspect } from '../util/inspect.ts';

/**
 * `EventEmitter` with the fields that Node's has, because packages (and `inspect`) look at them. It is a function
 * and no class: old code calls it on an object of its own.
 */

export type Listener = ((this: unknown, ...args: unknown[]) => unknown) & { listener?: Listener };
type Warned = Listener[] & { warned?: boolean };
type EventName = string | symbol;

export interface Emitter {
  _events: Record<EventName, Listener | Warned | undefined>;
  _eventsCount: number;
  _maxListeners: number | undefined;
  setMaxListeners(count: number): this;
  getMaxListeners(): number;
  emit(type: EventName, ...args: unknown[]): boolean;
  addListener(type: EventName, listener: unknown): this;
  on(type: EventName, listener: unknown): this;
  prependListener(type: EventName, listener: unknown): this;
  once(type: EventName, listener: unknown): this;
  prependOnceListener(type: EventName, listener: unknown): this;
  removeListener(type: EventName, listener: unknown): this;
  off(type: EventName, listener: unknown): this;
  removeAllListeners(type?: EventName): this;
  listeners(type: EventName): Listener[];
  rawListeners(type: EventName): Listener[];
  listenerCount(type: EventName, listener?: unknown): number;
  eventNames(): EventName[];
}

export interface EmitterClass {
  new (options?: { captureRejections?: boolean }): Emitter;
  (this: Emitter, options?: { captureRejections?: boolean }): void;
  prototype: Emitter;
  init: (this: Emitter, options?: { captureRejections?: boolean }) => void;
}

export const errorMonitor = Symbol('events.errorMonitor');
export const rejectionSymbol = Symbol.for('nodejs.rejection');
const capture = Symbol('kCapture');
const shapeMode = Symbol('shapeMode');

type Capturing = Emitter & {
  [capture]?: boolean;
  [shapeMode]?: boolean;
  [rejectionSymbol]?: (error: unknown, type: EventName, ...args: unknown[]) => void;
};

export const defaults = { maxListeners: 10, captureRejections: false };

export const EventEmitter = function (this: Emitter, options?: { captureRejections?: boolean }): void {
  EventEmitter.init.call(this, options);
} as EmitterClass;
Object.defineProperty(EventEmitter, 'name', { value: 'EventEmitter', configurable: true });

EventEmitter.init = function (this: Capturing, options) {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = Object.create(null);
    this._eventsCount = 0;
  }
  this._maxListeners = this._maxListeners || undefined;
  this[shapeMode] = false;
  if (options?.captureRejections) {
    checkBoolean(options.captureRejections, 'options.captureRejections');
    this[capture] = Boolean(options.captureRejections);
  } else this[capture] = defaults.captureRejections;
};

function add(target: Emitter, type: EventName, listener: unknown, first: boolean): Emitter {
  checkFunction(listener, 'listener');
  let events = target._events;
  if (events === undefined) {
    events = target._events = Object.create(null);
    target._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    // Before it is added, so that "newListener" does not tell of itself; the table may change meanwhile.
    target.emit('newListener', type, (listener as Listener).listener ?? listener);
    events = target._events;
  }
  const existing = events[type];
  if (existing === undefined) {
    events[type] = listener;
    target._eventsCount++;
    return target;
  }
  let all: Warned;
  if (typeof existing === 'function') all = first ? [listener, existing] : [existing, listener];
  else {
    all = existing;
    if (first) all.unshift(listener);
    else all.push(listener);
  }
  events[type] = all;
  const limit = target.getMaxListeners();
  if (limit > 0 && all.length > limit && !all.warned) {
    all.warned = true;
    warnOfLeak(target, type, all.length);
  }
  return target;
}

function warnOfLeak(target: Emitter, type: EventName, count: number): void {
  const shown = inspect(target, { depth: -1 });
  const warning = new Error(
    `Possible EventEmitter memory leak detected. ${count} ${String(type)} listeners added to ${shown}. MaxListeners is ${target.getMaxListeners()}. Use emitter.setMaxListeners() to increase limit`,
  );
  warning.name = 'MaxListenersExceededWarning';
  processDoor().emitWarning(Object.assign(warning, { emitter: target, type, count }));
}

function onceWrapper(target: Emitter, type: EventName, listener: unknown): Listener {
  checkFunction(listener, 'listener');
  let fired = false;
  const wrapped: Listener = (...args) => {
    if (fired) return undefined;
    target.removeListener(type, wrapped);
    fired = true;
    return listener.call(target, ...args);
  };
  // Node's wrapper is a bound function, and rawListeners() shows it.
  Object.defineProperty(wrapped, 'name', { value: 'bound onceWrapper', configurable: true });
  wrapped.listener = listener;
  return wrapped;
}

/** With captureRejections, a promise that a listener returned and that fails becomes an "error" event. */
function captureFailure(target: Capturing, result: unknown, type: EventName, args: unknown[]): void {
  if (result === undefined || result === null) return;
  try {
    const then = (result as PromiseLike<unknown>).then;
    if (typeof then !== 'function') return;
    then.call(result, undefined, (error: unknown) => {
      processDoor().nextTick(() => {
        if (typeof target[rejectionSymbol] === 'function') target[rejectionSymbol](error, type, ...args);
        else {
          const before = target[capture];
          // A second failure while this one is told would go round in circles.
          try {
            target[capture] = false;
            target.emit('error', error);
          } finally {
            target[capture] = before;
          }
        }
      });
    });
  } catch (error) {
    target.emit('error', error);
  }
}

function throwUnhandled(emitter: Emitter, args: unknown[]): never {
  const [error] = args;
  if (error instanceof Error) {
    const emitted: { stack?: string } = {};
    Error.captureStackTrace?.(emitted, methods.emit);
    noteEmission(error, emitter, String(emitted.stack).split('\n').slice(1));
    throw error;
  }
  let shown: string;
  try {
    shown = inspect(error);
  } catch {
    shown = String(error);
  }
  const unhandled = nodeError(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${shown})`, {
    context: error,
  });
  noteArrow(unhandled, "node:events:515\n    throw err; // Unhandled 'error' event\n    ^\n");
  putFramesOnTop(unhandled, [`${emitter.constructor?.name ?? 'EventEmitter'}.emit (node:events:513:17)`]);
  throw unhandled;
}

function listenersOf(target: Emitter, type: EventName, unwrap: boolean): Listener[] {
  const found = target._events?.[type];
  if (found === undefined) return [];
  const all = typeof found === 'function' ? [found] : [...found];
  return unwrap ? all.map((each) => each.listener ?? each) : all;
}

const methods = {
  setMaxListeners(count: number) {
    checkNumber(count, 'setMaxListeners', 0);
    this._maxListeners = count;
    return this;
  },
  getMaxListeners() {
    return this._maxListeners === undefined ? defaults.maxListeners : this._maxListeners;
  },
  emit(type: EventName, ...args: unknown[]) {
    const events = this._events;
    if (type === 'error') {
      if (events?.[errorMonitor] !== undefined) this.emit(errorMonitor, ...args);
      if (events?.error === undefined) throwUnhandled(this, args);
    }
    const handler = events?.[type];
    if (handler === undefined) return false;
    const captures = (this as Capturing)[capture] === true;
    // A copy: what is added or removed meanwhile counts from the next emit on.
    for (const listener of typeof handler === 'function' ? [handler] : [...handler]) {
      const result = Reflect.apply(listener, this, args);
      if (captures) captureFailure(this as Capturing, result, type, args);
    }
    return true;
  },
  addListener(type: EventName, listener: unknown) {
    return add(this, type, listener, false);
  },
  prependListener(type: EventName, listener: unknown) {
    return add(this, type, listener, true);
  },
  once(type: EventName, listener: unknown) {
    return this.on(type, onceWrapper(this, type, listener));
  },
  prependOnceListener(type: EventName, listener: unknown) {
    return this.prependListener(type, onceWrapper(this, type, listener));
  },
  removeListener(type: EventName, listener: unknown) {
    checkFunction(listener, 'listener');
    const events = this._events;
    const found = events?.[type];
    if (events === undefined || found === undefined) return this;
    if (found === listener || (typeof found === 'function' && found.listener === listener)) {
      this._eventsCount--;
      if (this._eventsCount === 0) this._events = Object.create(null);
      else delete events[type];
      if (events.removeListener) {
        this.emit('removeListener', type, (found as Listener).listener ?? listener);
      }
      return this;
    }
    if (typeof found === 'function') return this;
    const position = found.findLastIndex((each) => each === listener || each.listener === listener);
    if (position < 0) return this;
    const [gone] = found.splice(position, 1);
    if (found.length === 1) events[type] = found[0];
    if (events.removeListener !== undefined) this.emit('removeListener', type, gone?.listener ?? listener);
    return this;
  },
  removeAllListeners(...types: [EventName?]) {
    const [type] = types;
    const events = this._events;
    if (events === undefined) return this;
    if (events.removeListener === undefined) {
      if (types.length === 0) {
        this._events = Object.create(null);
        this._eventsCount = 0;
      } else if (type !== undefined && events[type] !== undefined) {
        this._eventsCount--;
        if (this._eventsCount === 0) this._events = Object.create(null);
        else delete events[type];
      }
      return this;
    }
    if (types.length === 0) {
      for (const key of Reflect.ownKeys(events)) if (key !== 'removeListener') this.removeAllListeners(key);
      this.removeAllListeners('removeListener');
      this._events = Object.create(null);
      this._eventsCount = 0;
      return this;
    }
    if (type !== undefined) {
      for (const listener of listenersOf(this, type, false).reverse()) this.removeListener(type, listener);
    }
    return this;
  },
  listeners(type: EventName) {
    return listenersOf(this, type, true);
  },
  rawListeners(type: EventName) {
    return listenersOf(this, type, false);
  },
  listenerCount(type: EventName, listener?: unknown) {
    const all = listenersOf(this, type, false);
    return listener
      ? all.filter((each) => each === listener || each.listener === listener).length
      : all.length;
  },
  eventNames() {
    return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : [];
  },
} as ThisType<Emitter> & Omit<Emitter, '_events' | '_eventsCount' | '_maxListeners' | 'on' | 'off'>;

Object.assign(
  EventEmitter.prototype,
  { _events: undefined, _eventsCount: 0, _maxListeners: undefined },
  methods,
  {
    on: methods.addListener,
    off: methods.removeListener,
  },
);
Object.defineProperty(EventEmitter.prototype, capture, { value: false, writable: true });
