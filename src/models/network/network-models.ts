import type { ModelRef, Prompt } from '../../core/index.ts';
import type { ModelClient, ModelEvent } from '../port.ts';
import { isProviderId, type ProviderId } from './catalog.ts';
import { EventQueue } from './event-queue.ts';
import type { RequestOptions } from './packages.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { SetKeyResult } from './vault.ts';

export interface NetworkClientOptions extends RequestOptions {
  /** Where the provider is asked; keys are bound to its origin. */
  readonly baseUrl: string;
}

/** The models that are asked over the network. Keys go in here and never come out. */
export interface NetworkModels {
  /** Sets the key for a provider at the origin of the URL; an empty key removes it. */
  setKey(
    provider: ProviderId,
    baseUrl: string,
    key: string,
    options: { readonly remember: boolean },
  ): Promise<SetKeyResult>;
  /** Forgets all keys, in memory and on this device. False where the device's copy could not be removed. */
  forgetKeys(): Promise<boolean>;
  hasKey(provider: ProviderId, baseUrl: string): Promise<boolean>;
  /** Throws where `ref.provider` is no provider of the catalog: a programmer's mistake. */
  client(ref: ModelRef, options: NetworkClientOptions): ModelClient;
  dispose(): void;
}

/** The part of a Worker that is used; tests give their own. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

function startWorker(): WorkerLike {
  return new Worker(new URL('./network-worker.ts', import.meta.url), { type: 'module', name: 'network' });
}

function workerDied(): ModelEvent {
  return {
    type: 'end',
    parts: [],
    usage: null,
    finish: 'error',
    error: {
      code: 'WORKER_DIED',
      message:
        'The part of this page that asks models has stopped. Send it again; if that does not help, reload the page. Keys that were not remembered must be put in again.',
      httpStatus: null,
      retryable: false,
      retryAfterMs: null,
    },
  };
}

type Pending =
  | { readonly kind: 'events'; readonly queue: EventQueue }
  | { readonly kind: 'key-set'; readonly resolve: (result: SetKeyResult) => void }
  | { readonly kind: 'answer'; readonly resolve: (yes: boolean) => void };

/** The page's side. The worker is started at the first use; one that died is replaced at the next. */
export function createNetworkModels(start: () => WorkerLike = startWorker): NetworkModels {
  const pending = new Map<number, Pending>();
  let worker: WorkerLike | null = null;
  let lastId = 0;
  let disposed = false;

  const lose = (): void => {
    worker?.terminate();
    worker = null;
    for (const waiting of pending.values()) {
      if (waiting.kind === 'events') waiting.queue.push(workerDied());
      else if (waiting.kind === 'answer') waiting.resolve(false);
      else
        waiting.resolve({
          ok: false,
          message: 'The part of this page that holds keys has stopped. Try again.',
        });
    }
    pending.clear();
  };

  const receive = (message: FromWorker): void => {
    const waiting = pending.get(message.id);
    if (waiting === undefined) return;
    if (message.type === 'event' && waiting.kind === 'events') {
      if (message.event.type === 'end') pending.delete(message.id);
      waiting.queue.push(message.event);
    } else if (message.type === 'key-set' && waiting.kind === 'key-set') {
      pending.delete(message.id);
      waiting.resolve(message.result);
    } else if (message.type === 'answer' && waiting.kind === 'answer') {
      pending.delete(message.id);
      waiting.resolve(message.yes);
    }
  };

  const open = (): WorkerLike => {
    const opened = start();
    opened.onmessage = (event) => receive(event.data);
    // Only failures of the worker's own code come here; those of a request are events.
    opened.onerror = lose;
    return opened;
  };

  const send = (message: ToWorker, waiting: Pending): void => {
    pending.set(message.id, waiting);
    if (disposed) {
      lose();
      return;
    }
    try {
      worker ??= open();
      worker.postMessage(message);
    } catch {
      // The browser starts no worker, or the message cannot be copied: who waits is told, a stream never throws.
      lose();
    }
  };

  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };

  const ask = (provider: ProviderId, model: string, options: NetworkClientOptions) =>
    async function* (prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      const id = nextId();
      const queue = new EventQueue();
      const { baseUrl, ...rest } = options;
      const stop = () => worker?.postMessage({ type: 'stop', id });
      send(
        { type: 'ask', id, request: { provider, model, baseUrl, options: rest, prompt } },
        { kind: 'events', queue },
      );
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      try {
        for (;;) {
          const event = await queue.next();
          yield event;
          if (event.type === 'end') return;
        }
      } finally {
        signal.removeEventListener('abort', stop);
        // The reader went away before the end.
        if (pending.delete(id)) stop();
      }
    };

  return {
    setKey: (provider, baseUrl, key, { remember }) =>
      new Promise((resolve) => {
        send(
          { type: 'set-key', id: nextId(), provider, baseUrl, key, remember },
          { kind: 'key-set', resolve },
        );
      }),
    forgetKeys: () =>
      new Promise((resolve) => send({ type: 'forget-keys', id: nextId() }, { kind: 'answer', resolve })),
    hasKey: (provider, baseUrl) =>
      new Promise((resolve) => {
        send({ type: 'has-key', id: nextId(), provider, baseUrl }, { kind: 'answer', resolve });
      }),
    client(ref, options) {
      const { provider, model } = ref;
      if (!isProviderId(provider)) throw new Error(`no network provider is called ${provider}`);
      return {
        ref,
        // OpenAI's encodings are the ones we count with.
        ownTokenizer: provider === 'openai',
        stream: ask(provider, model, options),
      };
    },
    dispose() {
      disposed = true;
      lose();
    },
  };
}
