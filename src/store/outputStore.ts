import type { RecordKey } from '../core/index.ts';
import type { Backend } from './backend.ts';
import { sessionKey } from './keys.ts';
import type { OutputStore, OutputWriter } from './port.ts';

export const chunkBytes = 1024 * 1024;

/** Chunks on their way to the database at one time: enough to keep it busy, few enough to bound memory. */
const maxChunksInFlight = 4;

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

  async function* stream(key: RecordKey): AsyncGenerator<Uint8Array> {
    for (let index = 0; ; index++) {
      const chunk = await backend.get(sessionKey('output', sessionId, key, index));
      if (!(chunk instanceof Uint8Array)) return;
      yield chunk;
      if (chunk.length < chunkBytes) return;
    }
  }

  return { writer: (key) => new ChunkWriter(backend, sessionId, key), size, read, stream };
}

class ChunkWriter implements OutputWriter {
  readonly #backend: Backend;
  readonly #sessionId: string;
  readonly #key: RecordKey;
  readonly #inFlight = new Set<Promise<void>>();
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #storedBytes = 0;
  #nextIndex = 0;
  #failure: unknown = null;

  constructor(backend: Backend, sessionId: string, key: RecordKey) {
    this.#backend = backend;
    this.#sessionId = sessionId;
    this.#key = key;
  }

  async write(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (this.#pendingBytes + rest.length >= chunkBytes) {
      const taken = chunkBytes - this.#pendingBytes;
      this.#pending.push(rest.subarray(0, taken));
      rest = rest.subarray(taken);
      this.#store();
      while (this.#inFlight.size >= maxChunksInFlight) await Promise.race(this.#inFlight);
      if (this.#failure) throw this.#failure;
    }
    if (rest.length > 0) {
      this.#pending.push(rest);
      this.#pendingBytes += rest.length;
    }
  }

  #store(): void {
    const chunk = concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#storedBytes += chunk.length;
    const key = sessionKey('output', this.#sessionId, this.#key, this.#nextIndex++);
    const put = this.#backend
      .put([[key, chunk]])
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#inFlight.delete(put));
    this.#inFlight.add(put);
  }

  async close(): Promise<number> {
    if (this.#pendingBytes > 0) this.#store();
    await Promise.all(this.#inFlight);
    if (this.#failure) throw this.#failure;
    if (this.#storedBytes > 0) {
      await this.#backend.put([[sessionKey('output-size', this.#sessionId, this.#key), this.#storedBytes]]);
    }
    return this.#storedBytes;
  }

  async discard(): Promise<void> {
    this.#pending = [];
    this.#pendingBytes = 0;
    await Promise.all(this.#inFlight);
    await this.#backend.delete([
      sessionKey('output', this.#sessionId, this.#key),
      sessionKey('output-size', this.#sessionId, this.#key),
    ]);
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const only = parts[0];
  // A view into a larger buffer would be stored with the whole buffer, so it is copied.
  if (parts.length === 1 && only && only.byteLength === only.buffer.byteLength) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
