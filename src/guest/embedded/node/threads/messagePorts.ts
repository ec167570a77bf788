import type { NodeSystem } from '../system.ts';
import { createUnreadMessages } from './unreadMessages.ts';

type Listener = (...args: unknown[]) => void;
type Native = (event: MessageEvent) => void;

/**
 * Gives the browser's `MessagePort` what Node's has: `on`, `once`, `off`, `ref`, `unref`. Such a port stays the one
 * that can be transferred. While somebody listens for messages it keeps the process alive, until it is closed.
 */
export function extendMessagePorts(system: NodeSystem): {
  readonly MessageChannel: typeof MessageChannel;
  readonly receiveMessageOnPort: (port: unknown) => { readonly message: unknown } | undefined;
} {
  const { loop } = system;
  /** Ports of the program itself; those of this `node` hold the process by other means. */
  const programs = new WeakSet<MessagePort>();
  const { prototype } = system.natives.MessagePort;
  const unread = createUnreadMessages(prototype);
  const nativeAdd = prototype.addEventListener;
  const nativeRemove = prototype.removeEventListener;
  const nativeClose = prototype.close;
  const handler = Object.getOwnPropertyDescriptor(prototype, 'onmessage');
  const wrapped = new WeakMap<MessagePort, Map<Listener, Native>>();
  const holds = new WeakMap<MessagePort, () => void>();

  const hold = (port: MessagePort) => {
    holds.get(port)?.();
    holds.set(port, loop.hold());
  };
  const release = (port: MessagePort) => holds.get(port)?.();

  function on(this: MessagePort, name: string, listener: Listener): MessagePort {
    const native: Native = (event) =>
      loop.enqueue(() => listener.call(this, name === 'message' ? event.data : event));
    const known = wrapped.get(this) ?? new Map<Listener, Native>();
    known.set(listener, native);
    wrapped.set(this, known);
    nativeAdd.call(this, name, native as EventListener);
    if (name === 'message') {
      this.start();
      hold(this);
    }
    return this;
  }

  function off(this: MessagePort, name: string, listener: Listener): MessagePort {
    const native = wrapped.get(this)?.get(listener);
    if (native) nativeRemove.call(this, name, native as EventListener);
    wrapped.get(this)?.delete(listener);
    if ((wrapped.get(this)?.size ?? 0) === 0) release(this);
    return this;
  }

  function once(this: MessagePort, name: string, listener: Listener): MessagePort {
    const single: Listener = (...args) => {
      off.call(this, name, single);
      listener.apply(this, args);
    };
    return on.call(this, name, single);
  }

  const methods: Record<string, unknown> = {
    on,
    addListener: on,
    once,
    off,
    removeListener: off,
    ref(this: MessagePort) {
      hold(this);
    },
    unref(this: MessagePort) {
      release(this);
    },
    hasRef: () => true,
    close(this: MessagePort, callback?: Listener) {
      release(this);
      nativeClose.call(this);
      loop.enqueue(() => {
        unread.end(this);
        this.dispatchEvent(new Event('close'));
        callback?.();
      });
    },
  };
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: true });
  }
  if (handler?.set && handler.get) {
    const { get, set } = handler;
    Object.defineProperty(prototype, 'onmessage', {
      configurable: true,
      enumerable: true,
      get,
      set(this: MessagePort, listener: unknown) {
        if (!programs.has(this)) {
          set.call(this, listener);
          return;
        }
        if (typeof listener === 'function') hold(this);
        else release(this);
        const call =
          typeof listener === 'function'
            ? (event: unknown) => loop.enqueue(() => listener.call(this, event))
            : null;
        set.call(this, call);
      },
    });
  }

  class MessageChannel extends system.natives.MessageChannel {
    constructor() {
      super();
      programs.add(this.port1);
      programs.add(this.port2);
      unread.join(this.port1, this.port2);
    }
  }
  return { MessageChannel, receiveMessageOnPort: (port) => unread.take(port) };
}
