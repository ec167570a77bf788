import { createHash } from 'node:crypto';
import type { RecordKey } from '../../../src/core/index.ts';
import type {
  JournalChange,
  JournalEntry,
  OutputWriter,
  SessionStore,
  SessionSummary,
  Store,
  StoreStatus,
} from '../../../src/store/index.ts';

/** Faults a test can switch on. */
export interface MemoryStoreFaults {
  /** Output writers reject once a record holds more than this. */
  outputQuotaBytes?: number;
  /** Called before every append; may reject. */
  beforeAppend?: () => Promise<void>;
}

interface SessionData {
  readonly events: string[];
  readonly outputs: Map<RecordKey, Uint8Array[]>;
  readonly blobs: Map<string, Uint8Array>;
  readonly checkpoints: JournalEntry[][];
  readonly bodies: Map<string, string>;
  readonly values: Map<string, string>;
}

const chunkBytes = 1024 * 1024;

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part.slice());
  return concat(parts);
}

/** A Store in memory: values pass through JSON, so what a database would refuse fails here too. */
export class MemoryStore implements Store {
  readonly faults: MemoryStoreFaults = {};
  readonly order: string[] = [];
  persistAsked = 0;
  #status: StoreStatus = { kind: 'durable' };
  readonly #sessions = new Map<string, SessionData>();
  readonly #summaries = new Map<string, SessionSummary>();
  readonly #settings = new Map<string, unknown>();
  readonly #locks = new Set<string>();
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #listeners = new Set<(status: StoreStatus) => void>();

  get status(): StoreStatus {
    return this.#status;
  }

  setStatus(status: StoreStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }

  async listSessions(): Promise<readonly SessionSummary[]> {
    return [...this.#summaries.values()];
  }

  async putSummary(summary: SessionSummary): Promise<void> {
    this.#summaries.set(summary.id, structuredClone(summary));
  }

  session(id: string): SessionStore {
    const data = this.#data(id);
    const { order, faults } = this;
    return {
      log: {
        append: async (events) => {
          await faults.beforeAppend?.();
          for (const event of events) {
            data.events.push(JSON.stringify(event));
            order.push(`append ${event.type}`);
          }
        },
        readAll: async () => data.events.map((text) => JSON.parse(text) as unknown),
      },
      outputs: {
        writer: (key) => this.#writer(data, key),
        size: async (key) => (data.outputs.get(key) ?? []).reduce((sum, part) => sum + part.length, 0),
        read: async (key, range) =>
          concat(data.outputs.get(key) ?? []).slice(range.offset, range.offset + range.length),
        stream: async function* (key, offset = 0) {
          const whole = concat(data.outputs.get(key) ?? []).slice(offset);
          for (let at = 0; at < whole.length; at += chunkBytes) yield whole.slice(at, at + chunkBytes);
        },
      },
      journal: {
        commit: async (changes) => {
          if (changes.length === 0) return Math.max(0, data.checkpoints.length - 1);
          const tree = new Map((data.checkpoints.at(-1) ?? []).map((entry) => [entry.path, entry]));
          for (const change of changes) await this.#applyChange(data, tree, change);
          data.checkpoints.push([...tree.values()].sort((a, b) => (a.path < b.path ? -1 : 1)));
          order.push('commit');
          return data.checkpoints.length - 1;
        },
        tree: async (seq) => data.checkpoints[seq ?? data.checkpoints.length - 1] ?? [],
        content: async function* (entry) {
          const { content } = entry;
          // Packs are the real store's own way to keep small files; this one makes none.
          const parts =
            'chunks' in content
              ? content.chunks.map((sha256) => data.blobs.get(sha256) ?? new Uint8Array())
              : 'output' in content
                ? (data.outputs.get(content.output) ?? [])
                : [];
          const whole = concat(parts);
          for (let at = 0; at < whole.length; at += chunkBytes) yield whole.slice(at, at + chunkBytes);
        },
      },
      requests: {
        put: async (turn, step, body) => {
          data.bodies.set(`${turn}.${step}`, body);
        },
        get: async (turn, step) => data.bodies.get(`${turn}.${step}`) ?? null,
      },
      getValue: async (name) => {
        const text = data.values.get(name);
        return text === undefined ? undefined : (JSON.parse(text) as unknown);
      },
      setValue: async (name, value) => {
        data.values.set(name, JSON.stringify(value));
      },
    };
  }

  async deleteSession(id: string): Promise<void> {
    this.#sessions.delete(id);
    this.#summaries.delete(id);
  }

  async measureSession(id: string): Promise<{ keys: number; bytes: number }> {
    const data = this.#sessions.get(id);
    if (data === undefined) return { keys: 0, bytes: 0 };
    const bytes = [...data.outputs.values()].flat().reduce((sum, part) => sum + part.length, 0);
    const text = data.events.reduce((sum, event) => sum + event.length, 0);
    return { keys: data.events.length + data.outputs.size + data.blobs.size, bytes: bytes + text };
  }

  async getSetting(name: string): Promise<unknown> {
    return this.#settings.get(name);
  }

  async setSetting(name: string, value: unknown): Promise<void> {
    this.#settings.set(name, value);
  }

  async askToPersist(): Promise<boolean> {
    this.persistAsked += 1;
    return true;
  }

  onStatus(listener: (status: StoreStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async lock(sessionId: string): Promise<(() => void) | null> {
    if (this.#locks.has(sessionId)) return null;
    this.#locks.add(sessionId);
    return () => this.#unlock(sessionId);
  }

  lockWhenFree(sessionId: string, signal: AbortSignal): Promise<() => void> {
    if (!this.#locks.has(sessionId)) {
      this.#locks.add(sessionId);
      return Promise.resolve(() => this.#unlock(sessionId));
    }
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(sessionId) ?? [];
      this.#waiting.set(sessionId, waiting);
      const got = () => resolve(() => this.#unlock(sessionId));
      waiting.push(got);
      const onAbort = () => {
        if (waiting.includes(got)) waiting.splice(waiting.indexOf(got), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #unlock(sessionId: string): void {
    const next = this.#waiting.get(sessionId)?.shift();
    if (next === undefined) this.#locks.delete(sessionId);
    else next();
  }

  /** What a page that goes away without a word leaves behind: its locks are free, its data stays. */
  dropLocks(): void {
    for (const sessionId of [...this.#locks]) this.#unlock(sessionId);
  }

  /** Stored events of a session, as text. */
  logText(id: string): string {
    return this.#data(id).events.join('\n');
  }

  blobBytes(id: string): number {
    return [...this.#data(id).blobs.values()].reduce((sum, blob) => sum + blob.length, 0);
  }

  close(): void {}

  #data(id: string): SessionData {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const fresh: SessionData = {
      events: [],
      outputs: new Map(),
      blobs: new Map(),
      checkpoints: [],
      bodies: new Map(),
      values: new Map(),
    };
    this.#sessions.set(id, fresh);
    return fresh;
  }

  #writer(data: SessionData, key: RecordKey): OutputWriter {
    const parts: Uint8Array[] = [];
    let size = 0;
    data.outputs.set(key, parts);
    return {
      write: async (bytes) => {
        const quota = this.faults.outputQuotaBytes;
        if (quota !== undefined && size + bytes.length > quota) throw new Error('QuotaExceededError');
        parts.push(bytes.slice());
        size += bytes.length;
      },
      close: async () => size,
      discard: async () => {
        data.outputs.delete(key);
      },
    };
  }

  async #applyChange(
    data: SessionData,
    tree: Map<string, JournalEntry>,
    change: JournalChange,
  ): Promise<void> {
    if (change.kind === 'removed') {
      for (const path of [...tree.keys()]) {
        if (path === change.path || path.startsWith(`${change.path}/`)) tree.delete(path);
      }
      return;
    }
    if (change.kind !== 'file') {
      tree.set(change.path, change);
      return;
    }
    const { path, mode, mtimeMs, content } = change;
    if ('output' in content) {
      tree.set(path, { kind: 'file', path, mode, mtimeMs, size: change.size, content });
      return;
    }
    const whole = 'whole' in content ? await content.whole() : await collect(content.bytes);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    data.blobs.set(sha256, whole);
    tree.set(path, { kind: 'file', path, mode, mtimeMs, size: whole.length, content: { chunks: [sha256] } });
  }
}
