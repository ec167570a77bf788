import type { StreamName } from '../../../core/index.ts';
import { wallMs } from '../clock/index.ts';
import type { RemoteSpool } from '../files/index.ts';
import type { PipeReader } from '../pipes/index.ts';
import type { ShellOutput } from '../shell/index.ts';
import { ackEveryBytes, creditWindowBytes, largestPieceBytes, type RunMessage } from './messages.ts';
import { type TailBuffer, tailBytes } from './tailBuffer.ts';

/** Small writes within this time of the last post travel together. */
const batchMs = 4;

/** The least that lets a largest piece go while the page still keeps an acknowledgement back. */
const leastWindowBytes = ackEveryBytes + largestPieceBytes;
/** A stop ends when the page has taken what is in flight: a slow one gets no more than it takes in about this time. */
const inFlightMs = 100;

// Taken before any guest code runs: `node` will replace the global one by its own.
const startTimer = globalThis.setTimeout.bind(globalThis);

/**
 * A run's output on its way to the page. 64 KiB and more is posted at once, less is gathered in the tail for
 * at most 4 ms. No more than the credit window is in flight; `write` waits for room.
 */
export class OutputPipe implements ShellOutput {
  readonly #post: (message: RunMessage, transfer: Transferable[]) => void;
  readonly #tail: TailBuffer;
  readonly #spool: RemoteSpool | null;
  readonly #now: () => number;
  /** Whether the tail survives this worker; otherwise every write is posted before it returns. */
  readonly #tailSurvives: boolean;
  #inFlight = 0;
  #windowBytes = creditWindowBytes;
  #lastAckMs = Number.POSITIVE_INFINITY;
  #lastPostMs = Number.NEGATIVE_INFINITY;
  #timerRuns = false;
  #closed = false;
  #wake: (() => void) | null = null;
  #busy: Promise<void> | null = null;

  constructor(options: {
    readonly post: (message: RunMessage, transfer: Transferable[]) => void;
    readonly tail: TailBuffer;
    readonly tailSurvives: boolean;
    readonly spool: RemoteSpool | null;
    /** Milliseconds of the wall, whatever the run's own clock says. */
    readonly now?: () => number;
  }) {
    this.#post = options.post;
    this.#tail = options.tail;
    this.#tailSurvives = options.tailSurvives;
    this.#spool = options.spool;
    this.#now = options.now ?? wallMs;
    this.#tail.reset();
  }

  /** Bytes accepted so far. */
  get totalBytes(): number {
    return this.#tail.start + this.#tail.length;
  }

  /** The consumer took `bytes`. */
  ack(bytes: number): void {
    this.#inFlight = Math.max(0, this.#inFlight - bytes);
    this.#learnPace(bytes);
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
    if (!this.#busy && this.#tail.length > 0 && !this.#timerRuns) this.#flushIfRoom();
  }

  async write(stream: StreamName, bytes: Uint8Array, handedOver = false): Promise<void> {
    while (this.#busy) await this.#busy;
    if (this.#closed || bytes.length === 0) return;
    if (this.#tailSurvives && bytes.length < tailBytes) {
      if (this.#tail.fits(stream, bytes.length)) this.#gather(stream, bytes);
      else {
        await this.#alone(async () => {
          await this.#flush();
          this.#gather(stream, bytes);
        });
      }
      return;
    }
    await this.#alone(async () => {
      await this.#flush();
      for (let from = 0; from < bytes.length; from += largestPieceBytes) {
        const whole = handedOver && isPiece(bytes);
        const piece = whole ? bytes : bytes.slice(from, from + largestPieceBytes);
        await this.#room(piece.length);
        this.#send(stream, piece);
      }
    });
  }

  async passOn(stream: StreamName, reader: PipeReader): Promise<boolean> {
    while (this.#busy) await this.#busy;
    if (this.#closed) return false;
    let passed = false;
    await this.#alone(async () => {
      const held = reader.held;
      const isSmall = this.#tailSurvives && held < tailBytes;
      if (!isSmall || !this.#tail.fits(stream, held)) await this.#flush();
      if (!isSmall) await this.#room(Math.min(held, largestPieceBytes));
      const count = this.#tail.start + this.#tail.length;
      const limit = isSmall ? tailBytes - this.#tail.length : largestPieceBytes;
      passed = reader.passOn(limit, count, ({ bytes }) => {
        if (isSmall) this.#tail.append(stream, bytes);
        else this.#send(stream, bytes);
      });
      this.#flushSoon();
    });
    return passed;
  }

  /** Posts what is held back, so that a prompt is seen before its answer is awaited. */
  async settle(): Promise<void> {
    while (this.#busy) await this.#busy;
    if (!this.#closed) await this.#alone(() => this.#flush());
  }

  /** Posts what is left and takes nothing more. */
  async finish(): Promise<void> {
    while (this.#busy) await this.#busy;
    await this.#alone(() => this.#flush());
    this.#closed = true;
    await this.#spool?.settled();
  }

  #gather(stream: StreamName, bytes: Uint8Array): void {
    this.#tail.append(stream, bytes);
    this.#flushSoon();
  }

  /** What the tail holds, at once where nothing was posted lately. */
  #flushSoon(): void {
    if (this.#tail.length === 0) return;
    if (this.#now() - this.#lastPostMs >= batchMs) this.#flushIfRoom();
    else if (!this.#timerRuns) {
      this.#timerRuns = true;
      startTimer(() => {
        this.#timerRuns = false;
        if (!this.#busy) this.#flushIfRoom();
      }, batchMs);
    }
  }

  /** The tail is the worker's: once this run is over, a late timer or ack would take the next run's bytes. */
  #flushIfRoom(): void {
    if (this.#closed) return;
    const bytes = this.#tail.length;
    if (bytes > 0 && this.#inFlight + bytes <= this.#windowBytes) this.#sendTail();
  }

  async #flush(): Promise<void> {
    if (this.#tail.length === 0) return;
    await this.#room(this.#tail.length);
    this.#sendTail();
  }

  #sendTail(): void {
    this.#send(this.#tail.stream, this.#tail.copy());
  }

  /** Advances the tail last: a kill before that makes the page drop what it already has of these bytes. */
  #send(stream: StreamName, bytes: Uint8Array<ArrayBuffer>): void {
    const start = this.#tail.start;
    const length = bytes.length;
    const forSpool = this.#spool ? bytes.slice() : null;
    this.#inFlight += length;
    this.#lastPostMs = this.#now();
    // The spool first: whatever the page has seen is there, at whichever moment a kill comes.
    if (forSpool) this.#spool?.append(start, forSpool);
    this.#post({ type: 'output', stream, start, bytes }, [bytes.buffer]);
    this.#tail.advanceTo(start + length);
  }

  /** Only where this run waits for the page does the time between two acknowledgements tell of the page's pace. */
  #learnPace(bytes: number): void {
    const nowMs = this.#now();
    const tookMs = nowMs - this.#lastAckMs;
    this.#lastAckMs = this.#wake ? nowMs : Number.POSITIVE_INFINITY;
    if (tookMs < 0) return;
    const window = (this.#windowBytes + (bytes * inFlightMs) / Math.max(tookMs, 1)) / 2;
    this.#windowBytes = Math.min(creditWindowBytes, Math.max(leastWindowBytes, window));
  }

  async #room(bytes: number): Promise<void> {
    while (this.#inFlight > 0 && this.#inFlight + bytes > this.#windowBytes) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Keeps other writes out while one waits for room, so that bytes stay in the order of the calls. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const running = work();
    this.#busy = running.catch(() => {});
    try {
      await running;
    } finally {
      this.#busy = null;
    }
  }
}

/** Bytes that can go to the page as they are: one piece that fills its buffer. */
function isPiece(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer, length } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === length && length <= largestPieceBytes;
}
