import type { RecordKey } from '../core/index.ts';
import type { Backend, ChunkEntry } from './backend.ts';
import { sessionKey } from './keys.ts';
import type { OutputStore, OutputWriter } from './port.ts';

export const chunkBytes = 1024 * 1024;

/**
 * Chunks on their way to the database at one time: enough to keep it busy, few enough to bound memory. With 16 of
 * them, in transactions of 8, both it and the command stood still now and then: 100 MB took a tenth longer.
 */
const maxChunksInFlight = 24;
/** One is stored, one waits and one fills: fewer would leave the database idle between two. */
const minChunksInFlight = 3;
/** A stop ends when what is under way is stored: a slow database gets no more than it stores within about this time. */
const chunksInFlightMs = 240;
/** Chunks in one transaction: each commit costs, and room for what comes next is made by whole ones. */
const maxChunksPerTransaction = 4;

/** A command may be cut off by a reload at any time; what it wrote is stored at latest this much later. */
const unfinishedChunkMs = 250;

/** Outputs in chunks of 1 MiB. The size is stored last: an output without one was cut off while it was written. */
export function createOutputStore(backend: Backend, sessionId: string): OutputStore {
  async function size(key: RecordKey): Promise<number> {
    const stored = await backend.get(sessionKey('output-size', sessionId, key));
    if (typeof stored === 'number') return stored;
    const keys = await backend.keys(sessionKey('output', sessionId, key));
    const last = keys.at(-1);
    if (last === undefined) return 0;
    const tail = await backend.get(last);
    return (keys.length - 1) * chunkBytes + (tail instanceof Uint8Array ? tail.length : 0);
  }

  async function read(
    key: RecordKey,
    { offset, length }: { offset: number; length: number },
  ): Promise<Uint8Array> {
    const first = Math.floor(offset / chunkBytes);
    const last = Math.floor(Math.max(offset, offset + length - 1) / chunkBytes);
    const entries = await backend.range(sessionKey('output', sessionId, key), { from: first, to: last });
    const parts: Uint8Array[] = [];
    for (const [entryKey, value] of entries) {
      const index = entryKey.at(-1);
      if (!(value instanceof Uint8Array) || typeof index !== 'number') continue;
      const start = index * chunkBytes;
      parts.push(value.subarray(Math.max(0, offset - start), Math.max(0, offset + length - start)));
    }
    return concat(parts);
  }

  async function* stream(key: RecordKey, offset = 0): AsyncGenerator<Uint8Array> {
    const chunkAt = (index: number) => {
      const chunk = backend.get(sessionKey('output', sessionId, key, index));
      // Who stops reading takes no notice of the chunk that was read ahead.
      chunk.catch(() => undefined);
      return chunk;
    };
    const first = Math.floor(offset / chunkBytes);
    let next = chunkAt(first);
    for (let index = first; ; index++) {
      const chunk = await next;
      if (!(chunk instanceof Uint8Array)) return;
      // The next is read while this one is worked on.
      if (chunk.length === chunkBytes) next = chunkAt(index + 1);
      const skipped = index === first ? offset - first * chunkBytes : 0;
      if (skipped < chunk.length) yield skipped === 0 ? chunk : chunk.slice(skipped);
      if (chunk.length < chunkBytes) return;
    }
  }

  return { writer: (key) => new ChunkWriter(backend, sessionId, key), size, read, stream };
}

/**
 * Gathers what comes in buffers of one chunk each. A buffer is used again once its chunk is stored, so a long
 * output costs a few buffers and one copy, whatever the sizes in which it arrives; what comes as a whole chunk
 * is stored as it came.
 */
class ChunkWriter implements OutputWriter {
  readonly #backend: Backend;
  readonly #sessionId: string;
  readonly #key: RecordKey;
  readonly #inFlight = new Set<Promise<void>>();
  /** Whole chunks that wait while a transaction runs: they go together when it has ended. */
  #waiting: ChunkEntry[] = [];
  #chunksInFlight = 0;
  /** Milliseconds for one chunk, of late; quick until known otherwise. */
  #chunkMs = chunksInFlightMs / maxChunksInFlight;
  #lastStoredMs = 0;
  readonly #spare: Uint8Array<ArrayBuffer>[] = [];
  #chunk: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #filled = 0;
  #storedBytes = 0;
  #nextIndex = 0;
  #failure: unknown = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(backend: Backend, sessionId: string, key: RecordKey) {
    this.#backend = backend;
    this.#sessionId = sessionId;
    this.#key = key;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#filled === 0 && isWholeChunk(bytes)) {
      this.#chunk = bytes;
      this.#filled = chunkBytes;
      await this.#storeWithRoom();
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      if (this.#chunk.length < chunkBytes) this.#grow(bytes.length - at);
      const taken = Math.min(bytes.length - at, this.#chunk.length - this.#filled);
      this.#chunk.set(bytes.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === chunkBytes) await this.#storeWithRoom();
    }
    if (this.#filled > 0) this.#timer ??= setTimeout(() => this.#storeUnfinished(), unfinishedChunkMs);
  }

  /** Under the key that the whole chunk will have. A command that ends sooner never comes here. */
  #storeUnfinished(): void {
    this.#timer = null;
    if (this.#filled === 0) return;
    // A cut in between must not leave a hole before it.
    this.#storeWaiting();
    const key = sessionKey('output', this.#sessionId, this.#key, this.#nextIndex);
    this.#store([[key, this.#chunk.slice(0, this.#filled)]]);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Most outputs are small: the buffer begins small and doubles up to a chunk. */
  #grow(coming: number): void {
    const needed = this.#filled + coming;
    if (needed <= this.#chunk.length) return;
    const spare = this.#spare.pop();
    const size = Math.min(chunkBytes, Math.max(needed, this.#chunk.length * 2, 4096));
    const larger = spare ?? new Uint8Array(size);
    larger.set(this.#chunk.subarray(0, this.#filled));
    this.#chunk = larger;
  }

  /** The filled part of the buffer under its key; the buffer is given up. */
  #takeChunk(): ChunkEntry {
    // A view would be stored with the whole buffer behind it, so a part of one is copied.
    const value = this.#filled === this.#chunk.length ? this.#chunk : this.#chunk.slice(0, this.#filled);
    this.#storedBytes += value.length;
    this.#chunk = new Uint8Array(0);
    this.#filled = 0;
    return [sessionKey('output', this.#sessionId, this.#key, this.#nextIndex++), value];
  }

  /** Stores the full buffer; resolves when the next may come. */
  async #storeWithRoom(): Promise<void> {
    // What comes next has 250 ms of its own: a fast output never stores a chunk twice.
    this.#stopTimer();
    this.#waiting.push(this.#takeChunk());
    if (this.#inFlight.size === 0 || this.#waiting.length >= maxChunksPerTransaction) this.#storeWaiting();
    while (this.#chunksInFlight + this.#waiting.length >= this.#room) await Promise.race(this.#inFlight);
    if (this.#failure) throw this.#failure;
  }

  get #room(): number {
    const chunks = Math.floor(chunksInFlightMs / this.#chunkMs);
    return Math.min(maxChunksInFlight, Math.max(minChunksInFlight, chunks));
  }

  /** `count` chunks are stored that were handed over at `startMs`; those before them have their own share of the time. */
  #learnPace(count: number, startMs: number): void {
    const nowMs = performance.now();
    const tookMs = (nowMs - Math.max(startMs, this.#lastStoredMs)) / count;
    this.#chunkMs = (this.#chunkMs + tookMs) / 2;
    this.#lastStoredMs = nowMs;
  }

  #storeWaiting(): void {
    const chunks = this.#waiting;
    if (chunks.length === 0) return;
    this.#waiting = [];
    this.#store(chunks);
  }

  #store(entries: readonly ChunkEntry[]): void {
    this.#chunksInFlight += entries.length;
    const startMs = performance.now();
    this.#track(
      this.#backend
        .putChunks(entries)
        .then(({ chunks, refused }) => {
          if (refused !== null) throw refused;
          this.#learnPace(entries.length, startMs);
          for (const chunk of chunks) this.#keepSpare(chunk);
        })
        .finally(() => {
          this.#chunksInFlight -= entries.length;
        }),
    );
  }

  #keepSpare(chunk: Uint8Array<ArrayBuffer>): void {
    if (chunk.length === chunkBytes && this.#spare.length < maxChunksInFlight) this.#spare.push(chunk);
  }

  async #settled(): Promise<void> {
    this.#storeWaiting();
    await Promise.all(this.#inFlight);
  }

  #track(work: Promise<void>): void {
    const put = work
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#inFlight.delete(put);
        if (this.#inFlight.size === 0) this.#storeWaiting();
      });
    this.#inFlight.add(put);
  }

  /** The last chunk and the size are stored together: a small output costs one transaction. */
  async close(): Promise<number> {
    this.#stopTimer();
    await this.#settled();
    this.#spare.length = 0;
    if (this.#failure) throw this.#failure;
    const last = this.#filled > 0 ? [this.#takeChunk()] : [];
    if (this.#storedBytes > 0) {
      const size = sessionKey('output-size', this.#sessionId, this.#key);
      await this.#backend.put([...last, [size, this.#storedBytes]]);
    }
    return this.#storedBytes;
  }

  async discard(): Promise<void> {
    this.#stopTimer();
    this.#filled = 0;
    await this.#settled();
    await this.#backend.delete([
      sessionKey('output', this.#sessionId, this.#key),
      sessionKey('output-size', this.#sessionId, this.#key),
    ]);
  }
}

/** One chunk that fills its buffer; a view on a larger one would be stored with all of it. */
function isWholeChunk(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return (
    bytes.length === chunkBytes &&
    bytes.buffer instanceof ArrayBuffer &&
    bytes.buffer.byteLength === chunkBytes
  );
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
