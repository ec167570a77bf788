import { GuestFsError } from '../../port.ts';
import { CallArguments } from './arguments.ts';
import type { FileClock } from './fileClock.ts';
import { noAnswer } from './fileServer.ts';
import { posixError } from './posixErrors.ts';
import type { RequestTime } from './requestTimes.ts';

/**
 * Calls that block the caller's worker: the request goes by message, the answer comes through shared memory.
 * One caller per port and memory, one call at a time. Whoever serves may answer at once or later (a promise), and
 * may sit in a main thread: it never waits. After the server's disposer ran no request has an effect, however long
 * the caller lives on.
 *
 * Values come back as bytes (`Uint8Array`) or as what JSON carries; an error comes back as `GuestFsError` with its
 * code. Answers larger than the window arrive in pieces, each asked for by an empty message.
 */

/** Words of the header. */
const answered = 0;
const kind = 1;
const totalBytes = 2;
const pieceBytes = 3;
const headerBytes = 64;

const asNothing = 0;
const asJson = 1;
const asBytes = 2;
const asFault = 3;

/** 1 MiB measured best for large files: 54 ms for 50 MB, against 78 with 64 KiB and 69 and more with 8 MiB. */
const windowBytes = 1024 * 1024;

/**
 * Most answers are there within 50 µs, which is what a worker that sleeps takes to wake: so long it looks instead. With
 * it `readFileSync` of a small file took 48 µs, without it 88.
 */
const looksBeforeWait = 10_000;

/** Answers one call, at once or later; what it throws or rejects with is the caller's error. */
export type BlockingOperation = (args: CallArguments) => unknown;

/** The caller's end. `memory` is `createCallMemory()`'s, shared with the server. */
export class BlockingCalls {
  readonly #port: MessagePort;
  readonly #header: Int32Array;
  readonly #window: Uint8Array;
  readonly #timeOf: RequestTime;

  constructor(port: MessagePort, memory: SharedArrayBuffer, timeOf: RequestTime = () => undefined) {
    this.#port = port;
    this.#timeOf = timeOf;
    this.#header = new Int32Array(memory, 0, headerBytes / 4);
    this.#window = new Uint8Array(memory, headerBytes);
  }

  /** Blocks until the answer is here. Throws `GuestFsError`. Not on a main thread. */
  call(operation: string, values: readonly unknown[], transfer: Transferable[] = []): unknown {
    this.#send([operation, values, this.#timeOf(operation, values)], transfer);
    const answer = this.#header[kind];
    if (answer === asNothing) return undefined;
    const bytes = this.#receive();
    if (answer === asBytes) return bytes;
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (answer === asFault) throw faultFrom(value);
    return value;
  }

  #send(message: unknown, transfer: Transferable[]): void {
    Atomics.store(this.#header, answered, 0);
    this.#port.postMessage(message, transfer);
    for (let look = 0; look < looksBeforeWait; look++) {
      if (Atomics.load(this.#header, answered) !== 0) return;
    }
    // Whoever looked instead of sleeping was not there when the answer before this one woke it: that call may come now.
    while (Atomics.load(this.#header, answered) === 0) Atomics.wait(this.#header, answered, 0);
  }

  #receive(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#header[totalBytes] ?? 0);
    for (let at = 0; ; ) {
      const length = this.#header[pieceBytes] ?? 0;
      bytes.set(this.#window.subarray(0, length), at);
      at += length;
      if (at >= bytes.length) return bytes;
      this.#send(null, []);
    }
  }
}

/** Shared memory for one `BlockingCalls` and its server. */
export function createCallMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(headerBytes + windowBytes);
}

/** Answers the calls that come on `port` into `memory`. Returns the disposer that closes the port. */
export function serveBlockingCalls(
  port: MessagePort,
  memory: SharedArrayBuffer,
  table: ReadonlyMap<string, BlockingOperation>,
  clock?: FileClock,
): () => void {
  const header = new Int32Array(memory, 0, headerBytes / 4);
  const window = new Uint8Array(memory, headerBytes);
  let open = true;
  let rest = new Uint8Array(0);

  function answer(as: number, bytes: Uint8Array): void {
    if (!open) return;
    header[kind] = as;
    header[totalBytes] = bytes.length;
    rest = bytes as Uint8Array<ArrayBuffer>;
    sendPiece();
  }

  function sendPiece(): void {
    const piece = rest.subarray(0, window.length);
    window.set(piece);
    rest = rest.subarray(piece.length);
    header[pieceBytes] = piece.length;
    Atomics.store(header, answered, 1);
    Atomics.notify(header, answered);
  }

  function answerValue(value: unknown): void {
    if (value === undefined) answer(asNothing, new Uint8Array(0));
    else if (value instanceof Uint8Array) answer(asBytes, value);
    else answer(asJson, new TextEncoder().encode(JSON.stringify(value)));
  }

  function answerFault(error: unknown): void {
    const fault =
      error instanceof GuestFsError
        ? { code: error.code, path: error.path, message: error.message }
        : {
            code: 'EIO',
            path: '',
            message: `EIO: i/o error, ${error instanceof Error ? error.message : String(error)}`,
          };
    answer(asFault, new TextEncoder().encode(JSON.stringify(fault)));
  }

  port.onmessage = (event: MessageEvent<unknown>) => {
    if (!open) return;
    if (event.data === null) {
      sendPiece();
      return;
    }
    if (!Array.isArray(event.data)) return;
    const [operation, values, timeMs] = event.data as readonly unknown[];
    if (typeof operation !== 'string' || !Array.isArray(values)) return;
    try {
      const run = table.get(operation);
      if (!run) throw posixError('ENOSYS', operation.slice(0, 64), '');
      const work = () => run(new CallArguments(operation, values));
      const value = clock ? clock.during(timeMs, work) : work();
      if (value === noAnswer) return;
      if (value instanceof Promise) value.then(answerValue, answerFault);
      else answerValue(value);
    } catch (error) {
      answerFault(error);
    }
  };
  port.start();
  return () => {
    open = false;
    port.onmessage = null;
    port.close();
  };
}

/** The server is ours, so its answer is taken as typed. */
function faultFrom(value: unknown): GuestFsError {
  const { code, path, message } = value as {
    readonly code: string;
    readonly path: string;
    readonly message: string;
  };
  return new GuestFsError(code, path, message);
}
