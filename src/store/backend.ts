import type { StoreKey } from './keys.ts';

export type StoredEntry = readonly [key: StoreKey, value: unknown];

/** Why the database cannot take or give something. `code` is stable; the message is for a person. */
export class StoreError extends Error {
  constructor(
    readonly code: 'QUOTA' | 'BLOCKED' | 'FAILED',
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
  /** Entries whose key begins with the prefix, in key order; `from` and `to` bound the next part, inclusive. */
  range(prefix: StoreKey, bounds?: RangeBounds): Promise<readonly StoredEntry[]>;
  keys(prefix: StoreKey): Promise<readonly StoreKey[]>;
  delete(prefixes: readonly StoreKey[]): Promise<void>;
  close(): void;
}
