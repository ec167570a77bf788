import type { StreamName } from '../../../core/index.ts';
import { frameHeaderBytes, PipeEnd, stderrBit, streamBits, word } from './pipeMemory.ts';

export interface Piece {
  readonly stream: StreamName;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Seen extends Piece {
  /** The count of taken bytes when this piece is taken. */
  readonly end: number;
}

// Taken before any guest code runs: `node` with virtual time has one in which waiting takes time.
const waitFor = Atomics.wait.bind(Atomics);

export class PipeReader extends PipeEnd {
  readonly #frameHeader = new Uint8Array(frameHeaderBytes);
  readonly #frameHead = new DataView(this.#frameHeader.buffer);

  /** Bytes that were written and not yet taken, headers of frames included. */
  get held(): number {
    return this.#heldFrom(Atomics.load(this.header, word.taken));
  }

  /** What is there now, at most `limit` bytes: empty where nothing is, null at the end. */
  take(limit = this.ring.length): Uint8Array<ArrayBuffer> | null {
    const piece = this.takePiece(limit);
    return piece === null ? null : piece.bytes;
  }

  /**
   * The same with the stream it came on, of an output pipe. Such a pipe gives whole writes, so at least one even
   * where that is more than `limit`.
   */
  takePiece(limit = this.ring.length): Piece | null {
    // The end is looked up first: a last write may come between the two.
    const ended = this.#hasEnded;
    const piece = this.#look(Atomics.load(this.header, word.taken), limit);
    if (piece) {
      this.#taken(piece.end);
      return piece;
    }
    if (ended) return null;
    this.#want();
    return { stream: 'stdout', bytes: new Uint8Array(0) };
  }

  /** At least one byte, null at the end. */
  async read(limit?: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const piece = await this.readPiece(limit);
    return piece === null ? null : piece.bytes;
  }

  async readPiece(limit?: number): Promise<Piece | null> {
    for (;;) {
      const seen = Atomics.load(this.header, word.writerNews);
      const piece = this.takePiece(limit);
      if (piece === null || piece.bytes.length > 0) return piece;
      await this.changed(word.writerNews, seen);
    }
  }

  /** The same, blocking this worker. Not on a main thread. */
  readSync(limit?: number): Uint8Array<ArrayBuffer> | null {
    for (;;) {
      const seen = Atomics.load(this.header, word.writerNews);
      const bytes = this.take(limit);
      if (bytes === null || bytes.length > 0) return bytes;
      Atomics.wait(this.header, word.writerNews, seen);
    }
  }

  /** Blocks this worker until there is something to take, the end is reached or `mostMs` have passed (false). */
  waitSync(mostMs: number): boolean {
    const seen = Atomics.load(this.header, word.writerNews);
    if (this.held > 0 || this.#hasEnded) return true;
    return waitFor(this.header, word.writerNews, seen, mostMs) !== 'timed-out';
  }

  /** Resolves when there is something to take, or the end is reached (false). */
  async whenHeld(): Promise<boolean> {
    for (;;) {
      const seen = Atomics.load(this.header, word.writerNews);
      const ended = this.#hasEnded;
      if (this.held > 0) return true;
      if (ended) return false;
      this.#want();
      await this.changed(word.writerNews, seen);
    }
  }

  /** The stream of the bytes that come next; null where nothing is there. */
  get nextStream(): StreamName | null {
    const taken = Atomics.load(this.header, word.taken);
    if (this.#heldFrom(taken) === 0) return null;
    return this.isFramed ? this.#frameAt(taken).stream : 'stdout';
  }

  /**
   * Hands what is there, at most `limit` bytes of one stream, to `put`, which must pass all of it on in one
   * step; false where nothing is there. `outCount` counts what has gone out there so far, modulo 2^32, and
   * moves with that step. So somebody else can tell, when this worker is terminated in between, whether the
   * piece has gone out already (`leftIn`): nothing is lost and nothing comes twice.
   */
  passOn(limit: number, outCount: number, put: (piece: Piece) => void): boolean {
    const piece = this.#look(Atomics.load(this.header, word.taken), limit);
    if (!piece) return false;
    Atomics.store(this.header, word.passedFrom, outCount | 0);
    Atomics.store(this.header, word.passedEnd, piece.end);
    put(piece);
    this.#taken(piece.end);
    return true;
  }

  /** What nobody has passed on, for the kernel after the reader's end; `outCount` as its reader counted. */
  leftIn(outCount: number): Piece[] {
    let at = Atomics.load(this.header, word.taken);
    const underWay = Atomics.load(this.header, word.passedEnd);
    const wentOut = Atomics.load(this.header, word.passedFrom) !== (outCount | 0);
    if (((underWay - at) | 0) > 0 && wentOut) at = underWay;
    const pieces: Piece[] = [];
    // A counter that guest code has set, or moves, would be followed through gigabytes of the same ring.
    let left = this.ring.length;
    for (let piece = this.#look(at, left); piece && left > 0; piece = this.#look(at, left)) {
      pieces.push({ stream: piece.stream, bytes: piece.bytes });
      left -= (piece.end - at) | 0;
      at = piece.end;
    }
    return pieces;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    try {
      for (let bytes = await this.read(); bytes !== null; bytes = await this.read()) yield bytes;
    } finally {
      this.close();
    }
  }

  /** Nobody reads any more, or not that stream: the writer's next write says so. */
  close(stream?: StreamName): void {
    const bits = stream ? streamBits[stream] : streamBits.stdout | streamBits.stderr;
    Atomics.or(this.header, word.readerClosed, bits);
    this.tell(word.readerNews);
  }

  #want(): void {
    if (Atomics.exchange(this.header, word.wanted, 1) === 0) this.tell(word.readerNews);
  }

  get #hasEnded(): boolean {
    const closed = Atomics.load(this.header, word.closed);
    return this.isSealed || (this.isFramed ? (closed & 3) === 3 : closed !== 0);
  }

  #heldFrom(taken: number): number {
    const end = Atomics.load(this.header, this.isSealed ? word.sealedAt : word.written);
    // What was taken before the seal may lie behind it; counters that guest code has set promise more than there is.
    return Math.min(this.ring.length, Math.max(0, (end - taken) | 0));
  }

  #taken(end: number): void {
    Atomics.store(this.header, word.taken, end);
    this.tell(word.readerNews);
  }

  #look(at: number, limit: number): Seen | null {
    const held = this.#heldFrom(at);
    if (held === 0) return null;
    if (this.isFramed) return this.#lookAtFrames(at, held, limit);
    const bytes = new Uint8Array(Math.min(held, limit));
    this.get(at, bytes);
    return { stream: 'stdout', bytes, end: (at + bytes.length) | 0 };
  }

  /** The first frame and those of the same stream behind it, as far as they fit. */
  #lookAtFrames(at: number, held: number, limit: number): Seen {
    const first = this.#frameAt(at);
    const frames = [{ at: at + frameHeaderBytes, length: first.length }];
    let total = first.length;
    let next = frameHeaderBytes + first.length;
    while (next < held) {
      const frame = this.#frameAt(at + next);
      if (frame.stream !== first.stream || total + frame.length > limit) break;
      frames.push({ at: at + next + frameHeaderBytes, length: frame.length });
      total += frame.length;
      next += frameHeaderBytes + frame.length;
    }
    const bytes = new Uint8Array(total);
    let offset = 0;
    for (const frame of frames) {
      this.get(frame.at, bytes.subarray(offset, offset + frame.length));
      offset += frame.length;
    }
    return { stream: first.stream, bytes, end: (at + next) | 0 };
  }

  #frameAt(at: number): { readonly stream: StreamName; readonly length: number } {
    this.get(at, this.#frameHeader);
    const head = this.#frameHead.getUint32(0, true);
    // Guest code may have scribbled over the ring: a length beyond it would allocate gigabytes.
    const length = Math.min((head & ~stderrBit) >>> 0, this.ring.length - frameHeaderBytes);
    return { stream: (head & stderrBit) === 0 ? 'stdout' : 'stderr', length };
  }
}
