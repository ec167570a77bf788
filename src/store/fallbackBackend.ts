import {
  type Backend,
  type ChunkEntry,
  type PutChunks,
  type RangeBounds,
  type StoredEntry,
  StoreError,
} from './backend.ts';
import { compareKeys, type StoreKey, startsWith } from './keys.ts';
import { MemoryBackend } from './memoryBackend.ts';
import type { StoreStatus } from './port.ts';

/**
 * Writes to the database until it is full or blocked; from then on to memory, laid over what the database
 * still holds. Nothing that was acknowledged is lost, and the page can say what is no longer durable.
 */
export class FallbackBackend implements Backend {
  readonly #durable: Backend;
  readonly #memory = new MemoryBackend();
  readonly #deleted: StoreKey[] = [];
  readonly #listeners = new Set<(status: StoreStatus) => void>();
  #status: StoreStatus = { kind: 'durable' };
  #hasAnswered = false;

  constructor(durable: Backend) {
    this.#durable = durable;
  }

  get status(): StoreStatus {
    return this.#status;
  }

  onStatus(listener: (status: StoreStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #fallBack(error: unknown): void {
    if (this.#status.kind === 'memory') return;
    if (!(error instanceof StoreError)) throw error;
    this.#status = {
      kind: 'memory',
      reason: error.code === 'QUOTA' ? 'quota' : 'blocked',
      message: error.message,
    };
    for (const listener of this.#listeners) listener(this.#status);
  }

  /**
   * A database that never answered is no database. One that did, and now fails to read, still holds what it
   * acknowledged: to answer "nothing" would hide it, so the failure is the caller's to show.
   */
  async #fromDurable<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      const answer = await work();
      this.#hasAnswered = true;
      return answer;
    } catch (error) {
      if (this.#hasAnswered && error instanceof StoreError && error.code === 'FAILED') throw error;
      this.#fallBack(error);
      return otherwise;
    }
  }

  #isDeleted(key: StoreKey): boolean {
    return this.#deleted.some((prefix) => startsWith(key, prefix));
  }

  async get(key: StoreKey): Promise<unknown> {
    const kept = await this.#memory.get(key);
    if (kept !== undefined || this.#isDeleted(key)) return kept;
    return this.#fromDurable(() => this.#durable.get(key), undefined);
  }

  async put(entries: readonly StoredEntry[]): Promise<void> {
    if (this.#status.kind === 'durable') {
      try {
        await this.#durable.put(entries);
        // Also where an earlier put of the same key was refused meanwhile: memory is read first, and it would
        // show that older value.
        if (this.status.kind === 'durable') return;
      } catch (error) {
        this.#fallBack(error);
      }
    }
    await this.#memory.put(entries);
  }

  async putChunks(entries: readonly ChunkEntry[]): Promise<PutChunks> {
    if (this.#status.kind === 'memory') return this.#memory.putChunks(entries);
    const { chunks, refused } = await this.#durable.putChunks(entries);
    if (refused !== null) this.#fallBack(refused);
    if (this.status.kind === 'memory') await this.#memory.put(entries.map(([key], i) => [key, chunks[i]]));
    return { chunks, refused: null };
  }

  async range(prefix: StoreKey, bounds: RangeBounds = {}): Promise<readonly StoredEntry[]> {
    const durable = await this.#fromDurable(() => this.#durable.range(prefix, bounds), []);
    if (this.#status.kind === 'durable') return durable;
    const merged = new Map<string, StoredEntry>();
    for (const entry of durable) if (!this.#isDeleted(entry[0])) merged.set(JSON.stringify(entry[0]), entry);
    for (const entry of await this.#memory.range(prefix, bounds)) merged.set(JSON.stringify(entry[0]), entry);
    return [...merged.values()].sort(([a], [b]) => compareKeys(a, b));
  }

  async keys(prefix: StoreKey): Promise<readonly StoreKey[]> {
    const durable = await this.#fromDurable(() => this.#durable.keys(prefix), []);
    if (this.#status.kind === 'durable') return durable;
    const merged = new Map<string, StoreKey>();
    for (const key of durable) if (!this.#isDeleted(key)) merged.set(JSON.stringify(key), key);
    for (const key of await this.#memory.keys(prefix)) merged.set(JSON.stringify(key), key);
    return [...merged.values()].sort(compareKeys);
  }

  /** Deleting works on a full database too, so it is always tried there. */
  async delete(prefixes: readonly StoreKey[]): Promise<void> {
    await this.#memory.delete(prefixes);
    const gone = await this.#fromDurable(async () => {
      await this.#durable.delete(prefixes);
      return true;
    }, false);
    if (!gone) this.#deleted.push(...prefixes);
  }

  close(): void {
    this.#durable.close();
    this.#memory.close();
    this.#listeners.clear();
  }
}
