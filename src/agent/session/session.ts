import {
  createProjector,
  type ModelRef,
  type OutputText,
  type ProfileRef,
  type PromptHead,
  profileOf,
  promptHead,
  type RecordKey,
  type SentView,
  type SessionEvent,
  type SessionState,
  type TokenEncoding,
  type ToolRecord,
} from '../../core/index.ts';
import type { FileStat, GuestFs, GuestTerminal } from '../../guest/index.ts';
import { CallRunner } from '../calls/callRunner.ts';
import { RecordWriter } from '../calls/recordWriter.ts';
import type { OutputBudget } from '../output/outputPipeline.ts';
import { seenBytesOf, textOfRecord } from '../output/storedOutput.ts';
import type {
  AsideResult,
  GuestActivity,
  GuestStatus,
  LiveOutput,
  LiveSession,
  RunStatus,
  SeenBytes,
  SessionChange,
} from '../port.ts';
import { FileFactsCache } from '../tools/fileFactsCache.ts';
import { PathLocks } from '../tools/pathLocks.ts';
import { asideRun } from '../workspace/asideRun.ts';
import { GuestHost } from '../workspace/guestHost.ts';
import { Notifier } from './notifier.ts';
import { recover } from './recovery.ts';
import { RequestBodyKeeper } from './requestBodies.ts';
import { guestPlaces, type SessionDeps } from './sessionDeps.ts';
import { SessionLog } from './sessionLog.ts';
import { TurnLoop } from './turnLoop.ts';

const keepFilesAfterMs = 1_000;

/** In a session of so many events every body is stored; in a longer one a local model's is not. */
const eagerBodyEvents = 500;

/** One open session. (Over 300 lines because the whole of the port is here, mostly handed on in a line each.) */
export class Session implements LiveSession {
  readonly #deps: SessionDeps;
  readonly #log: SessionLog;
  readonly #host: GuestHost;
  readonly #calls: CallRunner;
  readonly #loop: TurnLoop;
  readonly #projector = createProjector();
  readonly #bodies: RequestBodyKeeper;
  readonly #records: RecordWriter;
  readonly #notifier: Notifier;
  #cancelKeep: (() => void) | null = null;
  #disposed = false;
  #free = false;

  constructor(
    state: SessionState,
    readonly writable: boolean,
    readonly problem: string | null,
    deps: SessionDeps,
  ) {
    this.#deps = deps;
    const { store, clock, after, counter, createMatcher } = deps;
    this.#log = new SessionLog(state, store.log, clock, after, (events) => this.#onEvents(events));
    this.#bodies = new RequestBodyKeeper(store.requests);
    this.#notifier = new Notifier(after);
    this.#host = new GuestHost({
      store,
      writable,
      boot: { seed: state.seed, clockStartMs: deps.clockStartMs ?? null },
      bootGuest: deps.bootGuest,
      seedFiles: deps.seedFiles,
      after,
      onRestored: (why) =>
        this.writable ? this.#log.append({ type: 'guest-restarted', why }) : Promise.resolve(),
      onStatus: () => this.#notifier.tell({ kind: 'guest' }),
      onNetwork: () => this.#notifier.tell({ kind: 'network' }),
      onFiles: (paths) => {
        this.#notifier.tell({ kind: 'files', paths });
        this.#keepFiles();
      },
    });
    const budget: OutputBudget = {
      commandBytes: deps.caps.commandBytes,
      sessionBytesLeft: Math.max(0, deps.caps.sessionBytes - state.outputBytes),
    };
    this.#records = new RecordWriter({
      log: this.#log,
      store,
      host: this.#host,
      places: () => ({
        home: this.home,
        workspace: this.workspace,
        guestAbout: this.#host.seat?.guest.about,
      }),
      askToPersist: deps.askToPersist,
    });
    this.#calls = new CallRunner({
      log: this.#log,
      store,
      records: this.#records,
      host: this.#host,
      counter,
      clock,
      after,
      budget,
      fileFacts: new FileFactsCache(),
      locks: new PathLocks(),
      createMatcher,
      onLive: (key) => this.#notifier.liveGrew(key),
      onRunning: () => this.#notifier.tell({ kind: 'status' }),
      ...(deps.played === undefined ? {} : { played: deps.played }),
    });
    this.#loop = new TurnLoop({
      log: this.#log,
      calls: this.#calls,
      model: () => deps.model(this.state.model),
      prompt: () => {
        const ref = this.state.profile;
        return this.#projector.project(this.state, promptHead(profileOf(ref), this.#records.context(ref)));
      },
      checkpoint: () => this.#host.checkpoint().catch(() => null),
      keepBody: (turn, step, body) => {
        this.#bodies.keep(turn, step, body, this.state.nextSeq < eagerBodyEvents);
      },
      clock,
      after,
      maxSteps: deps.maxSteps,
      onStatus: (steady) => {
        if (steady) this.#notifier.tell({ kind: 'status' });
        else this.#notifier.statusGrew();
      },
    });
  }

  /** Ends what an earlier page left open. Once, before anything else. */
  async open(): Promise<void> {
    if (!this.writable) return;
    const { store, clock } = this.#deps;
    await recover({ log: this.#log, store, records: this.#records, clock });
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

  get guestStatus(): GuestStatus {
    return this.#host.status;
  }

  get network() {
    return this.#host.network;
  }

  get fs(): GuestFs | null {
    return this.#host.seat?.guest.fs ?? null;
  }

  get activity(): GuestActivity | null {
    return this.#host.seat?.guest ?? null;
  }

  get workspace(): string {
    return this.#host.seat?.guest.dirs.workspace ?? guestPlaces.workspace;
  }

  get home(): string {
    return this.#host.seat?.guest.dirs.home ?? guestPlaces.home;
  }

  subscribe(listener: (change: SessionChange) => void): () => void {
    // Who listens late must hear it too: there is no second time.
    if (this.#free) queueMicrotask(() => listener({ kind: 'free' }));
    return this.#notifier.subscribe(listener);
  }

  async send(text: string, mode: 'auto' | 'step' = 'auto'): Promise<void> {
    this.#needWritable();
    return this.#loop.start(text, mode);
  }

  async step(): Promise<void> {
    this.#needWritable();
    return this.#loop.resume('step');
  }

  async resume(): Promise<void> {
    this.#needWritable();
    return this.#loop.resume('auto');
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async setProfile(profile: ProfileRef): Promise<void> {
    this.#needWritable();
    await this.#log.append({ type: 'profile-changed', profile });
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
    const running = this.#calls.runningCall(key);
    if (running === null) return null;
    const { startedAtMs, timeoutMs, out } = running;
    const { totalBytes, lines } = out.facts();
    return { key, startedAtMs, timeoutMs, totalBytes, lines, tail: out.live.tail() };
  }

  outputSize(key: RecordKey): Promise<number> {
    return this.#deps.store.outputs.size(key);
  }

  readOutput(key: RecordKey, range: { offset: number; length: number }): Promise<Uint8Array> {
    return this.#deps.store.outputs.read(key, range);
  }

  streamOutput(key: RecordKey): AsyncIterable<Uint8Array> {
    return this.#deps.store.outputs.stream(key);
  }

  async outputText(key: RecordKey): Promise<OutputText> {
    const { record, sent } = this.#recorded(key);
    return textOfRecord(this.#deps.store.outputs, record, sent);
  }

  async seen(key: RecordKey): Promise<SeenBytes> {
    const { record, sent } = this.#recorded(key);
    return seenBytesOf(this.#deps.store.outputs, record, sent);
  }

  requestBody(turn: number, step: number): Promise<string | null> {
    return this.#bodies.read(turn, step);
  }

  promptHead(profile: ProfileRef): PromptHead {
    return promptHead(profileOf(profile), this.#records.context(profile), this.state.externalTools);
  }

  async runAside(
    command: string,
    limits: { maxBytes: number; timeoutMs: number; stop: AbortSignal },
  ): Promise<AsideResult> {
    const { guest } = await this.#host.ensure();
    return asideRun(guest, command, { ...limits, after: this.#deps.after });
  }

  async ensureGuest(): Promise<void> {
    await this.#host.ensure();
  }

  async openTerminal(size: { columns: number; rows: number }): Promise<GuestTerminal> {
    const { guest } = await this.#host.ensure();
    return guest.openTerminal(size);
  }

  async stat(path: string): Promise<FileStat> {
    const { guest } = await this.#host.ensure();
    return guest.fs.stat(path);
  }

  /** The tab that drove this session is gone. */
  heldByNobody(): void {
    this.#free = true;
    this.#notifier.tell({ kind: 'free' });
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    await this.#loop.stop('session-end').catch(() => {});
    // What a terminal or a killed command changed since the last step is kept too.
    if (this.writable) await this.#host.checkpoint().catch(() => null);
    await this.#bodies.settled();
    this.#notifier.silence();
    this.#host.dispose();
    this.#cancelKeep?.();
    this.#deps.onDisposed();
  }

  /** Files that change between steps, by a terminal or a child left running, are journalled soon after. */
  #keepFiles(): void {
    if (!this.writable || this.#disposed || this.#cancelKeep !== null) return;
    this.#cancelKeep = this.#deps.after(keepFilesAfterMs, () => {
      this.#cancelKeep = null;
      // A step that runs ends with a checkpoint of its own.
      if (this.runStatus.kind === 'tools') return;
      void this.#host.checkpoint().catch(() => {});
    });
  }

  #recorded(key: RecordKey): { readonly record: ToolRecord; readonly sent: SentView } {
    const turn = this.state.turns.find((candidate) => key.startsWith(`${candidate.turn}.`));
    const call = turn?.steps.flatMap((step) => step.calls).find((candidate) => candidate.key === key);
    if (call === undefined || call.record === null || call.sent === null) {
      throw new Error(`There is no record ${key}.`);
    }
    return { record: call.record, sent: call.sent };
  }

  #needWritable(): void {
    if (!this.writable) throw new Error('Another tab holds this session: it can be read here, not driven.');
    if (this.#disposed) throw new Error('The session is closed.');
  }

  #onEvents(events: readonly SessionEvent[]): void {
    this.#deps.onLogged(this.state);
    this.#notifier.tell({ kind: 'log', events });
  }
}
