import {
  type Backend,
  type ChunkEntry,
  type PutChunks,
  putChunksHere,
  type RangeBounds,
  type StoredEntry,
} from './backend.ts';
import { compareKeys, type StoreKey, startsWith } from './keys.ts';

/**
 * Everything in this page's memory: gone with the page, and the page says so. Values are copied on the way in
 * and out, as IndexedDB does, so that a reader who hands bytes on (transfers them) takes nothing away.
 */
export class MemoryBackend implements Backend {
  readonly #entries = new Map<string, StoredEntry>();

  async get(key: StoreKey): Promise<unknown> {
    return structuredClone(this.#entries.get(JSON.stringify(key))?.[1]);
  }

  async put(entries: readonly StoredEntry[]): Promise<void> {
    const copies = entries.map(([key, value]): StoredEntry => [key, structuredClone(value)]);
    for (const entry of copies) this.#entries.set(JSON.stringify(entry[0]), entry);
  }

  async putChunks(entries: readonly ChunkEntry[]): Promise<PutChunks> {
    return putChunksHere(this, entries);
  }

  async range(prefix: StoreKey, bounds: RangeBounds = {}): Promise<readonly StoredEntry[]> {
    return this.#found(prefix, bounds).map(([key, value]) => [key, structuredClone(value)]);
  }

  async keys(prefix: StoreKey): Promise<readonly StoreKey[]> {
    return this.#found(prefix, {}).map(([key]) => key);
  }

  #found(prefix: StoreKey, bounds: RangeBounds): readonly StoredEntry[] {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = bounds;
    const bounded = bounds.from !== undefined || bounds.to !== undefined;
    return [...this.#entries.values()]
      .filter(([key]) => {
        if (!startsWith(key, prefix)) return false;
        const next = key[prefix.length];
        return !bounded || (typeof next === 'number' && next >= from && next <= to);
      })
      .sort(([a], [b]) => compareKeys(a, b));
  }

  async delete(prefixes: readonly StoreKey[]): Promise<void> {
    for (const [text, [key]] of this.#entries) {
      if (prefixes.some((prefix) => startsWith(key, prefix))) this.#entries.delete(text);
    }
  }

  close(): void {
    this.#entries.clear();
  }
}
