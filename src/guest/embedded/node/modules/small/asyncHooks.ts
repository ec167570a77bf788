import {
  bound,
  type Callback,
  contextsAreUsed,
  currentContext,
  enterContext,
  within,
} from '../../asyncContext.ts';
import { checkFunction, checkString } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';

/**
 * `async_hooks` in a browser: the context follows callbacks that are handed to timers, `nextTick`, microtasks and the
 * `then` of promises, and the awaits of programs that name this module (`loader/awaitContexts.ts`). It does not
 * follow an `await` of code from before: a package that has run already, or one that is found by name only.
 */

let installed = false;

/** Only once somebody asks for contexts: every other program keeps its functions as they are. */
function install(system: NodeSystem): void {
  if (installed) return;
  installed = true;
  contextsAreUsed();
  const scope = globalThis as unknown as Record<string, Callback & Record<symbol, unknown>>;
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']) {
    const original = scope[name];
    if (!original) continue;
    const wrapped = function (this: unknown, callback: unknown, ...args: unknown[]) {
      return original.call(this, bound(callback), ...args);
    };
    Object.defineProperties(wrapped, {
      ...Object.getOwnPropertyDescriptors(original),
      prototype: { value: undefined },
    });
    Reflect.set(globalThis, name, wrapped);
  }
  const { process } = system;
  const nextTick = process.nextTick.bind(process) as (callback: never, ...args: unknown[]) => void;
  process.nextTick = (callback, ...args) => nextTick(bound(callback) as never, ...args);
  const then = Promise.prototype.then as Callback;
  Object.defineProperty(Promise.prototype, 'then', {
    value: function then_(this: Promise<unknown>, onValue: unknown, onReason: unknown) {
      return then.call(this, bound(onValue), bound(onReason));
    },
    writable: true,
    configurable: true,
  });
  Object.defineProperty(Promise.prototype.then, 'name', { value: 'then' });
}

export function createAsyncHooks(system: NodeSystem): object {
  let lastId = 1;

  class AsyncLocalStorage {
    #default: unknown;

    static bind(callback: unknown): unknown {
      checkFunction(callback, 'fn');
      return bound(callback) as Callback;
    }
    static snapshot(): (callback: Callback, ...args: unknown[]) => unknown {
      const context = currentContext();
      return (callback, ...args) => within(context, () => callback.apply(undefined, args));
    }

    run(store: unknown, callback: Callback, ...args: unknown[]): unknown {
      install(system);
      return within(new Map(currentContext()).set(this, store), () => callback.apply(undefined, args));
    }
    exit(callback: Callback, ...args: unknown[]): unknown {
      const without = new Map(currentContext());
      without.delete(this);
      return within(without, () => callback.apply(undefined, args));
    }
    enterWith(store: unknown): void {
      install(system);
      enterContext(new Map(currentContext()).set(this, store));
    }
    getStore(): unknown {
      const context = currentContext();
      return context.has(this) ? context.get(this) : this.#default;
    }
    disable(): void {
      const without = new Map(currentContext());
      without.delete(this);
      enterContext(without);
    }
  }

  class AsyncResource {
    readonly #context = currentContext();
    readonly #id = ++lastId;

    constructor(readonly type: unknown) {
      checkString(type, 'type');
      Object.defineProperty(this, 'type', { enumerable: false });
    }
    static bind(callback: Callback, type?: string, thisArg?: unknown): unknown {
      return new AsyncResource(type ?? (callback.name || 'bound-anonymous-fn')).bind(callback, thisArg);
    }
    bind(callback: unknown, thisArg?: unknown): Callback {
      checkFunction(callback, 'fn');
      const run = this.runInAsyncScope.bind(this);
      return function (this: unknown, ...args: unknown[]) {
        return run(callback, thisArg ?? this, ...args);
      };
    }
    runInAsyncScope(callback: Callback, thisArg?: unknown, ...args: unknown[]): unknown {
      return within(this.#context, () => callback.apply(thisArg, args));
    }
    emitDestroy(): this {
      return this;
    }
    asyncId(): number {
      return this.#id;
    }
    triggerAsyncId(): number {
      return 1;
    }
  }

  const Emitter = system.builtin<new (options?: object) => object>('events');
  class EventEmitterAsyncResource extends Emitter {
    readonly asyncResource: AsyncResource;
    constructor(options: { readonly name?: string } = {}) {
      super(options);
      this.asyncResource = new AsyncResource(options.name ?? new.target.name);
    }
    get asyncId(): number {
      return this.asyncResource.asyncId();
    }
    get triggerAsyncId(): number {
      return this.asyncResource.triggerAsyncId();
    }
  }

  const hook = { enable: () => hook, disable: () => hook };
  const exports = {
    AsyncLocalStorage,
    /** Made, but its callbacks are never called: nothing in a browser tells of promises. */
    createHook: () => hook,
    executionAsyncId: () => 1,
    triggerAsyncId: () => 0,
    executionAsyncResource: () => ({}),
    asyncWrapProviders: Object.freeze(Object.create(null)),
    AsyncResource,
  };
  return Object.defineProperty(exports, 'EventEmitterAsyncResource', {
    value: EventEmitterAsyncResource,
    enumerable: false,
  });
}
