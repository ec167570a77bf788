import {
  type ProfileRef,
  type PromptHead,
  profileContext,
  profileOf,
  promptHead,
  type RecordKey,
  type SessionState,
} from '../../core/index.ts';
import type { GuestTerminal } from '../../guest/index.ts';
import type { SessionStore } from '../../store/index.ts';
import type {
  GuestActivity,
  GuestStatus,
  LiveOutput,
  LiveSession,
  RunStatus,
  SessionChange,
  SessionFiles,
  SessionNetwork,
} from '../port.ts';
import { Notifier } from '../session/notifier.ts';
import { guestPlaces } from '../session/sessionDeps.ts';
import type { TabChannel } from '../session/tabs.ts';
import type { After } from '../timers.ts';
import { activityAtHome, BesideAtHome, filesAtHome, networkAtHome } from './atHome.ts';
import { DrivenAtHome } from './drivenAtHome.ts';
import { HomeLine } from './homeLine.ts';
import { type FromHome, type HomeNow, parseFromHome } from './messages.ts';
import { MirrorLog, type MirrorLogDeps } from './mirrorLog.ts';
import { MirrorTerminals } from './mirrorTerminals.ts';

export interface MirrorDeps {
  readonly store: SessionStore;
  readonly channel: TabChannel;
  /** Name of this tab. */
  readonly tab: string;
  readonly clock: () => number;
  readonly after: After;
  readonly prepare: MirrorLogDeps['prepare'];
  readonly onLogged: (state: SessionState) => void;
  readonly onDisposed: () => void;
}

/**
 * A session that lives in another tab. It shows what is durable there as it is told, and has everything done
 * there; nothing runs here, and nothing is written.
 */
export class MirrorSession extends DrivenAtHome implements LiveSession {
  readonly runsHere = false;
  readonly beside;
  readonly network: SessionNetwork;
  readonly fs: SessionFiles;
  readonly tools: LiveSession['tools'];
  readonly #log: MirrorLog;
  protected readonly line: HomeLine;
  readonly #terminals: MirrorTerminals;
  readonly #notifier: Notifier;
  readonly #activity: GuestActivity;
  readonly #live = new Map<RecordKey, LiveOutput>();
  readonly #stopListening: () => void;
  #home: string | null = null;
  #now: HomeNow | null = null;
  #moved: LiveSession | null = null;
  #disposed = false;
  #failure: string | null = null;

  constructor(private readonly deps: MirrorDeps) {
    super(deps.store.outputs);
    const { store, channel, after } = deps;
    this.#notifier = new Notifier(after);
    this.#log = new MirrorLog({
      readAll: () => store.log.readAll(),
      prepare: deps.prepare,
      onEvents: (events) => {
        deps.onLogged(this.state);
        this.#notifier.tell({ kind: 'log', events });
      },
    });
    this.line = new HomeLine({ ...deps, state: () => this.state, problem: () => this.problem });
    this.#terminals = new MirrorTerminals(channel, deps.tab);
    const now = () => this.#now;
    this.beside = new BesideAtHome(this.line, now, () => this.state);
    this.network = networkAtHome(this.line, now);
    this.fs = filesAtHome(this.line);
    this.#activity = activityAtHome(this.line);
    this.tools = {
      get rows() {
        return now()?.toolRows ?? [];
      },
      get problems() {
        return now()?.toolProblems ?? [];
      },
      update: () => this.line.ask('updateTools', []),
    };
    this.#stopListening = channel.listen((message) => {
      const parsed = parseFromHome(message);
      if (parsed !== null) this.#take(parsed);
    });
  }

  /** Reads what is stored and says hello; from then on it follows. Rejects where nothing is stored. */
  async open(): Promise<void> {
    await this.#log.reach(1);
    if (this.state.nextSeq === 0) {
      throw new Error(this.problem ?? 'There is no such session. It may have been deleted in another tab.');
    }
    this.line.hello();
  }

  get id(): string {
    return this.state.id;
  }

  get state(): SessionState {
    return this.#log.state;
  }

  get isDisposed(): boolean {
    return this.#disposed;
  }

  get problem(): string | null {
    if (this.#failure !== null) return this.#failure;
    if (this.isOutdated) {
      return 'A newer version of this page works on this session. Reload the page to go on with it here.';
    }
    return this.#log.problem;
  }

  get isOutdated(): boolean {
    return this.#log.newerVersion !== null;
  }

  /** From the moment in which its home has answered. */
  get writable(): boolean {
    return this.#now !== null && this.problem === null && !this.#disposed;
  }

  get runStatus(): RunStatus {
    return this.#now?.run ?? { kind: 'idle' };
  }

  get guestStatus(): GuestStatus {
    return this.#now?.guest ?? { kind: 'none' };
  }

  get activity(): GuestActivity | null {
    return this.#now?.guest.kind === 'ready' ? this.#activity : null;
  }

  get workspace(): string {
    return this.#now?.workspace ?? guestPlaces.workspace;
  }

  get home(): string {
    return this.#now?.home ?? guestPlaces.home;
  }

  subscribe(listener: (change: SessionChange) => void): () => void {
    // Who listens late must hear it too: there is no second time.
    const moved = this.#moved;
    if (moved !== null) queueMicrotask(() => listener({ kind: 'moved', to: moved }));
    return this.#notifier.subscribe(listener);
  }

  live(key: RecordKey): LiveOutput | null {
    return this.#live.get(key) ?? null;
  }

  /** Some are only kept in the page that made them. */
  async requestBody(turn: number, step: number): Promise<string | null> {
    const stored = await this.deps.store.requests.get(turn, step);
    return stored ?? (this.writable ? this.line.ask('requestBody', [turn, step]) : null);
  }

  promptHead(profile: ProfileRef): PromptHead {
    const { id: sessionId, usedStems, externalTools } = this.state;
    const places = { home: this.home, workspace: this.workspace, sessionId, usedStems };
    const made = profileOf(profile);
    return promptHead(made, profileContext(made, profile, places), externalTools);
  }

  async openTerminal(size: { columns: number; rows: number }): Promise<GuestTerminal> {
    return this.#terminals.open(size);
  }

  /** The session lives here from now on, in another object: whoever shows this one shows that. */
  moveTo(session: LiveSession): void {
    this.#moved = session;
    this.line.homeClosed(session.state);
    this.#notifier.tell({ kind: 'moved', to: session });
    void this.dispose();
  }

  /** The session has no home any more, and cannot have one here. */
  fail(message: string): void {
    this.#failure = message;
    this.line.homeClosed(this.state);
    this.#notifier.tell({ kind: 'status' });
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#stopListening();
    this.#terminals.end();
    this.line.dispose();
    this.deps.channel.close();
    this.#notifier.silence();
    this.deps.onDisposed();
  }

  #take(message: FromHome): void {
    switch (message.kind) {
      case 'home':
        this.#home = message.home;
        this.#live.clear();
        this.#terminals.end();
        this.line.hello();
        return;
      case 'got':
      case 'done':
      case 'failed':
        this.line.take(message);
        return;
      case 'terminal':
        if (message.to === this.deps.tab) this.#terminals.take(message.terminal, message.bytes);
        return;
      default:
        this.#home ??= message.home;
        // What a home that has closed had still under way.
        if (message.home !== this.#home) return;
    }
    if (message.kind === 'events') {
      void this.#log.take(message.events).then(() => this.#notifier.tell({ kind: 'status' }));
    } else if (message.kind === 'now') {
      this.#now = message.now;
      void this.#log.reach(message.nextSeq).then(() => this.#toldNow());
    } else if (message.kind === 'live') {
      if (message.live === null) this.#live.delete(message.key);
      else this.#live.set(message.key, message.live);
      this.#notifier.tell({ kind: 'live', key: message.key });
    } else this.#notifier.tell({ kind: 'files', paths: message.paths });
  }

  #toldNow(): void {
    for (const kind of ['status', 'guest', 'network', 'tools'] as const) this.#notifier.tell({ kind });
  }
}
