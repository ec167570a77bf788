import {
  checkAbortSignal,
  checkFunction,
  checkNumber,
  invalidArgType,
} from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';
import {
  defaults,
  type Emitter,
  EventEmitter,
  errorMonitor,
  type Listener,
  rejectionSymbol,
} from './emitter.ts';
import { on, once } from './iterators.ts';

/** Limits that were set on targets of the DOM kind, which have no place for them. */
const targetLimits = new WeakMap<EventTarget, number>();

function addAbortListener(signal: unknown, listener: unknown): object {
  if (signal === undefined) throw invalidArgType('signal', 'AbortSignal', signal);
  checkAbortSignal(signal, 'signal');
  checkFunction(listener, 'listener');
  const target = signal as AbortSignal;
  const onAbort = () => listener(new Event('abort'));
  if (target.aborted) queueMicrotask(onAbort);
  else target.addEventListener('abort', onAbort, { once: true });
  const dispose = (Symbol as { dispose?: symbol }).dispose ?? Symbol.for('nodejs.dispose');
  return { __proto__: null, [dispose]: () => target.removeEventListener('abort', onAbort) };
}

function setMaxListeners(count = defaults.maxListeners, ...targets: unknown[]): void {
  checkNumber(count, 'setMaxListeners', 0);
  if (targets.length === 0) defaults.maxListeners = count;
  for (const target of targets) {
    if (target instanceof EventTarget) targetLimits.set(target, count);
    else if (typeof (target as Emitter | null)?.setMaxListeners === 'function')
      (target as Emitter).setMaxListeners(count);
    else throw invalidArgType('eventTargets', ['EventEmitter', 'EventTarget'], target);
  }
}

function getMaxListeners(target: unknown): number {
  if (typeof (target as Emitter | null)?.getMaxListeners === 'function')
    return (target as Emitter).getMaxListeners();
  if (target instanceof EventTarget) return targetLimits.get(target) ?? defaults.maxListeners;
  throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], target);
}

/** Of an emitter. The listeners of a target of the DOM kind are the browser's secret: none are told. */
function getEventListeners(target: unknown, type: string | symbol): Listener[] {
  if (typeof (target as Emitter | null)?.listeners === 'function') return (target as Emitter).listeners(type);
  if (target instanceof EventTarget) return [];
  throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], target);
}

export function createEvents(system: NodeSystem): object {
  Object.assign(EventEmitter, {
    addAbortListener,
    once,
    on,
    getEventListeners,
    getMaxListeners,
    EventEmitter,
    usingDomains: false,
    captureRejectionSymbol: rejectionSymbol,
  });
  Object.defineProperties(EventEmitter, {
    captureRejections: {
      get: () => defaults.captureRejections,
      set(value: unknown) {
        if (typeof value !== 'boolean')
          throw invalidArgType('EventEmitter.captureRejections', 'boolean', value);
        defaults.captureRejections = value;
      },
      enumerable: true,
    },
    EventEmitterAsyncResource: {
      get: () =>
        system.builtin<{ EventEmitterAsyncResource?: unknown }>('async_hooks').EventEmitterAsyncResource,
      enumerable: true,
      configurable: true,
    },
    errorMonitor: { value: errorMonitor, writable: true, enumerable: true, configurable: true },
    defaultMaxListeners: {
      get: () => defaults.maxListeners,
      set(value: unknown) {
        checkNumber(value, 'defaultMaxListeners', 0);
        defaults.maxListeners = value;
      },
      enumerable: true,
    },
  });
  const { init } = EventEmitter;
  Reflect.deleteProperty(EventEmitter, 'init');
  return Object.assign(EventEmitter, {
    setMaxListeners,
    init,
    listenerCount: (emitter: Emitter, type: string | symbol) =>
      typeof emitter.listenerCount === 'function' ? emitter.listenerCount(type) : 0,
  });
}
