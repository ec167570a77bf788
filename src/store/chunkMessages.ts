import type { ChunkEntry, StoreError } from './backend.ts';

/** The first message to the worker; it answers `'ready'`. */
export interface ChunkWorkerOpen {
  readonly databaseName: string;
}

/** Buffers are transferred. */
export interface ChunksRequest {
  readonly id: number;
  readonly entries: readonly ChunkEntry[];
}

/** The buffers come back, stored or not. */
export interface ChunksAnswer {
  readonly id: number;
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly refused: { readonly code: StoreError['code']; readonly message: string } | null;
}
