import type { Backend } from './backend.ts';
import { createEventLog } from './eventLog.ts';
import { FallbackBackend } from './fallbackBackend.ts';
import { IndexedDbBackend } from './indexedDbBackend.ts';
import { createJournal } from './journal.ts';
import { sessionKey, sessionKinds, settingKey } from './keys.ts';
import { MemoryBackend } from './memoryBackend.ts';
import { createOutputStore } from './outputStore.ts';
import type { SessionStore, SessionSummary, Store } from './port.ts';
import { createRequestBodies } from './requestBodies.ts';
import { lockSession } from './sessionLock.ts';

/** The page's storage in IndexedDB, going on in memory where the browser refuses or is full. */
export function createBrowserStore(databaseName = 'spillway'): Store {
  return storeOver(new IndexedDbBackend(databaseName), (id) => lockSession(databaseName, id));
}

/** A store that lives as long as the object: for tests and tools that run without a browser. */
export function createMemoryStore(): Store {
  return storeOver(new MemoryBackend(), async () => () => undefined);
}

function storeOver(durable: Backend, lock: Store['lock']): Store {
  const backend = new FallbackBackend(durable);
  const opened = new Map<string, SessionStore>();
  let persistAsked: Promise<boolean> | null = null;

  function session(id: string): SessionStore {
    let found = opened.get(id);
    if (!found) {
      const outputs = createOutputStore(backend, id);
      found = {
        log: createEventLog(backend, id),
        outputs,
        journal: createJournal(backend, id, outputs),
        requests: createRequestBodies(backend, id),
        getValue: (name) => backend.get(sessionKey('value', id, name)),
        setValue: (name, value) => backend.put([[sessionKey('value', id, name), value]]),
      };
      opened.set(id, found);
    }
    return found;
  }

  return {
    session,
    async listSessions() {
      const summaries = (await backend.range(['summary'])).map(([, value]) => value as SessionSummary);
      return summaries.sort((a, b) => b.changedAtMs - a.changedAtMs);
    },
    putSummary: (summary) => backend.put([[sessionKey('summary', summary.id), summary]]),
    async deleteSession(id) {
      opened.delete(id);
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
    lock,
    close: () => backend.close(),
  };
}

function byteSize(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}
