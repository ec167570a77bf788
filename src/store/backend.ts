import type { StoreKey } from './keys.ts';

export type StoredEntry = readonly [key: StoreKey, value: unknown];

/** A chunk of an output, which fills its buffer. */
export type ChunkEntry = readonly [key: StoreKey, bytes: Uint8Array<ArrayBuffer>];

export interface PutChunks {
  /** The buffers that were taken over, stored or not. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  /** Why nothing was stored; null where all was. */
  readonly refused: StoreError | null;
}

/** Why the database cannot take or give something. `code` is stable; the message is for a person. */
export class StoreError extends Error {
  constructor(
    /** `LOST`: the database was emptied, or is another one, since this page has opened it. */
    readonly code: 'QUOTA' | 'BLOCKED' | 'FAILED' | 'LOST',
    message: string,
  ) {
    super(message);
    this.name = 'StoreError';
  }
}

export interface RangeBounds {
  readonly from?: number;
  readonly to?: number;
}

/** The few operations that the store is made of, over IndexedDB or memory. */
export interface Backend {
  get(key: StoreKey): Promise<unknown>;
  /** All or nothing; resolves when the transaction is complete, not when the request is. */
  put(entries: readonly StoredEntry[]): Promise<void>;
  /**
   * `put` that takes the buffers over and gives them back: beside the page where that is possible. Several keep
   * their order among each other, not with `put`. Rejects where the chunks themselves are lost.
   */
  putChunks(entries: readonly ChunkEntry[]): Promise<PutChunks>;
  /** Entries whose key begins with the prefix, in key order; `from` and `to` bound the next part, inclusive. */
  range(prefix: StoreKey, bounds?: RangeBounds): Promise<readonly StoredEntry[]>;
  keys(prefix: StoreKey): Promise<readonly StoreKey[]>;
  delete(prefixes: readonly StoreKey[]): Promise<void>;
  close(): void;
}

/** `putChunks` in the thread that calls it, by `put`. */
export async function putChunksHere(
  backend: Pick<Backend, 'put'>,
  entries: readonly ChunkEntry[],
): Promise<PutChunks> {
  const chunks = entries.map(([, bytes]) => bytes);
  try {
    await backend.put(entries);
    return { chunks, refused: null };
  } catch (error) {
    if (error instanceof StoreError) return { chunks, refused: error };
    throw error;
  }
}
