import type { StreamName } from '../../../core/index.ts';

export const tailBytes = 64 * 1024;
const headerBytes = 8;
const flagBytes = 8;
const lengthBits = 17n;
const streamBit = 1n << lengthBits;

export interface TailSnapshot {
  /** Offset of the tail in the run's output; everything before it was posted. */
  readonly start: number;
  readonly stream: StreamName;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The command that is running keeps its output to itself until it ends. */
  readonly withholds: boolean;
}

/**
 * Output that was written but not yet posted, in memory that outlives the worker when it is shared: a timer
 * that would post it never fires before a busy loop, and a terminated worker posts nothing. One 64-bit word
 * holds offset, stream and length, so a reader never sees half a step.
 */
export class TailBuffer {
  readonly #header: BigInt64Array;
  readonly #data: Uint8Array;
  readonly #flag: Int32Array;
  #start = 0;
  #length = 0;
  #stream: StreamName = 'stdout';

  constructor(buffer: SharedArrayBuffer | ArrayBuffer = new ArrayBuffer(TailBuffer.bufferBytes)) {
    this.#header = new BigInt64Array(buffer, 0, 1);
    this.#data = new Uint8Array(buffer, headerBytes, tailBytes);
    this.#flag = new Int32Array(buffer, headerBytes + tailBytes, 1);
  }

  static readonly bufferBytes = headerBytes + tailBytes + flagBytes;

  get length(): number {
    return this.#length;
  }

  get start(): number {
    return this.#start;
  }

  get stream(): StreamName {
    return this.#stream;
  }

  reset(): void {
    this.#start = 0;
    this.#length = 0;
    this.#store();
    this.withhold(false);
  }

  /** Says whether the command that runs now has output that cannot arrive before it ends. */
  withhold(on: boolean): void {
    Atomics.store(this.#flag, 0, on ? 1 : 0);
  }

  fits(stream: StreamName, bytes: number): boolean {
    return this.#length === 0
      ? bytes <= tailBytes
      : stream === this.#stream && this.#length + bytes <= tailBytes;
  }

  /** Only what `fits`. */
  append(stream: StreamName, bytes: Uint8Array): void {
    this.#data.set(bytes, this.#length);
    this.#stream = stream;
    this.#length += bytes.length;
    this.#store();
  }

  copy(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length);
    bytes.set(this.#data.subarray(0, this.#length));
    return bytes;
  }

  /** Says that the output up to `start` was posted; empties the tail. */
  advanceTo(start: number): void {
    this.#start = start;
    this.#length = 0;
    this.#store();
  }

  #store(): void {
    const stream = this.#stream === 'stderr' ? streamBit : 0n;
    const word = (BigInt(this.#start) << (lengthBits + 1n)) | stream | BigInt(this.#length);
    Atomics.store(this.#header, 0, word);
  }
}

/** Forgets the run before; only while its worker is idle. */
export function clearTail(buffer: SharedArrayBuffer): void {
  Atomics.store(new BigInt64Array(buffer, 0, 1), 0, 0n);
  Atomics.store(new Int32Array(buffer, headerBytes + tailBytes, 1), 0, 0);
}

/**
 * Reads a tail whose writer may still run (a terminated busy loop goes on for about two seconds). Bytes are
 * only ever added between two advances, so a copy is good when no advance came in between.
 */
export function readTail(buffer: SharedArrayBuffer): TailSnapshot {
  const header = new BigInt64Array(buffer, 0, 1);
  const data = new Uint8Array(buffer, headerBytes, tailBytes);
  for (let attempt = 0; ; attempt++) {
    const word = Atomics.load(header, 0);
    const start = word >> (lengthBits + 1n);
    const length = Math.min(tailBytes, Number(word & (streamBit - 1n)));
    const bytes = new Uint8Array(length);
    bytes.set(data.subarray(0, length));
    const unchanged = Atomics.load(header, 0) >> (lengthBits + 1n) === start;
    // A writer that always advances has posted all before `start`; giving up its tail is then right.
    if (!unchanged && attempt < 100) continue;
    const kept = unchanged ? bytes : new Uint8Array(0);
    const withholds = Atomics.load(new Int32Array(buffer, headerBytes + tailBytes, 1), 0) !== 0;
    const stream = (word & streamBit) === 0n ? 'stdout' : 'stderr';
    return { start: Number(start), stream, bytes: kept, withholds };
  }
}
