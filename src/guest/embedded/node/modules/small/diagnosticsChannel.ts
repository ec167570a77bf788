import { checkFunction, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';

type Subscriber = (message: unknown, name: string | symbol) => void;
type Callback = (this: unknown, ...args: unknown[]) => unknown;

interface Store {
  run(store: unknown, callback: () => unknown): unknown;
}

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** `diagnostics_channel`. */
export function createDiagnosticsChannel(system: NodeSystem): object {
  class Channel {
    #subscribers: Subscriber[] = [];
    readonly #stores = new Map<Store, ((message: unknown) => unknown) | undefined>();

    constructor(readonly name: string | symbol) {}

    get hasSubscribers(): boolean {
      return this.#subscribers.length > 0 || this.#stores.size > 0;
    }
    subscribe(subscriber: unknown): void {
      checkFunction(subscriber, 'subscription');
      this.#subscribers = [...this.#subscribers, subscriber as Subscriber];
    }
    unsubscribe(subscriber: unknown): boolean {
      const at = this.#subscribers.indexOf(subscriber as Subscriber);
      if (at === -1) return false;
      this.#subscribers = this.#subscribers.filter((_each, index) => index !== at);
      return true;
    }
    bindStore(store: Store, transform?: (message: unknown) => unknown): void {
      this.#stores.set(store, transform);
    }
    unbindStore(store: Store): boolean {
      return this.#stores.delete(store);
    }
    publish(message: unknown): void {
      for (const subscriber of this.#subscribers) {
        try {
          subscriber(message, this.name);
        } catch (error) {
          system.loop.nextTick(() => {
            throw error;
          });
        }
      }
    }
    runStores(message: unknown, callback: Callback, thisArg?: unknown, ...args: unknown[]): unknown {
      let run = () => {
        this.publish(message);
        return Reflect.apply(callback, thisArg, args) as unknown;
      };
      for (const [store, transform] of this.#stores) {
        const inner = run;
        run = () => store.run(transform ? transform(message) : message, inner);
      }
      return run();
    }
  }

  const channels = new Map<string | symbol, Channel>();
  function channel(name: unknown): Channel {
    if (typeof name !== 'string' && typeof name !== 'symbol')
      throw invalidArgType('channel', ['string', 'symbol'], name);
    const known = channels.get(name) ?? new Channel(name);
    channels.set(name, known);
    return known;
  }

  function tracingChannel(given: string | Record<string, Channel>): object {
    const parts = Object.fromEntries(
      events.map((event) => [
        event,
        typeof given === 'string' ? channel(`tracing:${given}:${event}`) : (given[event] as Channel),
      ]),
    ) as Record<(typeof events)[number], Channel>;
    const settle = (context: Record<string, unknown>, name: 'result' | 'error', value: unknown) => {
      context[name] = value;
      if (name === 'error') parts.error.publish(context);
      parts.asyncStart.publish(context);
      parts.asyncEnd.publish(context);
    };
    return {
      ...parts,
      get hasSubscribers() {
        return events.some((event) => parts[event].hasSubscribers);
      },
      subscribe(handlers: Record<string, Subscriber>) {
        for (const event of events) if (handlers[event]) parts[event].subscribe(handlers[event]);
      },
      unsubscribe: (handlers: Record<string, Subscriber>) =>
        events.every((event) => !handlers[event] || parts[event].unsubscribe(handlers[event])),
      traceSync(
        callback: Callback,
        context: Record<string, unknown> = {},
        thisArg?: unknown,
        ...args: unknown[]
      ) {
        return parts.start.runStores(context, () => {
          try {
            context.result = Reflect.apply(callback, thisArg, args);
            return context.result;
          } catch (error) {
            context.error = error;
            parts.error.publish(context);
            throw error;
          } finally {
            parts.end.publish(context);
          }
        });
      },
      tracePromise(
        callback: Callback,
        context: Record<string, unknown> = {},
        thisArg?: unknown,
        ...args: unknown[]
      ) {
        return parts.start.runStores(context, () => {
          try {
            return Promise.resolve(Reflect.apply(callback, thisArg, args)).then(
              (value) => {
                settle(context, 'result', value);
                return value as unknown;
              },
              (error) => {
                settle(context, 'error', error);
                throw error;
              },
            );
          } finally {
            parts.end.publish(context);
          }
        });
      },
      traceCallback(
        callback: Callback,
        position = -1,
        context: Record<string, unknown> = {},
        thisArg?: unknown,
        ...args: unknown[]
      ) {
        const original = args.at(position) as Callback;
        checkFunction(original, 'callback');
        args.splice(position, 1, function (this: unknown, error: unknown, value: unknown) {
          settle(context, error ? 'error' : 'result', error ?? value);
          return original.call(this, error, value);
        });
        return parts.start.runStores(context, () => {
          try {
            return Reflect.apply(callback, thisArg, args) as unknown;
          } finally {
            parts.end.publish(context);
          }
        });
      },
    };
  }

  return {
    channel,
    hasSubscribers: (name: string | symbol) => channels.get(name)?.hasSubscribers ?? false,
    subscribe: (name: string | symbol, subscriber: Subscriber) => channel(name).subscribe(subscriber),
    tracingChannel,
    unsubscribe: (name: string | symbol, subscriber: Subscriber) => channel(name).unsubscribe(subscriber),
    Channel,
  };
}
