import type { TokenPass, TokenPrefix } from '../core/index.ts';

/** Where a pass is really made. Calls come one after the other, each after the one before has resolved. */
export interface PassSink {
  /** Resolves when there is room for more. */
  push(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
  /** The pass is over for its owner, whatever is still under way. */
  cancel(): void;
}

/** The caller's side of a pass: keeps pushes in order and turns the sink's answers into the two promises. */
export class PassHandle implements TokenPass {
  readonly prefix: Promise<TokenPrefix>;
  readonly total: Promise<number>;
  readonly #sink: PassSink;
  readonly #prefix = new Settler<TokenPrefix>();
  readonly #total = new Settler<number>();
  #queue: Promise<void> = Promise.resolve();
  #state: 'open' | 'ended' | 'done' = 'open';
  #failure: Error | null = null;

  constructor(sink: PassSink) {
    this.#sink = sink;
    this.prefix = this.#prefix.promise;
    this.total = this.#total.promise;
    // Who wants only one of the two must not get an unhandled rejection from the other.
    quiet(this.prefix);
    quiet(this.total);
  }

  push(bytes: Uint8Array): Promise<void> {
    if (this.#failure !== null) return quiet(Promise.reject(this.#failure));
    if (this.#state !== 'open') return Promise.reject(new Error('push after end: the pass is closed'));
    return this.#enqueue(() => this.#sink.push(bytes));
  }

  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    this.#enqueue(() => this.#sink.end());
  }

  cancel(): void {
    if (this.#state === 'done') return;
    this.#sink.cancel();
    this.fail(new DOMException('The token count was cancelled', 'AbortError'));
  }

  settlePrefix(prefix: TokenPrefix): void {
    this.#prefix.resolve(prefix);
  }

  settleTotal(total: number): void {
    this.#state = 'done';
    this.#total.resolve(total);
  }

  fail(error: Error): void {
    if (this.#state === 'done') return;
    this.#state = 'done';
    this.#failure = error;
    this.#prefix.reject(error);
    this.#total.reject(error);
  }

  /** The pass failed or was cancelled. */
  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  #enqueue(step: () => Promise<void>): Promise<void> {
    const result = this.#queue.then(async () => {
      if (this.#failure !== null) throw this.#failure;
      await step();
      if (this.#failure !== null) throw this.#failure;
    });
    this.#queue = quiet(result).catch((error: unknown) => this.fail(asError(error)));
    return result;
  }
}

/** A promise with its resolve and reject (`Promise.withResolvers` is not in Node 20). */
class Settler<T> {
  resolve!: (value: T) => void;
  reject!: (error: Error) => void;
  readonly promise = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** The same promise; a rejection that nobody looks at is no longer reported as unhandled. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
