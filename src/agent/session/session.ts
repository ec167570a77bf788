import {
  createProjector,
  loadProfilesOf,
  type ModelRef,
  type ProfileRef,
  type PromptHead,
  profileById,
  profileOf,
  profileRef,
  promptHead,
  type QuestionAnswer,
  type RecordKey,
  type SessionEvent,
  type SessionState,
  type TokenEncoding,
} from '../../core/index.ts';
import { CallRunner } from '../calls/callRunner.ts';
import type { CallRunnerDeps } from '../calls/callRunnerDeps.ts';
import { RecordWriter } from '../calls/recordWriter.ts';
import type { RunningCall } from '../calls/stepCall.ts';
import { BesideTurns } from '../jobs/besideTurns.ts';
import { SessionJobs } from '../jobs/sessionJobs.ts';
import { Teller } from '../jobs/teller.ts';
import { liveOutputOf } from '../output/liveOutputOf.ts';
import type { OutputBudget } from '../output/outputPipeline.ts';
import { isSavedOutput } from '../permissions/pendingQuestions.ts';
import { QuestionDesk } from '../permissions/questionDesk.ts';
import { PluginTools } from '../plugins/pluginTools.ts';
import type { LiveOutput, LiveSession, RunStatus, SessionChange } from '../port.ts';
import { subAgentCallOf } from '../subagent/callTree.ts';
import { SubAgentLog } from '../subagent/subAgentLog.ts';
import { SubAgents } from '../subagent/subAgents.ts';
import type { After } from '../timers.ts';
import { FileFactsCache } from '../tools/fileFactsCache.ts';
import { PathLocks } from '../tools/pathLocks.ts';
import { SessionTools } from '../tools/sessionTools.ts';
import { loadTools } from '../tools/toolSet.ts';
import { FileKeeper } from '../workspace/fileKeeper.ts';
import { GuestHost } from '../workspace/guestHost.ts';
import { type HowLeft, isLeftOpen } from './leftOpen.ts';
import { Notifier } from './notifier.ts';
import { RequestBodyKeeper } from './requestBodies.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { SessionInGuest } from './sessionInGuest.ts';
import { type LogDoor, SessionLog } from './sessionLog.ts';
import { newTitle, titleOfMessage } from './titleOfMessage.ts';
import { TurnLoop } from './turnLoop.ts';

/** In a session of so many events every body is stored; in a longer one a local model's is not. */
const eagerBodyEvents = 500;

/** One open session. (Over 300 lines because the whole of the port is here, mostly handed on in a line each.) */
export class Session extends SessionInGuest implements LiveSession {
  readonly runsHere = true;
  readonly isOutdated = false;
  readonly #deps: SessionDeps;
  readonly #log: SessionLog;
  protected readonly host: GuestHost;
  protected readonly after: After;
  readonly #keeper: FileKeeper;
  readonly #calls: CallRunner;
  readonly #loop: TurnLoop;
  readonly #projector = createProjector();
  readonly #bodies: RequestBodyKeeper;
  readonly #records: RecordWriter;
  readonly #jobs: SessionJobs;
  readonly beside: BesideTurns;
  readonly #notifier: Notifier;
  readonly #agents: SubAgents;
  readonly #plugins: PluginTools;
  readonly #questions = new QuestionDesk();
  readonly tools: SessionTools;
  #choosing: Promise<void> = Promise.resolve();
  #disposed = false;

  constructor(
    state: SessionState,
    readonly writable: boolean,
    readonly problem: string | null,
    deps: SessionDeps,
  ) {
    super(deps.store.outputs);
    this.#deps = deps;
    const { store, clock, after, counter, createMatcher } = deps;
    this.after = after;
    this.#log = new SessionLog(state, store.log, clock, after, (events) => this.#onEvents(events));
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
          await this.#log.append({ type: 'guest-changed', guest });
      },
      onRestored: (why) =>
        this.writable ? this.#log.append({ type: 'guest-restarted', why }) : Promise.resolve(),
      onStatus: () => this.#notifier.tell({ kind: 'guest' }),
      onNetwork: () => this.#notifier.tell({ kind: 'network' }),
      onFiles: (paths) => {
        this.#notifier.tell({ kind: 'files', paths });
        this.#plugins.filesChanged(paths);
        this.#keeper.filesChanged();
      },
    });
    this.#keeper = new FileKeeper({
      after,
      // A step that runs ends with a checkpoint of its own.
      mayKeep: () => this.writable && !this.#disposed && this.runStatus.kind !== 'tools',
      checkpoint: () => this.host.checkpoint(),
    });
    const budget: OutputBudget = {
      commandBytes: deps.caps.commandBytes,
      sessionBytesLeft: Math.max(0, deps.caps.sessionBytes - state.outputBytes),
    };
    const recordDeps = {
      store,
      places: () => ({
        home: this.home,
        workspace: this.workspace,
        guestAbout: this.host.seat?.guest.about,
      }),
      askToPersist: deps.askToPersist,
    };
    const teller = new Teller(this.#log);
    this.#records = new RecordWriter({ ...recordDeps, log: this.#log, host: this.host, teller });
    this.#jobs = new SessionJobs({
      log: this.#log,
      store,
      host: this.host,
      budget,
      clock,
      after,
      context: (ref) => this.#records.context(ref),
      // Somebody is there to hear it: this page wakes its model.
      isHeard: () => !this.beside.wakesPaused,
      onLive: (key) => this.#notifier.liveGrew(key),
      onEnded: () => this.beside.ended(),
      ...(deps.played === undefined ? {} : { played: deps.played }),
    });
    this.#plugins = new PluginTools({
      seat: () => this.host.seat,
      ensureGuest: () => this.host.ensure(),
      workspace: () => this.workspace,
      after,
    });
    this.tools = new SessionTools({
      log: this.#log,
      sources: [this.#plugins, ...(deps.mcpTools === undefined ? [] : [deps.mcpTools])],
      permissions: deps.permissions,
      writable,
      onChange: () => this.#notifier.tell({ kind: 'tools' }),
    });
    const callDeps = {
      store,
      host: this.host,
      counter,
      clock,
      after,
      budget,
      fileFacts: new FileFactsCache(),
      locks: new PathLocks(),
      createMatcher,
      tools: this.tools,
      permissions: deps.permissions,
      jobs: this.#jobs,
      isSavedOutput: (path: string) => isSavedOutput(this.state, path),
      onLive: (key: RecordKey) => this.#notifier.liveGrew(key),
      onRunning: () => this.#notifier.tell({ kind: 'status' }),
      ...(deps.played === undefined ? {} : { played: deps.played }),
    };
    const ask =
      (log: LogDoor): CallRunnerDeps['ask'] =>
      (key, question, stop) =>
        this.#questions.ask(log, key, question, stop);
    const keepBody = (turn: number, step: number, body: string | (() => string)) =>
      this.#bodies.keep(turn, step, body, this.state.nextSeq < eagerBodyEvents);
    this.#agents = new SubAgents({
      log: this.#log,
      calls: callDeps,
      records: recordDeps,
      ask,
      model: deps.model,
      maxSteps: deps.maxSteps,
      keepBody,
      onStatus: () => this.#notifier.statusGrew(),
    });
    this.#calls = new CallRunner({
      ...callDeps,
      log: this.#log,
      records: this.#records,
      ask: ask(this.#log),
      hearsJobs: true,
      runSubAgent: (call) => this.#agents.run(call),
    });
    this.#loop = new TurnLoop({
      log: this.#log,
      teller,
      calls: this.#calls,
      model: () => deps.model(this.state.model),
      prompt: () => {
        const ref = this.state.profile;
        const context = this.#records.context(ref);
        const head = promptHead(profileOf(ref), context, this.state.externalTools);
        return this.#projector.project(this.state, head);
      },
      onMessage: (text) => this.#nameBy(text),
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
      log: this.#log,
      calls: this.#calls,
      running: (key) => this.#running(key),
      jobs: this.#jobs,
      loop: this.#loop,
      after,
      needWritable: () => this.#needWritable(),
      wakesItself: deps.played === undefined,
      onChange: () => this.#notifier.tell({ kind: 'status' }),
    });
  }

  /** Ends what the page that it lived in before left open. Once, before anything else. */
  async open(left: HowLeft = 'reload'): Promise<void> {
    if (!this.writable) return;
    const { store, clock } = this.#deps;
    const recordsOf = (log: LogDoor) => this.#agents.records(log);
    const recovery = { log: this.#log, store, records: this.#records, clock, tools: this.tools, left };
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
    return this.#log.state;
  }

  get runStatus(): RunStatus {
    return this.#loop.status;
  }

  subscribe(listener: (change: SessionChange) => void): () => void {
    return this.#notifier.subscribe(listener);
  }

  async send(text: string, mode: 'auto' | 'step' = 'auto'): Promise<void> {
    this.#needWritable();
    await this.#choosing;
    return this.#loop.start(text, mode);
  }

  /** Until somebody names it, a session is called by its first message. */
  async #nameBy(message: string): Promise<void> {
    const { title, turns } = this.state;
    if (title !== newTitle || turns.length > 0) return;
    const named = titleOfMessage(message);
    if (named !== null) await this.rename(named);
  }

  async step(): Promise<void> {
    this.#needWritable();
    await this.#choosing;
    return this.#loop.resume('step');
  }

  async resume(): Promise<void> {
    this.#needWritable();
    await this.#choosing;
    return this.#loop.resume('auto');
  }

  async answer(key: RecordKey, answer: QuestionAnswer): Promise<void> {
    this.#needWritable();
    const agentCall = subAgentCallOf(this.state, key);
    const log = agentCall === null ? this.#log : new SubAgentLog(this.#log, agentCall);
    const wentOn = await this.#questions.answer(log, key, answer);
    // After a reload nothing waits yet: the answer is what the turn goes on with.
    if (!wentOn && this.runStatus.kind === 'paused') void this.#loop.resume('auto');
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async setProfile(profile: ProfileRef): Promise<void> {
    this.#needWritable();
    await loadProfilesOf([profile.id]);
    await this.#log.append({ type: 'profile-changed', profile });
  }

  /** What a user chose before a message holds for it, also where the choice's code has still to come. */
  setProfileById(id: string): Promise<void> {
    const chosen = this.#choosing.then(async () => {
      await loadProfilesOf([id]);
      const profile = profileById(id);
      if (profile !== null) await this.setProfile(profileRef(profile));
    });
    this.#choosing = chosen.catch(() => {});
    return chosen;
  }

  async setModel(model: ModelRef): Promise<void> {
    this.#needWritable();
    await this.#log.append({ type: 'model-changed', model });
  }

  async setEncoding(encoding: TokenEncoding): Promise<void> {
    this.#needWritable();
    await this.#log.append({ type: 'encoding-changed', encoding });
  }

  async rename(title: string): Promise<void> {
    this.#needWritable();
    await this.#log.append({ type: 'title-changed', title: title.toWellFormed() });
  }

  live(key: RecordKey): LiveOutput | null {
    return liveOutputOf(key, this.#jobs.byOutput(key), this.#running(key));
  }

  #running(key: RecordKey): RunningCall | null {
    return this.#calls.runningCall(key) ?? this.#agents.runningCall(key);
  }

  requestBody(turn: number, step: number): Promise<string | null> {
    return this.#bodies.read(turn, step);
  }

  promptHead(profile: ProfileRef): PromptHead {
    return promptHead(profileOf(profile), this.#records.context(profile), this.state.externalTools);
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
    await this.#log.close();
    this.tools.dispose();
    this.#notifier.silence();
    this.host.dispose();
    this.#keeper.dispose();
    this.#deps.onDisposed();
  }

  #needWritable(): void {
    if (!this.writable) throw new Error('This session can be read here, not driven.');
    if (this.#disposed) throw new Error('The session is closed.');
  }

  #onEvents(events: readonly SessionEvent[]): void {
    this.#deps.onLogged(this.state);
    this.#notifier.tell({ kind: 'log', events });
  }
}
