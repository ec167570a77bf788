import {
  createProjector,
  type ProfileRef,
  type PromptHead,
  profileOf,
  promptHead,
  type QuestionAnswer,
  type RecordKey,
  type SessionEvent,
  type SessionState,
} from '../../core/index.ts';
import { BesideTurns } from '../jobs/besideTurns.ts';
import { Teller } from '../jobs/teller.ts';
import { liveOutputOf } from '../output/liveOutputOf.ts';
import type { LiveOutput, LiveSession, RunStatus, SessionChange } from '../port.ts';
import { subAgentCallOf } from '../subagent/callTree.ts';
import { SubAgentLog } from '../subagent/subAgentLog.ts';
import type { After } from '../timers.ts';
import type { SessionTools } from '../tools/sessionTools.ts';
import { loadTools } from '../tools/toolSet.ts';
import { FileKeeper } from '../workspace/fileKeeper.ts';
import { GuestHost } from '../workspace/guestHost.ts';
import { type HowLeft, isLeftOpen } from './leftOpen.ts';
import { Notifier } from './notifier.ts';
import { RequestBodyKeeper } from './requestBodies.ts';
import { SessionCalls } from './sessionCalls.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { type LogDoor, SessionLog } from './sessionLog.ts';
import { SessionSettings } from './sessionSettings.ts';
import { TurnLoop } from './turnLoop.ts';

/** In a session of so many events every body is stored; in a longer one a local model's is not. */
const eagerBodyEvents = 500;

/** One open session. */
export class Session extends SessionSettings implements LiveSession {
  readonly runsHere = true;
  readonly isOutdated = false;
  readonly #deps: SessionDeps;
  protected readonly log: SessionLog;
  protected readonly host: GuestHost;
  protected readonly after: After;
  readonly #keeper: FileKeeper;
  readonly #calls: SessionCalls;
  readonly #loop: TurnLoop;
  readonly #projector = createProjector();
  readonly #bodies: RequestBodyKeeper;
  readonly beside: BesideTurns;
  readonly #notifier: Notifier;
  readonly tools: SessionTools;
  #disposed = false;

  constructor(
    state: SessionState,
    readonly writable: boolean,
    readonly problem: string | null,
    deps: SessionDeps,
  ) {
    super(deps.store.outputs);
    this.#deps = deps;
    const { store, clock, after } = deps;
    this.after = after;
    this.log = new SessionLog(state, store.log, clock, after, (events) => this.#onEvents(events));
    this.#bodies = new RequestBodyKeeper(store.requests);
    this.#notifier = new Notifier(after);
    this.host = new GuestHost({
      store,
      writable,
      boot: {
        seed: state.seed,
        clockStartMs: state.clockStartMs,
        // What repeats or goes on from another, or plays one, runs on the guest that was recorded.
        ...(deps.played || state.origin ? { kind: state.guest } : {}),
      },
      ...(deps.guestAsksOthers ? { asksOthers: deps.guestAsksOthers } : {}),
      isUntouched: () => this.state.turns.length === 0 && this.state.commands.length === 0,
      bootGuest: deps.bootGuest,
      seedFiles: deps.seedFiles,
      after,
      onBooted: async (guest) => {
        if (this.writable && guest !== this.state.guest)
          await this.log.append({ type: 'guest-changed', guest });
      },
      onRestored: (why) =>
        this.writable ? this.log.append({ type: 'guest-restarted', why }) : Promise.resolve(),
      onStatus: () => this.#notifier.tell({ kind: 'guest' }),
      onNetwork: () => this.#notifier.tell({ kind: 'network' }),
      onFiles: (paths) => {
        this.#notifier.tell({ kind: 'files', paths });
        this.#calls.plugins.filesChanged(paths);
        this.#keeper.filesChanged();
      },
    });
    this.#keeper = new FileKeeper({
      after,
      // A step that runs ends with a checkpoint of its own.
      mayKeep: () => this.writable && !this.#disposed && this.runStatus.kind !== 'tools',
      checkpoint: () => this.host.checkpoint(),
    });
    const teller = new Teller(this.log);
    const keepBody = (turn: number, step: number, body: string | (() => string)) =>
      this.#bodies.keep(turn, step, body, this.state.nextSeq < eagerBodyEvents);
    this.#calls = new SessionCalls({
      deps,
      writable,
      log: this.log,
      host: this.host,
      notifier: this.#notifier,
      teller,
      folders: () => ({ home: this.home, workspace: this.workspace }),
      keepBody,
      isHeard: () => !this.beside.wakesPaused,
      onJobEnded: () => this.beside.ended(),
    });
    this.tools = this.#calls.tools;
    this.#loop = new TurnLoop({
      log: this.log,
      teller,
      calls: this.#calls.runner,
      model: () => deps.model(this.state.model),
      prompt: () => {
        const ref = this.state.profile;
        const context = this.#calls.records.context(ref);
        const head = promptHead(profileOf(ref), context, this.state.externalTools);
        return this.#projector.project(this.state, head);
      },
      onMessage: (text) => this.nameBy(text),
      prepare: async () => {
        await loadTools();
        await this.host.recallPlaces();
        await this.tools.update();
      },
      checkpoint: () => this.host.checkpoint().catch(() => null),
      keepBody,
      clock,
      after,
      maxSteps: deps.maxSteps,
      onStatus: (steady) => {
        if (steady) this.#notifier.tell({ kind: 'status' });
        else this.#notifier.statusGrew();
        if (steady && this.#loop.status.kind === 'idle') this.beside.ended();
      },
    });
    this.beside = new BesideTurns({
      log: this.log,
      calls: this.#calls.runner,
      running: (key) => this.#calls.running(key),
      jobs: this.#calls.jobs,
      loop: this.#loop,
      after,
      needWritable: () => this.needWritable(),
      wakesItself: deps.played === undefined,
      onChange: () => this.#notifier.tell({ kind: 'status' }),
    });
  }

  /** Ends what the page that it lived in before left open. Once, before anything else. */
  async open(left: HowLeft = 'reload'): Promise<void> {
    if (!this.writable) return;
    const { store, clock } = this.#deps;
    const recordsOf = (log: LogDoor) => this.#calls.recordsOfAgent(log);
    const recovery = { log: this.log, store, records: this.#calls.records, clock, tools: this.tools, left };
    if (isLeftOpen(this.state)) {
      const { recover, recoverBeside } = await import('./recovery.ts');
      const isHeld = await recover({ ...recovery, recordsOf });
      await recoverBeside(recovery);
      if (isHeld) this.#loop.hold();
    }
    this.beside.opened();
  }

  get id(): string {
    return this.state.id;
  }

  get state(): SessionState {
    return this.log.state;
  }

  get runStatus(): RunStatus {
    return this.#loop.status;
  }

  subscribe(listener: (change: SessionChange) => void): () => void {
    return this.#notifier.subscribe(listener);
  }

  async send(text: string, mode: 'auto' | 'step' = 'auto'): Promise<void> {
    this.needWritable();
    await this.chosen;
    return this.#loop.start(text, mode);
  }

  async step(): Promise<void> {
    this.needWritable();
    await this.chosen;
    return this.#loop.resume('step');
  }

  async resume(): Promise<void> {
    this.needWritable();
    await this.chosen;
    return this.#loop.resume('auto');
  }

  async answer(key: RecordKey, answer: QuestionAnswer): Promise<void> {
    this.needWritable();
    const agentCall = subAgentCallOf(this.state, key);
    const log = agentCall === null ? this.log : new SubAgentLog(this.log, agentCall);
    const wentOn = await this.#calls.questions.answer(log, key, answer);
    // After a reload nothing waits yet: the answer is what the turn goes on with.
    if (!wentOn && this.runStatus.kind === 'paused') void this.#loop.resume('auto');
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  live(key: RecordKey): LiveOutput | null {
    return liveOutputOf(key, this.#calls.jobs.byOutput(key), this.#calls.running(key));
  }

  requestBody(turn: number, step: number): Promise<string | null> {
    return this.#bodies.read(turn, step);
  }

  promptHead(profile: ProfileRef): PromptHead {
    return promptHead(profileOf(profile), this.#calls.records.context(profile), this.state.externalTools);
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    await this.#loop.stop('session-end').catch(() => {});
    await this.beside.dispose();
    // What a terminal or a killed command changed since the last step is kept too.
    if (this.writable) await this.host.checkpoint().catch(() => null);
    await this.#bodies.settled();
    // Another tab may write the log from here on.
    await this.log.close();
    this.tools.dispose();
    this.#notifier.silence();
    this.host.dispose();
    this.#keeper.dispose();
    this.#deps.onDisposed();
  }

  protected needWritable(): void {
    if (!this.writable) throw new Error('This session can be read here, not driven.');
    if (this.#disposed) throw new Error('The session is closed.');
  }

  #onEvents(events: readonly SessionEvent[]): void {
    this.#deps.onLogged(this.state);
    this.#notifier.tell({ kind: 'log', events });
  }
}
