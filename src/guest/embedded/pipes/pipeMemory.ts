import type { StreamName } from '../../../core/index.ts';

/** Words of a pipe's header. Counters run modulo 2^32; their difference is what the ring holds. */
export const word = {
  written: 0,
  taken: 1,
  /** Raised whenever the other side has something to look at again: what waits, waits on these. */
  writerNews: 2,
  readerNews: 3,
  /** Bits of the streams that are closed, and of the kernel's seal. */
  closed: 4,
  /** Bits of the streams that nobody reads any more. */
  readerClosed: 5,
  framed: 6,
  /** Bytes written when the pipe was sealed: a terminated writer may go on for two seconds. */
  sealedAt: 7,
  /** What a reader that passes bytes on has under way; see `PipeReader.passOn`. */
  passedFrom: 8,
  passedEnd: 9,
  /** The reader has looked and found nothing: who reads nothing is sent nothing that others could read. */
  wanted: 10,
} as const;

export const headerBytes = 64;
export const sealBit = 4;

/** A frame's header: its length and, in the top bit, its stream. */
export const frameHeaderBytes = 4;
export const stderrBit = 0x80000000;

export const streamBits: Readonly<Record<StreamName, number>> = { stdout: 1, stderr: 2 };

/** Longer than any that is made here; what guest code hands over as a pipe is no longer either. */
const largestCapacity = 256 * 1024 * 1024;

function isCapacity(bytes: number): boolean {
  return bytes >= 64 && (bytes & (bytes - 1)) === 0;
}

/** Whether memory that guest code handed over has the shape of a pipe, so that no look at it throws. */
export function isPipe(memory: unknown): memory is SharedArrayBuffer {
  if (!(memory instanceof SharedArrayBuffer)) return false;
  const capacity = memory.byteLength - headerBytes;
  return isCapacity(capacity) && capacity <= largestCapacity;
}

/** One stream. `capacity` in bytes, a power of two. */
export function createPipe(capacity = 256 * 1024): SharedArrayBuffer {
  if (!isCapacity(capacity)) {
    throw new RangeError('the capacity of a pipe is a power of two, at least 64');
  }
  return new SharedArrayBuffer(headerBytes + capacity);
}

/**
 * Both output streams of one process in the order in which it wrote: give it as `stdout` and as `stderr`. Two
 * pipes would lose the order, in which people read what a program did. Twice the largest piece that goes to the page:
 * while one is on its way the next is written.
 */
export function createOutputPipe(capacity = 2 * 1024 * 1024): SharedArrayBuffer {
  const memory = createPipe(capacity);
  Atomics.store(new Int32Array(memory, 0, headerBytes / 4), word.framed, 1);
  return memory;
}

/** Where `Atomics.waitAsync` is missing (Firefox before 145), how often a waiting side looks, milliseconds. */
const pollMs = 2;

// Taken before any guest code runs: `node` will replace the global one by its own.
const nextTick = globalThis.setTimeout.bind(globalThis);

export class PipeEnd {
  protected readonly header: Int32Array;
  protected readonly ring: Uint8Array;
  protected readonly isFramed: boolean;

  constructor(readonly memory: SharedArrayBuffer) {
    this.header = new Int32Array(memory, 0, headerBytes / 4);
    this.ring = new Uint8Array(memory, headerBytes);
    this.isFramed = Atomics.load(this.header, word.framed) === 1;
  }

  protected get isSealed(): boolean {
    return (Atomics.load(this.header, word.closed) & sealBit) !== 0;
  }

  protected tell(news: number): void {
    Atomics.add(this.header, news, 1);
    Atomics.notify(this.header, news);
  }

  protected async changed(news: number, seen: number): Promise<void> {
    if (typeof Atomics.waitAsync !== 'function') {
      while (Atomics.load(this.header, news) === seen) {
        await new Promise<void>((done) => nextTick(done, pollMs));
      }
      return;
    }
    const waiting = Atomics.waitAsync(this.header, news, seen);
    if (waiting.async) await waiting.value;
  }

  /** Copies bytes into the ring at a counter's place. */
  protected put(count: number, bytes: Uint8Array): void {
    const size = this.ring.length;
    const at = (count >>> 0) % size;
    const first = Math.min(bytes.length, size - at);
    // Most are short and in one part: a view would cost more than the copy.
    this.ring.set(first === bytes.length ? bytes : bytes.subarray(0, first), at);
    if (first < bytes.length) this.ring.set(bytes.subarray(first), 0);
  }

  /** Copies bytes out of the ring from a counter's place. */
  protected get(count: number, into: Uint8Array): void {
    const size = this.ring.length;
    const at = (count >>> 0) % size;
    const first = Math.min(into.length, size - at);
    into.set(this.ring.subarray(at, at + first), 0);
    if (first < into.length) into.set(this.ring.subarray(0, into.length - first), first);
  }
}

/**
 * The kernel's word that a process has ended: its output ends with what it has written so far, whatever a
 * worker that is being terminated still writes, and nobody reads its input any more.
 */
export function sealPipe(memory: SharedArrayBuffer, end: 'writer' | 'reader'): void {
  const header = new Int32Array(memory, 0, headerBytes / 4);
  if (end === 'writer') {
    Atomics.store(header, word.sealedAt, Atomics.load(header, word.written));
    Atomics.or(header, word.closed, sealBit);
    Atomics.add(header, word.writerNews, 1);
    Atomics.notify(header, word.writerNews);
    // A writer that waits for room must hear of it too.
    Atomics.add(header, word.readerNews, 1);
    Atomics.notify(header, word.readerNews);
    return;
  }
  Atomics.store(header, word.readerClosed, streamBits.stdout | streamBits.stderr);
  Atomics.add(header, word.readerNews, 1);
  Atomics.notify(header, word.readerNews);
}

/** Nobody reads it any more. */
export function isReaderClosed(memory: SharedArrayBuffer): boolean {
  return Atomics.load(new Int32Array(memory, 0, headerBytes / 4), word.readerClosed) !== 0;
}

/** How much has been written into a pipe so far, modulo 2^32. */
export function writtenCount(memory: SharedArrayBuffer): number {
  return Atomics.load(new Int32Array(memory, 0, headerBytes / 4), word.written);
}
