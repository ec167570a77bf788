import type { Backend } from './backend.ts';
import { ChunkSender } from './chunkSender.ts';
import { createEventLog } from './eventLog.ts';
import { FallbackBackend } from './fallbackBackend.ts';
import { IndexedDbBackend } from './indexedDbBackend.ts';
import { createJournal } from './journal.ts';
import { sessionKey, sessionKinds, settingKey } from './keys.ts';
import { MemoryBackend } from './memoryBackend.ts';
import { createOutputStore } from './outputStore.ts';
import type { SessionStore, Store } from './port.ts';
import { createRequestBodies } from './requestBodies.ts';
import { SessionBackend } from './sessionBackend.ts';
import { lockSession, lockSessionWhenFree } from './sessionLock.ts';
import { readSummary } from './summary.ts';

/** The page's storage in IndexedDB, going on in memory where the browser refuses or is full. */
export function createBrowserStore(databaseName = 'spillway'): Store {
  return storeOver(new IndexedDbBackend(databaseName, new ChunkSender(databaseName)), {
    lock: (id) => lockSession(databaseName, id),
    lockWhenFree: (id, signal) => lockSessionWhenFree(databaseName, id, signal),
  });
}

/** A store that lives as long as the object: for tests and tools that run without a browser. */
export function createMemoryStore(): Store {
  const lock = async () => () => undefined;
  return storeOver(new MemoryBackend(), { lock, lockWhenFree: lock });
}

function storeOver(durable: Backend, locks: Pick<Store, 'lock' | 'lockWhenFree'>): Store {
  const backend = new FallbackBackend(durable);
  const opened = new Map<string, { readonly store: SessionStore; readonly backend: SessionBackend }>();
  let persistAsked: Promise<boolean> | null = null;

  function session(id: string): SessionStore {
    const known = opened.get(id);
    if (known) return known.store;
    const own = new SessionBackend(backend);
    const outputs = createOutputStore(own, id);
    const store: SessionStore = {
      log: createEventLog(own, id),
      outputs,
      journal: createJournal(own, id, outputs),
      requests: createRequestBodies(own, id),
      getValue: (name) => own.get(sessionKey('value', id, name)),
      setValue: (name, value) => own.put([[sessionKey('value', id, name), value]]),
    };
    opened.set(id, { store, backend: own });
    return store;
  }

  /** Ends what was handed out for a session; the next `session` starts from what is stored. */
  async function forget(id: string): Promise<void> {
    const known = opened.get(id);
    opened.delete(id);
    await known?.backend.end();
  }

  return {
    session,
    async listSessions() {
      const summaries = (await backend.range(['summary'])).map(readSummary);
      return summaries.sort((a, b) => b.changedAtMs - a.changedAtMs);
    },
    putSummary: (summary) => backend.put([[sessionKey('summary', summary.id), summary]]),
    async deleteSession(id) {
      await forget(id);
      await backend.delete(sessionKinds.map((kind) => sessionKey(kind, id)));
    },
    async measureSession(id) {
      let keys = 0;
      let bytes = 0;
      for (const kind of sessionKinds) {
        for (const key of await backend.keys(sessionKey(kind, id))) {
          keys++;
          bytes += byteSize(await backend.get(key));
        }
      }
      return { keys, bytes };
    },
    getSetting: (name) => backend.get(settingKey(name)),
    setSetting: (name, value) => backend.put([[settingKey(name), value]]),
    askToPersist() {
      persistAsked ??= (globalThis.navigator?.storage?.persist?.() ?? Promise.resolve(false)).catch(
        () => false,
      );
      return persistAsked;
    },
    get status() {
      return backend.status;
    },
    onStatus: (listener) => backend.onStatus(listener),
    async lock(id) {
      const release = await locks.lock(id);
      // Another tab may have written since: what this one remembers of the session no longer holds.
      if (release !== null) await forget(id);
      return release;
    },
    async lockWhenFree(id, signal) {
      const release = await locks.lockWhenFree(id, signal);
      await forget(id);
      return release;
    },
    close: () => backend.close(),
  };
}

function byteSize(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}
