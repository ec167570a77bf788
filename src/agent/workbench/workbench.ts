import {
  defaultProfileRef,
  foldEvents,
  type ModelRef,
  type ProfileRef,
  parseEvents,
  type Recording,
  type RecordKey,
  type SessionOrigin,
  type TokenCounter,
} from '../../core/index.ts';
import type { BootedGuest, Guest, GuestBoot } from '../../guest/index.ts';
import type { ModelClient, NetworkModels } from '../../models/index.ts';
import type { SessionSummary, Store, StoreStatus } from '../../store/index.ts';
import { demoFiles, demoModel, demoTitle } from '../demo/index.ts';
import { McpServers } from '../mcp/mcpServers.ts';
import type { McpWorkerLike } from '../mcp/mcpWorkerClient.ts';
import { PermissionBook } from '../permissions/permissionBook.ts';
import type { ForkedSession, LiveSession, RunOptions, StoredSession, Workbench } from '../port.ts';
import type {
  ForkChoice,
  ForkHead,
  OpenedReplay,
  RecordingProgress,
  Recordings,
  Redact,
} from '../recording/index.ts';
import type { SessionDeps } from '../session/sessionDeps.ts';
import type { TabChannel, TabTransport } from '../session/tabs.ts';
import { newTitle } from '../session/titleOfMessage.ts';
import { type SharedSettings, shareSettings } from '../settings/sharedSettings.ts';
import type { After } from '../timers.ts';
import type { LineMatcher } from '../tools/search/matcher.ts';
import type { SeedFile } from '../workspace/guestHost.ts';
import { workspaceValueName } from '../workspace/workspaceValue.ts';
import { OpenSessions } from './openSessions.ts';
import { createdEvent, type NewTime, readStoredSession } from './storedSession.ts';
import { SummaryList, summaryOf } from './summaryList.ts';

const demoId = 'demo';
/** The demo gives the same bytes in every browser: its seed, and when its virtual time begins. */
const demoTime = { seed: 1, clockStartMs: Date.UTC(2026, 0, 5, 9) };
/** The model that needs no key. */
const defaultModel: ModelRef = { provider: 'parrot', model: 'parrot' };

/** Everything that a workbench does not have of its own: storage, clock, chance, guest, models. */
export interface WorkbenchDeps {
  readonly store: Store;
  readonly counter: TokenCounter;
  readonly bootGuest: (boot: GuestBoot) => Promise<Guest | BootedGuest>;
  /** Whether booting that would ask a server outside; absent where nothing ever does. */
  readonly guestAsksOthers?: (boot: GuestBoot) => Promise<boolean>;
  readonly models: (
    ref: ModelRef,
    session: { readonly sessionId: string },
  ) => ModelClient | Promise<ModelClient>;
  /** The door to keys and providers; null where there is no network. */
  readonly network?: () => Promise<NetworkModels>;
  /** Starts the worker that speaks to MCP servers; absent where there is no network. */
  readonly startMcpWorker?: () => McpWorkerLike;
  readonly createMatcher: () => LineMatcher;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly after: After;
  readonly newId: () => string;
  /** A 32-bit seed for a session's guest. */
  readonly newSeed: () => number;
  /** Instead of the user's setting; for tests. */
  readonly maxSteps?: number;
  /** The way to the other tabs; absent where there are none that matter. */
  readonly tabs?: TabTransport | null;
  /** What the sessions of this workbench play; absent where they are a person's own. */
  readonly playing?: Pick<SessionDeps, 'played' | 'seedFiles'>;
  readonly onDispose?: () => void;
}

/** (Over 300 lines because the whole of the port is here, mostly handed on in a line each.) */
class OpenWorkbench implements Workbench {
  readonly #open: OpenSessions;
  readonly #listeners = new Set<() => void>();
  readonly #list: SummaryList;
  readonly #stopStatus: () => void;
  readonly #shared: TabChannel | null;
  readonly #settings: SharedSettings;
  readonly permissions: PermissionBook;
  readonly mcp: McpServers | null;

  constructor(
    private readonly deps: WorkbenchDeps,
    summaries: readonly SessionSummary[],
  ) {
    this.#list = new SummaryList(deps.store, deps.after, summaries, () => this.#notify());
    const { store, after, newId, startMcpWorker: startWorker, tabs } = deps;
    this.#shared = tabs?.openShared() ?? null;
    this.#settings = shareSettings(store, this.#shared);
    this.permissions = new PermissionBook(this.#settings);
    const settings = this.#settings;
    this.mcp = startWorker ? new McpServers({ settings, after, newId, startWorker }) : null;
    this.#open = new OpenSessions({
      workbench: deps,
      list: this.#list,
      permissions: this.permissions,
      mcp: this.mcp,
      seedFiles: async (id) => (id === demoId ? demoFiles : this.#beginningOf(id)),
    });
    this.#stopStatus = deps.store.onStatus(() => this.#notify());
  }

  get sessions(): readonly SessionSummary[] {
    return this.#list.sessions;
  }

  get storeStatus(): StoreStatus {
    return this.deps.store.status;
  }

  get counter(): TokenCounter {
    return this.deps.counter;
  }

  networkModels(): Promise<NetworkModels> {
    if (this.deps.network === undefined) return Promise.reject(new Error('There is no network here.'));
    return this.deps.network();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async createSession(
    options: { readonly title?: string; readonly model?: ModelRef; readonly profile?: ProfileRef } = {},
  ): Promise<LiveSession> {
    const { title = newTitle, model = defaultModel, profile = defaultProfileRef() } = options;
    const id = this.deps.newId();
    await this.#create(id, title, model, profile);
    return this.open(id);
  }

  async createRunOf(source: string | Recording, options: RunOptions): Promise<LiveSession> {
    const { store, newId } = this.deps;
    const runId = newId();
    const { workspace, time, origin } = await (await this.#recordings()).beginningOf(source);
    await store.session(runId).setValue(workspaceValueName, workspace);
    await this.#create(runId, options.title, options.model, options.profile, time, origin);
    return this.open(runId);
  }

  async readSession(id: string): Promise<StoredSession> {
    return readStoredSession(this.deps.store.session(id), id);
  }

  async openDemo(): Promise<LiveSession> {
    if (!this.sessions.some((session) => session.id === demoId)) {
      await this.#create(demoId, demoTitle, demoModel, defaultProfileRef(), demoTime);
    }
    return this.open(demoId);
  }

  async open(id: string): Promise<LiveSession> {
    return this.#open.open(id);
  }

  async deleteSession(id: string): Promise<void> {
    const open = this.#open.get(id);
    if (open !== null) {
      const session = await open.catch(() => null);
      if (session !== null && !session.runsHere) throw heldElsewhere();
      await session?.dispose();
    } else {
      const release = await this.deps.store.lock(id);
      if (release === null) throw heldElsewhere();
      release();
    }
    await this.#list.remove(id);
    await this.deps.store.deleteSession(id);
  }

  async renameSession(id: string, title: string): Promise<void> {
    const wasOpen = this.#open.get(id) !== null;
    const session = await this.open(id);
    await session.rename(title);
    if (!wasOpen) await session.dispose();
  }

  measureSession(id: string): Promise<{ readonly keys: number; readonly bytes: number }> {
    return this.deps.store.measureSession(id);
  }

  async recordSession(
    id: string,
    onProgress: (progress: RecordingProgress) => void,
    redact?: Redact,
  ): Promise<Recording> {
    return (await this.#recordings()).record(id, onProgress, redact);
  }

  async openReplay(recording: Recording): Promise<OpenedReplay> {
    return (await this.#recordings()).replay(recording);
  }

  async forkRecording(
    recording: Recording,
    until: RecordKey | null,
    choice: ForkChoice = {},
  ): Promise<ForkedSession> {
    const id = this.deps.newId();
    const { placesId: session, title } = recording;
    const origin: SessionOrigin = { kind: 'fork', session, title, at: until };
    const recordings = await this.#recordings();
    const opened = await recordings.into(recording, this.deps.store, id, origin);
    if (!opened.ok) return opened;
    const status = await opened.replay.run(until === null ? {} : { until });
    await recordings.choose(opened.session, recording, until, choice);
    const state = foldEvents(parseEvents(await this.deps.store.session(id).log.readAll()).events);
    await opened.replay.dispose();
    if (status.kind === 'failed') {
      await this.deps.store.deleteSession(id);
      await this.#list.remove(id);
      return { ok: false, message: status.message };
    }
    await this.#list.putNow(summaryOf(state));
    return { ok: true, id, drifted: status.kind === 'drifted' ? status.key : null };
  }

  async headOfFork(recording: Recording, profile: ProfileRef): Promise<ForkHead> {
    return (await this.#recordings()).head(recording, profile);
  }

  async *exportSession(id: string): AsyncGenerator<string> {
    const { exportSession } = await import('./exportSession.ts');
    yield* exportSession(this.deps.store.session(id), id);
  }

  getSetting(name: string): Promise<unknown> {
    return this.#settings.get(name);
  }

  setSetting(name: string, value: unknown): Promise<void> {
    return this.#settings.set(name, value);
  }

  async dispose(): Promise<void> {
    await this.#open.dispose();
    await this.#list.settled();
    this.#stopStatus();
    this.#listeners.clear();
    this.permissions.dispose();
    this.mcp?.dispose();
    this.#shared?.close();
    this.deps.onDispose?.();
    this.deps.store.close();
  }

  /** Their code is loaded when somebody shares or opens one. */
  async #recordings(): Promise<Recordings> {
    const { Recordings } = await import('../recording/index.ts');
    return new Recordings(this.deps, demoId);
  }

  async #create(
    id: string,
    title: string,
    model: ModelRef,
    profile: ProfileRef,
    time: NewTime = { seed: this.deps.newSeed() },
    origin?: SessionOrigin,
  ): Promise<void> {
    const parts = { id, title, model, profile, time, origin };
    const created = createdEvent(parts, this.deps.clock());
    await this.deps.store.session(id).log.append([created]);
    await this.#list.putNow(summaryOf(foldEvents([created])));
  }

  /** The files that a session begins with which repeats another; none for any other. */
  async #beginningOf(id: string): Promise<readonly SeedFile[]> {
    const stored = await this.deps.store.session(id).getValue(workspaceValueName);
    if (stored === undefined) return [];
    const workspace = await (await this.#recordings()).workspaceOf(id);
    const { filesOfWorkspace } = await import('../recording/index.ts');
    const found = filesOfWorkspace(workspace);
    if (!found.ok) throw new Error(found.message);
    return found.files;
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function heldElsewhere(): Error {
  return new Error('Another tab holds this session. Close it there first.');
}

/** Opens the room: reads the session list, nothing else. */
export async function createWorkbench(deps: WorkbenchDeps): Promise<Workbench> {
  return new OpenWorkbench(deps, await deps.store.listSessions());
}
