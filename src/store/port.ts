import type { GuestKind, ModelRef, RecordKey, SessionEvent, SessionOrigin } from '../core/index.ts';

/** One row of the session list; derived from the log, kept apart so that the list opens without reading logs. */
export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly guest: GuestKind;
  readonly model: ModelRef;
  readonly turns: number;
  readonly outputBytes: number;
  /** Absent for a session of its own. */
  readonly origin?: SessionOrigin;
}

/** Append is atomic and acknowledged only when the transaction is complete. Appends keep their order. */
export interface EventLog {
  append(events: readonly SessionEvent[]): Promise<void>;
  /** Raw stored values, in order; the core's migration makes events of them. */
  readAll(): Promise<readonly unknown[]>;
}

export interface OutputWriter {
  /** Takes the bytes over. Resolves when the writer can take more (back-pressure); may throw `StoreError`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when everything is stored durably; gives the stored size. */
  close(): Promise<number>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** Bytes of outputs in chunks of 1 MiB, keyed by the record's key (never by a call id). */
export interface OutputStore {
  writer(key: RecordKey): OutputWriter;
  /** Bytes stored for a record, 0 where there are none. */
  size(key: RecordKey): Promise<number>;
  /** `range` in bytes; past the end gives fewer bytes. */
  read(key: RecordKey, range: { readonly offset: number; readonly length: number }): Promise<Uint8Array>;
  /** The whole from byte `offset` (0) on, in chunks of at most 1 MiB. */
  stream(key: RecordKey, offset?: number): AsyncIterable<Uint8Array>;
}

/**
 * One path's state in the journal. Contents are content-addressed in chunks of 1 MiB (so that a file that
 * grows stores its new end only), or refer to a saved output, which is not stored twice. Small files lie one after
 * the other in a pack of their checkpoint: an entry in the database for each takes longer than all the rest.
 */
export type JournalEntry =
  | {
      readonly path: string;
      readonly kind: 'file';
      readonly mode: number;
      readonly mtimeMs: number;
      readonly size: number;
      readonly content:
        | { readonly chunks: readonly string[] }
        | { readonly pack: string; readonly start: number; readonly bytes: number }
        | { readonly output: RecordKey };
    }
  | { readonly path: string; readonly kind: 'directory'; readonly mode: number }
  | { readonly path: string; readonly kind: 'symlink'; readonly target: string }
  | { readonly path: string; readonly kind: 'removed' };

/**
 * What a checkpoint writes: contents as they come, hashed and stored once. `whole` is for small files, of which there
 * may be thousands: it is asked once, in the order of the changes, and answers at once where it can.
 */
export type JournalChange =
  | Exclude<JournalEntry, { kind: 'file' }>
  | {
      readonly path: string;
      readonly kind: 'file';
      readonly mode: number;
      readonly mtimeMs: number;
      readonly size: number;
      readonly content:
        | { readonly bytes: AsyncIterable<Uint8Array> }
        | { readonly whole: () => Uint8Array | Promise<Uint8Array> }
        | { readonly output: RecordKey };
    };

/** The workspace of a session as a chain of checkpoints. */
export interface WorkspaceJournal {
  /** Adds a checkpoint; resolves with its number when it is durable. No changes: the last number, at no cost. */
  commit(changes: readonly JournalChange[]): Promise<number>;
  /** The tree at a checkpoint (default: the last), parents before children. */
  tree(seq?: number): Promise<readonly JournalEntry[]>;
  /** Contents of a file of a tree, in chunks of at most 1 MiB. */
  content(entry: Extract<JournalEntry, { kind: 'file' }>): AsyncIterable<Uint8Array>;
}

/** Raw request bodies, stored as differences to the one before. */
export interface RequestBodies {
  put(turn: number, step: number, body: string): Promise<void>;
  get(turn: number, step: number): Promise<string | null>;
}

export type StoreStatus =
  | { readonly kind: 'durable' }
  /** Blocked storage (private mode, policy) or full: the session goes on in memory. */
  | { readonly kind: 'memory'; readonly reason: 'blocked' | 'quota'; readonly message: string };

export interface SessionStore {
  readonly log: EventLog;
  readonly outputs: OutputStore;
  readonly journal: WorkspaceJournal;
  readonly requests: RequestBodies;
  /** Shell state and other small values that are replaced, by name. */
  getValue(name: string): Promise<unknown>;
  setValue(name: string, value: unknown): Promise<void>;
}

export interface Store {
  listSessions(): Promise<readonly SessionSummary[]>;
  putSummary(summary: SessionSummary): Promise<void>;
  session(id: string): SessionStore;
  /** Leaves 0 bytes of the session. */
  deleteSession(id: string): Promise<void>;
  /** Bytes and keys that a session holds, counted from the database itself. */
  measureSession(id: string): Promise<{ readonly keys: number; readonly bytes: number }>;
  getSetting(name: string): Promise<unknown>;
  setSetting(name: string, value: unknown): Promise<void>;
  /** Asks the browser to keep the data (`navigator.storage.persist`); once per page, harmless to repeat. */
  askToPersist(): Promise<boolean>;
  readonly status: StoreStatus;
  onStatus(listener: (status: StoreStatus) => void): () => void;
  /**
   * Resolves with a release, or null where another tab holds the session. Who gets it takes `session` anew:
   * what was handed out before is refused from then on.
   */
  lock(sessionId: string): Promise<(() => void) | null>;
  /** As `lock`, but waits for whoever holds the session, first come first served; rejects when `signal` aborts. */
  lockWhenFree(sessionId: string, signal: AbortSignal): Promise<() => void>;
  close(): void;
}
