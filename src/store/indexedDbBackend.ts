import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import {
  type Backend,
  type ChunkEntry,
  type PutChunks,
  putChunksHere,
  type RangeBounds,
  type StoredEntry,
  StoreError,
} from './backend.ts';
import type { ChunkSender } from './chunkSender.ts';
import type { StoreKey } from './keys.ts';

/** An array sorts after every number and string, so `[...prefix, []]` closes the range of a prefix. */
function rangeOf(prefix: StoreKey, bounds: RangeBounds = {}): IDBKeyRange {
  const lower = bounds.from === undefined ? [...prefix] : [...prefix, bounds.from];
  const upper = bounds.to === undefined ? [...prefix, []] : [...prefix, bounds.to, []];
  return IDBKeyRange.bound(lower, upper);
}

/** Holds the name that a database got when it was first written. */
const markKey = ['database'];

const lost = () =>
  new StoreError(
    'LOST',
    "This page's storage was cleared while it was open: what it had kept is gone, and what comes is gone with this tab.",
  );

/** QuotaExceededError comes with an empty message in Chromium; a blocked store as SecurityError or InvalidStateError. */
function toStoreError(error: unknown): StoreError {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') {
    return new StoreError('QUOTA', "The browser's storage for this page is full.");
  }
  if (name === 'SecurityError' || name === 'InvalidStateError' || typeof indexedDB === 'undefined') {
    return new StoreError('BLOCKED', 'The browser does not let this page store anything.');
  }
  return new StoreError('FAILED', `The browser's storage failed: ${String(error)}`);
}

/** IndexedDB through idb-keyval: one database, one object store, keys that are paths. */
export class IndexedDbBackend implements Backend {
  readonly #use: UseStore;
  readonly #sender: ChunkSender | null;
  /**
   * The mark of the database that this page works on, null before it is known. Where it is another one, the beginning of
   * everything that is written on is gone: a log without it could never be read again.
   */
  #mark: string | null = null;

  /** Without a sender, chunks are stored by the thread that calls. */
  constructor(databaseName: string, sender: ChunkSender | null = null) {
    this.#use = createStore(databaseName, 'entries');
    this.#sender = sender;
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // What no database could hold is our mistake and says nothing about the browser's storage.
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
      if (error instanceof StoreError) throw error;
      throw toStoreError(error);
    }
  }

  get(key: StoreKey): Promise<unknown> {
    return this.#attempt(() =>
      this.#use('readonly', async (store) => {
        const [value, mark] = await Promise.all([
          promisifyRequest<unknown>(store.get([...key])),
          this.#mark === null ? promisifyRequest<unknown>(store.get(markKey)) : null,
        ]);
        if (typeof mark === 'string') this.#mark ??= mark;
        return value;
      }),
    );
  }

  /**
   * Waits for the transaction: a request that succeeds can still be rolled back by quota. Not idb-keyval's
   * setMany, which commits the entries before one that cannot be cloned.
   */
  put(entries: readonly StoredEntry[]): Promise<void> {
    return this.#attempt(() =>
      this.#use('readwrite', async (store) => {
        const written = promisifyRequest(store.transaction);
        const found = await promisifyRequest<unknown>(store.get(markKey));
        const mark = typeof found === 'string' ? found : null;
        const next = this.#mark ?? mark ?? crypto.randomUUID();
        try {
          if (this.#mark !== null && mark !== this.#mark) throw lost();
          if (mark === null) store.put(next, markKey);
          for (const [key, value] of entries) store.put(value, [...key]);
        } catch (error) {
          written.catch(() => {});
          store.transaction.abort();
          throw error;
        }
        await written;
        this.#mark = next;
      }),
    );
  }

  async putChunks(entries: readonly ChunkEntry[]): Promise<PutChunks> {
    return (await this.#sender?.put(entries)) ?? putChunksHere(this, entries);
  }

  range(prefix: StoreKey, bounds: RangeBounds = {}): Promise<readonly StoredEntry[]> {
    return this.#attempt(() =>
      this.#use('readonly', async (store) => {
        const range = rangeOf(prefix, bounds);
        const [keys, values] = await Promise.all([
          promisifyRequest(store.getAllKeys(range)),
          promisifyRequest<unknown[]>(store.getAll(range)),
        ]);
        return keys.map((key, i): StoredEntry => [key as StoreKey, values[i]]);
      }),
    );
  }

  keys(prefix: StoreKey): Promise<readonly StoreKey[]> {
    return this.#attempt(() =>
      this.#use('readonly', async (store) => {
        const keys = await promisifyRequest(store.getAllKeys(rangeOf(prefix)));
        return keys as unknown as readonly StoreKey[];
      }),
    );
  }

  delete(prefixes: readonly StoreKey[]): Promise<void> {
    return this.#attempt(() =>
      this.#use('readwrite', (store) => {
        for (const prefix of prefixes) store.delete(rangeOf(prefix));
        return promisifyRequest(store.transaction);
      }),
    );
  }

  close(): void {
    this.#sender?.close();
    // idb-keyval keeps its connection for the life of the page; the browser closes it with the page.
  }
}
