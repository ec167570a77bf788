import type { ModelEvent } from '../port.ts';
import { parseBaseUrl } from './base-url.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { askProvider, type RequestWorld } from './request.ts';

/** The end of an answer that could not be handed to the page: it cannot be copied, or our code has a fault. */
const notPassedOn: ModelEvent = {
  type: 'end',
  parts: [],
  usage: null,
  finish: 'error',
  error: {
    code: 'BAD_RESPONSE',
    message: 'The answer could not be passed on to this page. Send it again, or choose another model.',
    httpStatus: null,
    retryable: false,
    retryAfterMs: null,
  },
};

/**
 * The worker's side of the protocol, without the worker: takes messages in, posts messages out. Returns
 * the handler of messages. Nothing is answered before `ready` (the remembered keys are loaded).
 */
export function serveNetwork(
  world: RequestWorld,
  ready: Promise<void>,
  post: (message: FromWorker) => void,
): (message: ToWorker) => Promise<void> {
  const running = new Map<number, AbortController>();
  const { vault } = world;

  const ask = async (id: number, message: Extract<ToWorker, { type: 'ask' }>): Promise<void> => {
    const stop = new AbortController();
    running.set(id, stop);
    await ready;
    try {
      for await (const event of askProvider(message.request, world, stop.signal)) {
        post({ type: 'event', id, event });
      }
    } catch {
      // Without an end the page would wait for ever.
      post({ type: 'event', id, event: notPassedOn });
    } finally {
      running.delete(id);
    }
  };

  return async (message) => {
    switch (message.type) {
      case 'ask':
        return ask(message.id, message);
      case 'stop':
        running.get(message.id)?.abort();
        return;
      case 'set-key': {
        await ready;
        const base = parseBaseUrl(message.baseUrl);
        const result = base.ok
          ? await vault.set(message.provider, base.url.origin, message.key, message.remember)
          : base;
        post({ type: 'key-set', id: message.id, result });
        return;
      }
      case 'has-key': {
        await ready;
        const base = parseBaseUrl(message.baseUrl);
        post({
          type: 'answer',
          id: message.id,
          yes: base.ok && vault.has(message.provider, base.url.origin),
        });
        return;
      }
      case 'forget-keys':
        await ready;
        post({ type: 'answer', id: message.id, yes: await vault.forgetAll() });
    }
  };
}
