import { checkAbortSignal, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { abortError } from '../../nodeErrors/nodeError.ts';
import type { Emitter, Listener } from './emitter.ts';

type Source = Emitter | EventTarget;
interface SourceOptions {
  readonly signal?: AbortSignal;
  readonly close?: readonly string[];
  readonly highWaterMark?: number;
  readonly lowWaterMark?: number;
}

function isEmitter(source: unknown): source is Emitter {
  return typeof (source as { on?: unknown } | null)?.on === 'function';
}

function isTarget(source: unknown): source is EventTarget {
  return typeof (source as { addEventListener?: unknown } | null)?.addEventListener === 'function';
}

/** Returns the disposer. An event of an EventTarget arrives as the one argument. */
function listen(source: Source, name: string | symbol, listener: Listener, once = false): () => void {
  if (isEmitter(source)) {
    if (once) source.once(name, listener);
    else source.on(name, listener);
    return () => source.removeListener(name, listener);
  }
  if (!isTarget(source)) throw invalidArgType('emitter', 'EventEmitter', source);
  const type = name as string;
  source.addEventListener(type, listener as EventListener, { once });
  return () => source.removeEventListener(type, listener as EventListener);
}

/** `events.once`: the arguments of the next event; an "error" event meanwhile rejects. */
export async function once(
  source: Source,
  name: string | symbol,
  options: SourceOptions = {},
): Promise<unknown[]> {
  const { signal } = options;
  checkAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortError(signal.reason);
  return new Promise((resolve, reject) => {
    const disposers: (() => void)[] = [];
    const dispose = () => {
      for (const each of disposers.splice(0)) each();
    };
    disposers.push(
      listen(
        source,
        name,
        (...args) => {
          dispose();
          resolve(args);
        },
        true,
      ),
    );
    if (name !== 'error' && isEmitter(source)) {
      disposers.push(
        listen(
          source,
          'error',
          (error) => {
            dispose();
            reject(error);
          },
          true,
        ),
      );
    }
    if (signal) {
      const onAbort = () => {
        dispose();
        reject(abortError(signal.reason));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      disposers.push(() => signal.removeEventListener('abort', onAbort));
    }
  });
}

interface Waiting {
  readonly resolve: (result: IteratorResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

/** `events.on`: every event from now on, none lost while nobody asks. */
export function on(
  source: Source,
  name: string | symbol,
  options: SourceOptions = {},
): AsyncIterableIterator<unknown> {
  const { signal, close = [] } = options;
  checkAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortError(signal.reason);
  const events: unknown[][] = [];
  const waiting: Waiting[] = [];
  let failure: { readonly error: unknown } | null = null;
  let finished = false;
  const disposers: (() => void)[] = [];

  function finish(): Promise<IteratorResult<unknown>> {
    for (const each of disposers.splice(0)) each();
    finished = true;
    for (const each of waiting.splice(0)) each.resolve({ value: undefined, done: true });
    return Promise.resolve({ value: undefined, done: true });
  }
  function fail(error: unknown): void {
    const first = waiting.shift();
    if (first) first.reject(error);
    else failure = { error };
    void finish();
  }
  disposers.push(
    listen(source, name, (...args) => {
      const first = waiting.shift();
      if (first) first.resolve({ value: args, done: false });
      else events.push(args);
    }),
  );
  if (name !== 'error' && isEmitter(source)) disposers.push(listen(source, 'error', fail));
  for (const end of close) disposers.push(listen(source, end, finish));
  if (signal) {
    const onAbort = () => fail(abortError(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    disposers.push(() => signal.removeEventListener('abort', onAbort));
  }

  const iterator: AsyncIterableIterator<unknown> = {
    next() {
      const value = events.shift();
      if (value) return Promise.resolve({ value, done: false });
      if (failure) {
        const { error } = failure;
        failure = null;
        return Promise.reject(error);
      }
      if (finished) return finish();
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return: finish,
    throw(error) {
      if (!(error instanceof Error)) throw invalidArgType('EventEmitter.AsyncIterator', 'Error', error);
      fail(error);
      return Promise.resolve({ value: undefined, done: true });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  const asyncPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);
  return Object.setPrototypeOf(iterator, asyncPrototype);
}
