import { invalidArgType } from '../nodeErrors/argumentErrors.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';

interface Pending {
  readonly peer: MessagePort;
  /** What was posted to the port and not handed out yet, as clones of their own. */
  readonly messages: unknown[];
  /** So many of the next messages that the browser hands out were taken before. */
  taken: number;
}

/**
 * What `receiveMessageOnPort` takes from. A browser hands out messages only between turns; so of a channel whose both
 * ends are in this thread each message is kept a second time until it is handed out.
 */
export function createUnreadMessages(prototype: MessagePort): {
  readonly join: (port: MessagePort, other: MessagePort) => void;
  readonly take: (port: unknown) => { readonly message: unknown } | undefined;
} {
  const pending = new WeakMap<MessagePort, Pending>();
  const gone = new WeakSet<MessagePort>();
  const nativePost = prototype.postMessage;
  const nativeAdd = prototype.addEventListener;

  function transferOf(given: unknown): readonly unknown[] {
    if (Array.isArray(given)) return given;
    const list = (given as StructuredSerializeOptions | undefined)?.transfer;
    return Array.isArray(list) ? list : [];
  }

  function keep(port: MessagePort, message: unknown): void {
    const own = pending.get(port);
    const target = own && !gone.has(own.peer) ? pending.get(own.peer) : undefined;
    if (!target) return;
    try {
      target.messages.push(structuredClone(message));
    } catch {
      // Holds what can only be moved. Its place is kept.
      target.messages.push(undefined);
    }
  }

  Object.defineProperty(prototype, 'postMessage', {
    value: function postMessage(this: MessagePort, message: unknown, given?: unknown): void {
      keep(this, message);
      for (const each of transferOf(given)) if (each instanceof MessagePort) gone.add(each);
      // A list or options: the browser's method takes either.
      nativePost.call(this, message, given as StructuredSerializeOptions);
    },
    writable: true,
    configurable: true,
    enumerable: true,
  });

  function watch(port: MessagePort, peer: MessagePort): void {
    const own: Pending = { peer, messages: [], taken: 0 };
    pending.set(port, own);
    nativeAdd.call(port, 'message', ((event: Event) => {
      if (own.taken === 0) own.messages.shift();
      else {
        own.taken -= 1;
        event.stopImmediatePropagation();
      }
    }) as EventListener);
  }

  return {
    join(port, other) {
      watch(port, other);
      watch(other, port);
    },
    take(port) {
      if (!(port instanceof MessagePort)) throw invalidArgType('port', 'MessagePort', port);
      const own = pending.get(port);
      if (!own || gone.has(own.peer)) {
        throw nodeError(
          Error,
          'ERR_METHOD_NOT_IMPLEMENTED',
          'receiveMessageOnPort() takes messages of its own thread only in this computer: a browser hands out those of other threads between turns',
        );
      }
      if (own.messages.length === 0) return undefined;
      own.taken += 1;
      return { message: own.messages.shift() };
    },
  };
}
