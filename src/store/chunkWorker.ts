/// <reference lib="webworker" />
import { StoreError } from './backend.ts';
import type { ChunksAnswer, ChunksRequest, ChunkWorkerOpen } from './chunkMessages.ts';
import { IndexedDbBackend } from './indexedDbBackend.ts';

/**
 * Stores chunks beside the page. A put copies and compresses its value in the thread that calls it, and waits there
 * for the browser's process to register a large one: 3 ms a chunk on the page, tens where the machine is busy.
 */
let backend: IndexedDbBackend | null = null;

/** A transaction of this connection begins with the call, so the order of the requests is the order of the commits. */
async function stored({ id, entries }: ChunksRequest): Promise<ChunksAnswer> {
  const chunks = entries.map(([, bytes]) => bytes);
  try {
    await backend?.put(entries);
    return { id, chunks, refused: null };
  } catch (error) {
    const { code, message } = error instanceof StoreError ? error : new StoreError('FAILED', String(error));
    return { id, chunks, refused: { code, message } };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ChunkWorkerOpen | ChunksRequest>) => {
  if ('databaseName' in data) {
    backend = new IndexedDbBackend(data.databaseName);
    self.postMessage('ready');
    return;
  }
  void stored(data).then((answer) => {
    self.postMessage(
      answer,
      answer.chunks.map((bytes) => bytes.buffer),
    );
  });
});
