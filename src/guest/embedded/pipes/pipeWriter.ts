import type { StreamName } from '../../../core/index.ts';
import { frameHeaderBytes, PipeEnd, stderrBit, streamBits, word } from './pipeMemory.ts';

/**
 * The writing end of a pipe. Several processes that write to one place each get a pipe of their own; a lock
 * would die with whoever held it.
 */
export class PipeWriter extends PipeEnd {
  readonly #stream: StreamName;
  readonly #frameHeader = new Uint8Array(frameHeaderBytes);
  readonly #frameHead = new DataView(this.#frameHeader.buffer);

  /** `stream` tells the two of an output pipe apart; a plain pipe does not care. */
  constructor(memory: SharedArrayBuffer, stream: StreamName = 'stdout') {
    super(memory);
    this.#stream = stream;
  }

  /** False once nobody will read: the writer should end as on a closed pipe (EPIPE). */
  get isRead(): boolean {
    const closed = Atomics.load(this.header, word.readerClosed) & streamBits[this.#stream];
    return closed === 0 && !this.isSealed;
  }

  /** Bytes that were written and not yet taken. */
  get held(): number {
    return (Atomics.load(this.header, word.written) - Atomics.load(this.header, word.taken)) >>> 0;
  }

  /** Resolves when all is in the pipe; false where the reader left before. */
  async write(bytes: Uint8Array): Promise<boolean> {
    for (let from = 0; from < bytes.length; ) {
      const seen = Atomics.load(this.header, word.readerNews);
      if (!this.isRead) return false;
      const count = this.writeSome(bytes.subarray(from));
      if (count === 0) await this.changed(word.readerNews, seen);
      from += count;
    }
    return this.isRead;
  }

  /** The same, blocking this worker. Not on a main thread. */
  writeSync(bytes: Uint8Array): boolean {
    for (let from = 0; from < bytes.length; ) {
      const seen = Atomics.load(this.header, word.readerNews);
      if (!this.isRead) return false;
      const count = this.writeSome(from === 0 ? bytes : bytes.subarray(from));
      if (count === 0) Atomics.wait(this.header, word.readerNews, seen);
      from += count;
    }
    return this.isRead;
  }

  /** As much as fits now; the count of bytes taken, 0 where the pipe is full. */
  writeSome(bytes: Uint8Array): number {
    const count = Math.min(bytes.length, this.room);
    if (count <= 0) return 0;
    const piece = count === bytes.length ? bytes : bytes.subarray(0, count);
    const at = Atomics.load(this.header, word.written);
    if (this.isFramed) {
      const head = (this.#stream === 'stderr' ? stderrBit : 0) | count;
      this.#frameHead.setUint32(0, head >>> 0, true);
      this.put(at, this.#frameHeader);
      this.put(at + frameHeaderBytes, piece);
    } else this.put(at, piece);
    // One step: a reader sees all of it or nothing, at whichever moment this worker ends.
    Atomics.store(this.header, word.wanted, 0);
    Atomics.add(this.header, word.written, count + this.#overhead);
    this.tell(word.writerNews);
    return count;
  }

  /** Bytes that one `writeSome` would take now. */
  get room(): number {
    return Math.max(0, Math.min(this.ring.length - this.held - this.#overhead, this.largestStep));
  }

  /**
   * Bytes that one `writeSome` takes at most. Frames are taken whole: with small ones the reader works on one while the
   * next is written.
   */
  get largestStep(): number {
    return this.isFramed ? this.ring.length / 8 : this.ring.length;
  }

  /** Resolves when one `writeSome` would take `bytes`, or nobody reads any more (false). */
  async whenRoom(bytes: number): Promise<boolean> {
    for (;;) {
      const seen = Atomics.load(this.header, word.readerNews);
      if (!this.isRead) return false;
      if (this.room >= Math.max(1, bytes)) return true;
      await this.changed(word.readerNews, seen);
    }
  }

  /** Resolves when the reader waits for bytes (true) or will not read any more (false). */
  async whenWanted(): Promise<boolean> {
    for (;;) {
      const seen = Atomics.load(this.header, word.readerNews);
      if (!this.isRead) return false;
      if (Atomics.load(this.header, word.wanted) === 1 && this.held === 0) return true;
      await this.changed(word.readerNews, seen);
    }
  }

  /** Nothing more comes on this stream. The kernel does the same for a process that has ended. */
  close(): void {
    Atomics.or(this.header, word.closed, streamBits[this.#stream]);
    this.tell(word.writerNews);
  }

  get #overhead(): number {
    return this.isFramed ? frameHeaderBytes : 0;
  }
}
