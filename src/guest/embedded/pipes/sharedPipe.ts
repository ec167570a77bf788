/**
 * A pipe between two workers of the guest, in shared memory: a ring of bytes with one writer and one reader.
 * It is the one kind of pipe that a blocked `node` can read and write, that gives back-pressure by itself,
 * and whose contents outlive a writer that was terminated. Several processes that write to one place each
 * get a pipe of their own; a lock would die with whoever held it.
 */

/** Words of the header. Counters run modulo 2^32; their difference is what the ring holds. */
const written = 0;
const taken = 1;
/** Raised whenever the other side has something to look at again: what waits, waits on these. */
const writerNews = 2;
const readerNews = 3;
const writerClosed = 4;
const readerClosed = 5;
const headerBytes = 64;

/** Where `Atomics.waitAsync` is missing (Firefox before 145), how often a waiting side looks, milliseconds. */
const pollMs = 2;

const nextTick = globalThis.setTimeout.bind(globalThis);

/** `capacity` in bytes, a power of two. */
export function createPipe(capacity = 256 * 1024): SharedArrayBuffer {
  if ((capacity & (capacity - 1)) !== 0) throw new RangeError('the capacity of a pipe is a power of two');
  return new SharedArrayBuffer(headerBytes + capacity);
}

class PipeEnd {
  protected readonly header: Int32Array;
  protected readonly ring: Uint8Array;

  constructor(readonly memory: SharedArrayBuffer) {
    this.header = new Int32Array(memory, 0, headerBytes / 4);
    this.ring = new Uint8Array(memory, headerBytes);
  }

  /** Bytes that were written and not yet taken. */
  get held(): number {
    return (Atomics.load(this.header, written) - Atomics.load(this.header, taken)) >>> 0;
  }

  protected tell(word: number): void {
    Atomics.add(this.header, word, 1);
    Atomics.notify(this.header, word);
  }

  protected async changed(word: number, seen: number): Promise<void> {
    if (typeof Atomics.waitAsync !== 'function') {
      while (Atomics.load(this.header, word) === seen) await new Promise<void>((done) => nextTick(done, pollMs));
      return;
    }
    const waiting = Atomics.waitAsync(this.header, word, seen);
    if (waiting.async) await waiting.value;
  }
}

export class PipeWriter extends PipeEnd {
  /** False once nobody will read: the writer should end as on a closed pipe (EPIPE). */
  get isRead(): boolean {
    return Atomics.load(this.header, readerClosed) === 0;
  }

  /** Resolves when all is in the pipe; false where the reader left before. */
  async write(bytes: Uint8Array): Promise<boolean> {
    for (let from = 0; from < bytes.length; ) {
      const seen = Atomics.load(this.header, readerNews);
      if (!this.isRead) return false;
      const count = this.writeSome(bytes.subarray(from));
      if (count === 0) await this.changed(readerNews, seen);
      from += count;
    }
    return this.isRead;
  }

  /** The same, blocking this worker. Not on a main thread. */
  writeSync(bytes: Uint8Array): boolean {
    for (let from = 0; from < bytes.length; ) {
      const seen = Atomics.load(this.header, readerNews);
      if (!this.isRead) return false;
      const count = this.writeSome(bytes.subarray(from));
      if (count === 0) Atomics.wait(this.header, readerNews, seen);
      from += count;
    }
    return this.isRead;
  }

  /** As much as fits now; the count of bytes taken, 0 where the pipe is full. */
  writeSome(bytes: Uint8Array): number {
    const size = this.ring.length;
    const count = Math.min(bytes.length, size - this.held);
    if (count === 0) return 0;
    const at = (Atomics.load(this.header, written) >>> 0) % size;
    const first = Math.min(count, size - at);
    this.ring.set(bytes.subarray(0, first), at);
    if (first < count) this.ring.set(bytes.subarray(first, count), 0);
    Atomics.add(this.header, written, count);
    this.tell(writerNews);
    return count;
  }

  /** Nothing more comes. Also what the kernel does for a process that has ended. */
  close(): void {
    Atomics.store(this.header, writerClosed, 1);
    this.tell(writerNews);
  }
}

export class PipeReader extends PipeEnd {
  /** What is there now, at most `limit` bytes: empty where nothing is, null at the end. */
  take(limit = this.ring.length): Uint8Array<ArrayBuffer> | null {
    // The end is looked up first: a last write may come between the two.
    const ended = Atomics.load(this.header, writerClosed) === 1;
    const count = Math.min(this.held, limit);
    if (count === 0) return ended ? null : new Uint8Array(0);
    const size = this.ring.length;
    const at = (Atomics.load(this.header, taken) >>> 0) % size;
    const first = Math.min(count, size - at);
    const bytes = new Uint8Array(count);
    bytes.set(this.ring.subarray(at, at + first), 0);
    if (first < count) bytes.set(this.ring.subarray(0, count - first), first);
    Atomics.add(this.header, taken, count);
    this.tell(readerNews);
    return bytes;
  }

  /** At least one byte, null at the end. */
  async read(limit?: number): Promise<Uint8Array<ArrayBuffer> | null> {
    for (;;) {
      const seen = Atomics.load(this.header, writerNews);
      const bytes = this.take(limit);
      if (bytes === null || bytes.length > 0) return bytes;
      await this.changed(writerNews, seen);
    }
  }

  /** The same, blocking this worker. Not on a main thread. */
  readSync(limit?: number): Uint8Array<ArrayBuffer> | null {
    for (;;) {
      const seen = Atomics.load(this.header, writerNews);
      const bytes = this.take(limit);
      if (bytes === null || bytes.length > 0) return bytes;
      Atomics.wait(this.header, writerNews, seen);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    try {
      for (let bytes = await this.read(); bytes !== null; bytes = await this.read()) yield bytes;
    } finally {
      this.close();
    }
  }

  /** Nobody reads any more: the writer's next write says so. */
  close(): void {
    Atomics.store(this.header, readerClosed, 1);
    this.tell(readerNews);
  }
}
