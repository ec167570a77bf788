import type { TabTransport } from '../../../src/agent/session/tabs.ts';
import type { SessionStore, Store } from '../../../src/store/index.ts';
import { MemoryStore } from './memoryStore.ts';

/** One tab of a browser: its way to the shared store and to the other tabs, both of which end with it. */
export interface Tab {
  readonly store: Store;
  readonly transport: TabTransport;
  readonly clock: () => number;
  readonly isClosed: () => boolean;
  /** Closes it without a word: nothing of it reaches the store or another tab, and its locks are free. */
  close(): void;
}

interface Port {
  readonly tab: object;
  readonly sessionId: string;
  readonly listeners: Set<(message: unknown) => void>;
}

const never = () => new Promise<never>(() => {});

/** Tabs in one process over one store. Messages are cloned, and come later, in the order of each sender. */
export class MemoryBrowser {
  readonly store = new MemoryStore();
  readonly #ports = new Set<Port>();
  #nowMs = 1_800_000_000_000;

  openTab(): Tab {
    const me = {};
    let closed = false;
    const releases = new Set<() => void>();
    const held = (release: () => void) => {
      const once = () => {
        if (releases.delete(once)) release();
      };
      releases.add(once);
      if (closed) once();
      return once;
    };
    return {
      store: tabStore(this.store, () => closed, held),
      transport: { open: (sessionId) => this.#open(me, sessionId), openShared: () => this.#open(me, '') },
      clock: () => this.#nowMs++,
      isClosed: () => closed,
      close: () => {
        closed = true;
        for (const port of [...this.#ports]) if (port.tab === me) this.#ports.delete(port);
        for (const release of [...releases]) release();
      },
    };
  }

  #open(tab: object, sessionId: string): ReturnType<TabTransport['open']> {
    const port: Port = { tab, sessionId, listeners: new Set() };
    this.#ports.add(port);
    return {
      post: (message) => {
        if (!this.#ports.has(port)) return;
        for (const other of this.#ports) {
          if (other === port || other.sessionId !== sessionId) continue;
          const copy: unknown = structuredClone(message);
          setImmediate(() => {
            if (this.#ports.has(other)) for (const listener of [...other.listeners]) listener(copy);
          });
        }
      },
      listen: (listener) => {
        port.listeners.add(listener);
        return () => port.listeners.delete(listener);
      },
      close: () => this.#ports.delete(port),
    };
  }
}

/** The store as one tab has it. Once the tab is closed its calls come to no end, as in a page that is gone. */
function tabStore(
  store: MemoryStore,
  isClosed: () => boolean,
  held: (release: () => void) => () => void,
): Store {
  const unlessClosed = <Result>(act: () => Promise<Result>): Promise<Result> =>
    isClosed() ? never() : act();
  const session = (id: string): SessionStore => {
    const { log, outputs, journal, requests, getValue, setValue } = store.session(id);
    return {
      log: {
        append: (events) => unlessClosed(() => log.append(events)),
        readAll: () => unlessClosed(() => log.readAll()),
      },
      outputs: {
        ...outputs,
        writer: (key) => {
          const writer = isClosed() ? null : outputs.writer(key);
          return {
            write: (bytes) => unlessClosed(() => writer?.write(bytes) ?? never()),
            close: () => unlessClosed(() => writer?.close() ?? never()),
            discard: () => unlessClosed(() => writer?.discard() ?? never()),
          };
        },
      },
      journal: { ...journal, commit: (changes) => unlessClosed(() => journal.commit(changes)) },
      requests: { ...requests, put: (...body) => unlessClosed(() => requests.put(...body)) },
      getValue,
      setValue: (name, value) => unlessClosed(() => setValue(name, value)),
    };
  };
  return {
    session,
    listSessions: () => store.listSessions(),
    putSummary: (summary) => unlessClosed(() => store.putSummary(summary)),
    deleteSession: (id) => unlessClosed(() => store.deleteSession(id)),
    measureSession: (id) => store.measureSession(id),
    getSetting: (name) => store.getSetting(name),
    setSetting: (name, value) => unlessClosed(() => store.setSetting(name, value)),
    askToPersist: () => store.askToPersist(),
    get status() {
      return store.status;
    },
    onStatus: (listener) => store.onStatus(listener),
    lock: async (id) => {
      const release = isClosed() ? null : await store.lock(id);
      return release === null ? null : held(release);
    },
    lockWhenFree: async (id, signal) => held(await store.lockWhenFree(id, signal)),
    close: () => {},
  };
}
