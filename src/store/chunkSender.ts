import { type ChunkEntry, type PutChunks, StoreError } from './backend.ts';
import type { ChunksAnswer, ChunksRequest, ChunkWorkerOpen } from './chunkMessages.ts';

interface Waiting {
  readonly resolve: (stored: PutChunks) => void;
  readonly reject: (error: StoreError) => void;
}

/** Sends chunks to the worker that stores them; one worker for a database, from the first chunk on. */
export class ChunkSender {
  readonly #databaseName: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  /** Whether the worker runs; nothing is handed to it before that, since it would be lost with it. */
  #started: Promise<boolean> | null = null;
  #lastId = 0;

  constructor(databaseName: string) {
    this.#databaseName = databaseName;
  }

  /**
   * Takes the buffers over; null, with the buffers untouched, where no worker runs. Rejects with a `StoreError` where
   * the worker ended and the chunks with it.
   */
  async put(entries: readonly ChunkEntry[]): Promise<PutChunks | null> {
    this.#started ??= this.#start();
    if (!(await this.#started) || this.#worker === null) return null;
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<PutChunks>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const request: ChunksRequest = { id, entries };
    this.#worker.postMessage(
      request,
      entries.map(([, bytes]) => bytes.buffer),
    );
    return answered;
  }

  close(): void {
    this.#end('The store was closed.');
    this.#started = Promise.resolve(false);
  }

  #start(): Promise<boolean> {
    if (typeof Worker === 'undefined') return Promise.resolve(false);
    return new Promise((resolve) => {
      const worker = new Worker(new URL('./chunkWorker.ts', import.meta.url), {
        type: 'module',
        name: 'chunks',
      });
      worker.onmessage = ({ data }: MessageEvent<'ready' | ChunksAnswer>) => {
        if (data === 'ready') resolve(true);
        else this.#answer(data);
      };
      worker.onerror = () => {
        this.#end('The worker that stores outputs ended.');
        resolve(false);
      };
      this.#worker = worker;
      const open: ChunkWorkerOpen = { databaseName: this.#databaseName };
      worker.postMessage(open);
    });
  }

  #answer({ id, chunks, refused }: ChunksAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve({ chunks, refused: refused && new StoreError(refused.code, refused.message) });
  }

  #end(message: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new StoreError('FAILED', message));
    this.#waiting.clear();
  }
}
