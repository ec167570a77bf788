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
  /** One end is closed: what is posted at either from now on comes nowhere. */
  readonly end: (port: MessagePort) => void;
} {
  const pending = new WeakMap<MessagePort, Pending>();
  const gone = new WeakSet<MessagePort>();
  const closed = new WeakSet<MessagePort>();
  const nativePost = prototype.postMessage;
  const nativeAdd = prototype.addEventListener;

  function transferOf(given: unknown): readonly unknown[] {
    if (Array.isArray(given)) return given;
    const list = (given as StructuredSerializeOptions | undefined)?.transfer;
    return Array.isArray(list) ? list : [];
  }

  /** Where messages of that port are kept; null where nobody could take them here. */
  function keeperFor(port: MessagePort): Pending | null {
    const own = pending.get(port);
    if (!own || [port, own.peer].some((end) => gone.has(end) || closed.has(end))) return null;
    return pending.get(own.peer) ?? null;
  }

  Object.defineProperty(prototype, 'postMessage', {
    value: function postMessage(this: MessagePort, message: unknown, given?: unknown): void {
      const keeper = keeperFor(this);
      // Before it is posted, which moves what is transferred; what can only be moved leaves its place empty.
      const kept = keeper && cloneOf(message);
      // A list or options: the browser's method takes either.
      nativePost.call(this, message, given as StructuredSerializeOptions);
      keeper?.messages.push(kept);
      for (const each of transferOf(given)) if (each instanceof MessagePort) gone.add(each);
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
    end: (port) => void closed.add(port),
  };
}

function cloneOf(message: unknown): unknown {
  try {
    return structuredClone(message);
  } catch {
    return undefined;
  }
}
