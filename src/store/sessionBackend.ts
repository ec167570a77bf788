import { type Backend, type ChunkEntry, type PutChunks, type StoredEntry, StoreError } from './backend.ts';

/**
 * One session's way to the backend, which ends with the session: a writer that still has a chunk or a timer
 * left is refused then, so that nothing comes after a session was deleted or went to another holder.
 */
export class SessionBackend implements Backend {
  readonly get: Backend['get'];
  readonly range: Backend['range'];
  readonly keys: Backend['keys'];
  readonly delete: Backend['delete'];
  readonly #all: Backend;
  readonly #puts = new Set<Promise<unknown>>();
  #ended = false;

  constructor(all: Backend) {
    this.#all = all;
    this.get = all.get.bind(all);
    this.range = all.range.bind(all);
    this.keys = all.keys.bind(all);
    this.delete = all.delete.bind(all);
  }

  async put(entries: readonly StoredEntry[]): Promise<void> {
    return this.#unlessEnded(() => this.#all.put(entries));
  }

  async putChunks(entries: readonly ChunkEntry[]): Promise<PutChunks> {
    return this.#unlessEnded(() => this.#all.putChunks(entries));
  }

  #unlessEnded<T>(start: () => Promise<T>): Promise<T> {
    if (this.#ended) throw new StoreError('FAILED', 'The session was closed or deleted.');
    const put = start();
    const settled = put.then(
      () => undefined,
      () => undefined,
    );
    this.#puts.add(settled);
    void settled.then(() => this.#puts.delete(settled));
    return put;
  }

  /** Refuses what comes from now on; resolves when nothing that came before is under way. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#puts);
  }

  close(): void {
    this.#ended = true;
  }
}
