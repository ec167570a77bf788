import type { TokenCounter, TokenCut, TokenEncoding } from '../core/index.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { PassHandle } from './passHandle.ts';
import { bytesThatDecide } from './sizeBounds.ts';

/** Bytes of a pass that may be on their way to the worker; a push waits until it is within this. */
const MAX_IN_FLIGHT_BYTES = 4 * 1024 * 1024;

/** A longer push is sent in parts, so that the prefix comes soon and a cancelled pass stops soon. */
const PART_BYTES = 256 * 1024;

interface Call {
  done(message: FromWorker): void;
  fail(error: Error): void;
}

/** A call under way, given the id under which the worker answers. */
type Ask = (id: number) => ToWorker;

/** The counter in a worker, which starts at the first use and again after a crash. */
export class WorkerCounter implements TokenCounter {
  readonly #spawn: () => Worker;
  readonly #calls = new Map<number, Call>();
  #worker: Worker | null = null;
  #lastId = 0;
  #disposed = false;

  constructor(spawn: () => Worker) {
    this.#spawn = spawn;
  }

  count(text: string, encoding: TokenEncoding): Promise<number> {
    return this.#call<number>(
      (id) => ({ type: 'count', id, encoding, text }),
      (message) => (message.type === 'counted' ? message.tokens : undefined),
    );
  }

  countParts(parts: readonly string[], encoding: TokenEncoding): Promise<readonly number[]> {
    return this.#call<readonly number[]>(
      (id) => ({ type: 'count-parts', id, encoding, parts }),
      (message) => (message.type === 'counted-parts' ? message.tokens : undefined),
    );
  }

  cutToTokens(bytes: Uint8Array, encoding: TokenEncoding, capTokens: number): Promise<TokenCut> {
    const copy = bytes.slice(0, bytesThatDecide(capTokens));
    return this.#call<TokenCut>(
      (id) => ({ type: 'cut', id, encoding, bytes: copy, capTokens }),
      (message) => (message.type === 'cut' ? message.cut : undefined),
      [copy.buffer],
    );
  }

  pass(encoding: TokenEncoding, capTokens: number | null): PassHandle {
    const id = ++this.#lastId;
    const window = new SendWindow(MAX_IN_FLIGHT_BYTES);
    const handle = new PassHandle({
      push: async (bytes) => {
        for (let at = 0; at < bytes.length; at += PART_BYTES) {
          // A copy: the caller's buffer may be shared or a view of a larger one, so it cannot be transferred.
          const part = bytes.slice(at, at + PART_BYTES);
          await window.room();
          if (handle.hasFailed) return;
          window.sent(part.length);
          this.#post({ type: 'push', id, bytes: part }, [part.buffer]);
        }
        await window.room();
      },
      end: async () => this.#post({ type: 'end', id }),
      cancel: () => {
        this.#calls.delete(id);
        window.open();
        this.#worker?.postMessage({ type: 'cancel', id } satisfies ToWorker);
      },
    });
    this.#start(id, { type: 'open', id, encoding, capTokens }, [], {
      done: (message) => {
        if (message.type === 'taken') window.taken(message.bytes);
        if (message.type === 'prefix') handle.settlePrefix(message.prefix);
        if (message.type === 'total') {
          this.#calls.delete(id);
          handle.settleTotal(message.total);
        }
      },
      fail: (error) => {
        handle.fail(error);
        window.open();
      },
    });
    return handle;
  }

  /** Stops the worker; what is under way rejects with an `AbortError`, and so does every later call. */
  dispose(): void {
    this.#disposed = true;
    this.#drop(disposedError());
  }

  #call<T>(
    ask: Ask,
    read: (message: FromWorker) => T | undefined,
    transfer: Transferable[] = [],
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = ++this.#lastId;
      this.#start(id, ask(id), transfer, {
        done: (message) => {
          const answer = read(message);
          if (answer === undefined) return;
          this.#calls.delete(id);
          resolve(answer);
        },
        fail: reject,
      });
    });
  }

  #start(id: number, first: ToWorker, transfer: Transferable[], call: Call): void {
    if (this.#disposed) {
      call.fail(disposedError());
      return;
    }
    try {
      this.#worker ??= this.#open();
    } catch (reason) {
      call.fail(new Error('The token counter could not start its worker', { cause: reason }));
      return;
    }
    this.#calls.set(id, call);
    this.#post(first, transfer);
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  #open(): Worker {
    const worker = this.#spawn();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const call = this.#calls.get(data.id);
      if (call === undefined) return;
      if (data.type === 'failed') {
        this.#calls.delete(data.id);
        call.fail(new Error(`Counting tokens failed: ${data.message}`));
      } else call.done(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#drop(
        new Error(`The token counter's worker stopped: ${event.message || 'it could not be loaded'}`),
      );
    };
    worker.onmessageerror = () =>
      this.#drop(new Error("The token counter's worker sent what cannot be read"));
    return worker;
  }

  /** Ends the worker and everything that waits for it. The next call starts a new one. */
  #drop(error: Error): void {
    const worker = this.#worker;
    this.#worker = null;
    if (worker !== null) {
      worker.onmessage = null;
      worker.onerror = null;
      worker.onmessageerror = null;
      worker.terminate();
    }
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.fail(error);
  }
}

/** How much of a pass is on its way; who wants to send more waits for room. */
class SendWindow {
  readonly #maxBytes: number;
  #inFlight = 0;
  #waiter: (() => void) | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  sent(bytes: number): void {
    this.#inFlight += bytes;
  }

  taken(bytes: number): void {
    this.#inFlight -= bytes;
    if (this.#inFlight < this.#maxBytes) this.#release();
  }

  /** Nothing more will be taken: lets the waiter go on to find that out. */
  open(): void {
    this.#inFlight = Number.NEGATIVE_INFINITY;
    this.#release();
  }

  /** One waiter at a time: a pass sends its pushes one after the other. */
  async room(): Promise<void> {
    if (this.#inFlight < this.#maxBytes) return;
    await new Promise<void>((resolve) => {
      this.#waiter = resolve;
    });
  }

  #release(): void {
    this.#waiter?.();
    this.#waiter = null;
  }
}

function disposedError(): DOMException {
  return new DOMException('The token counter was disposed', 'AbortError');
}
