import { emptySession, foldEvents, loadProfilesOf, parseEvents } from '../../core/index.ts';
import type { McpServers } from '../mcp/mcpServers.ts';
import type { MirrorSession } from '../mirror/mirrorSession.ts';
import type { PermissionBook } from '../permissions/permissionBook.ts';
import type { LiveSession } from '../port.ts';
import { openHomeDoor } from '../session/homeDoor.ts';
import type { HowLeft } from '../session/leftOpen.ts';
import { Session } from '../session/session.ts';
import { silence } from '../session/tabs.ts';
import type { SeedFile } from '../workspace/guestHost.ts';
import { readLimits } from './limitSettings.ts';
import { profileIdsOf } from './profileIds.ts';
import { type SummaryList, summaryOf } from './summaryList.ts';
import type { WorkbenchDeps } from './workbench.ts';

export interface OpenSessionsDeps {
  readonly workbench: WorkbenchDeps;
  readonly list: SummaryList;
  readonly permissions: PermissionBook;
  readonly mcp: McpServers | null;
  readonly seedFiles: (id: string) => Promise<readonly SeedFile[]>;
}

/**
 * The sessions that are open in this tab. The tab that has a session's lock is its home, in which it lives; in
 * every other it is a mirror, which waits for the lock and goes on with the session when it has it.
 */
export class OpenSessions {
  readonly #open = new Map<string, Promise<LiveSession>>();
  readonly #openings = new WeakMap<LiveSession, Promise<LiveSession>>();
  /** Name of this tab among those that speak of a session. */
  readonly #tab: string;

  constructor(private readonly deps: OpenSessionsDeps) {
    this.#tab = deps.workbench.newId();
  }

  /** The session where it is open already, else null. */
  get(id: string): Promise<LiveSession> | null {
    return this.#open.get(id) ?? null;
  }

  open(id: string): Promise<LiveSession> {
    return this.#open.get(id) ?? this.#keep(id, this.#openNow(id));
  }

  async dispose(): Promise<void> {
    const open = [...this.#open.values()];
    await Promise.all(open.map((opening) => opening.then((session) => session.dispose()).catch(() => {})));
  }

  #keep(id: string, opening: Promise<LiveSession>): Promise<LiveSession> {
    this.#open.set(id, opening);
    opening.then(
      (session) => this.#openings.set(session, opening),
      () => this.#forget(id, opening),
    );
    return opening;
  }

  /** A mirror that was taken over is closed when its session is open here again under the same id. */
  #forget(id: string, opening: Promise<LiveSession> | undefined): void {
    if (this.#open.get(id) === opening) this.#open.delete(id);
  }

  async #openNow(id: string): Promise<LiveSession> {
    const release = await this.deps.workbench.store.lock(id);
    const home = release === null ? null : await this.#openHome(id, release, 'reload');
    return home ?? this.#openMirror(id);
  }

  /** Gives the lock back where the session cannot live here: null where a newer page has written its log. */
  async #openHome(id: string, release: () => void, left: HowLeft): Promise<Session | null> {
    const { workbench, list, permissions, mcp, seedFiles } = this.deps;
    const { store, clock, after } = workbench;
    try {
      const { events, problem, newerVersion } = parseEvents(await store.session(id).log.readAll());
      if (newerVersion !== null) {
        release();
        return null;
      }
      if (events.length === 0) throw new Error(problem ?? noSuchSession);
      await loadProfilesOf(profileIdsOf(events));
      const { commandBytes, sessionBytes, maxSteps } = await readLimits(store);
      let closeDoor = () => {};
      // Nothing is written behind events that could not be read: what they said would be lost for good.
      const session = new Session(foldEvents(events, emptySession), problem === null, problem, {
        store: store.session(id),
        counter: workbench.counter,
        bootGuest: workbench.bootGuest,
        ...(workbench.guestAsksOthers ? { guestAsksOthers: workbench.guestAsksOthers } : {}),
        model: async (ref) => workbench.models(ref, { sessionId: id }),
        createMatcher: workbench.createMatcher,
        permissions,
        ...(mcp === null ? {} : { mcpTools: mcp }),
        clock,
        after,
        seedFiles: () => seedFiles(id),
        caps: { commandBytes, sessionBytes },
        maxSteps: workbench.maxSteps ?? maxSteps,
        askToPersist: () => void store.askToPersist().catch(() => {}),
        onLogged: (state) => list.put(summaryOf(state)),
        ...workbench.playing,
        onDisposed: () => {
          closeDoor();
          this.#forget(id, this.#openings.get(session));
          release();
        },
      });
      await permissions.load();
      await session.open(left);
      const channel = workbench.tabs?.open(id);
      if (channel) closeDoor = openHomeDoor({ session, channel, home: this.#tab, clock, after });
      return session;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #openMirror(id: string): Promise<LiveSession> {
    const { workbench, list } = this.deps;
    const { store, clock, after, tabs } = workbench;
    const { MirrorSession } = await import('../mirror/mirrorSession.ts');
    const waiting = new AbortController();
    const mirror: MirrorSession = new MirrorSession({
      store: store.session(id),
      channel: tabs?.open(id) ?? silence,
      tab: this.#tab,
      clock,
      after,
      prepare: async (events) => {
        await loadProfilesOf(profileIdsOf(events));
      },
      onLogged: (state) => list.show(summaryOf(state)),
      onDisposed: () => {
        waiting.abort();
        this.#forget(id, this.#openings.get(mirror));
      },
    });
    try {
      await mirror.open();
    } catch (error) {
      await mirror.dispose();
      throw error;
    }
    if (!mirror.isOutdated) {
      store.lockWhenFree(id, waiting.signal).then(
        (release) => this.#moveHere(id, mirror, release),
        () => {},
      );
    }
    return mirror;
  }

  /** This tab has become the session's home: it is opened here, and takes the place of its mirror. */
  async #moveHere(id: string, mirror: MirrorSession, release: () => void): Promise<void> {
    if (mirror.isDisposed || mirror.isOutdated) return release();
    const opening = this.#keep(
      id,
      this.#openHome(id, release, 'home-closed').then((home) => home ?? this.#openMirror(id)),
    );
    try {
      const session = await opening;
      if (mirror.isDisposed) await session.dispose();
      else mirror.moveTo(session);
    } catch (error) {
      mirror.fail(error instanceof Error ? error.message : String(error));
    }
  }
}

const noSuchSession = 'There is no such session. It may have been deleted in another tab.';
