import {
  callByKey,
  type GuestStatus,
  type LiveOutput,
  type LiveSession,
  type QueuedCommand,
  type RunStatus,
  type SessionNetwork,
  stepByNumber,
} from '../../agent/index.ts';
import type { CallState, RecordKey, SessionState, StepState } from '../../core/index.ts';
import { Folds } from '../conversation/folds.svelte.ts';
import * as words from '../words/app.ts';

/** What the page does when the log has grown, a turn has ended (with words for it), or the tab that drove it is gone. */
export interface SessionListener {
  log(): void;
  /** The session lives here from now on, in another object. */
  moved(to: LiveSession): void;
  turnEnd(said: string): void;
}

type NetworkHosts = Pick<SessionNetwork, 'allowed' | 'asked'>;

/**
 * An open session as the screen sees it. Changes arrive up to thousands of times a second (live output);
 * they are taken over once per frame, and only what changed is read again.
 */
export class SessionView {
  readonly session: LiveSession;
  /** What the reader has opened and folded in the conversation. */
  readonly folds = new Folds();
  /** Counts how often the search was asked for; 0 while it is closed. */
  #searchAsks = $state.raw(0);
  #itemToShow = $state.raw<{ readonly id: string } | null>(null);
  #endAsks = $state.raw(0);
  #state = $state.raw() as SessionState;
  #run = $state.raw() as RunStatus;
  #guest = $state.raw() as GuestStatus;
  #live = $state.raw<ReadonlyMap<RecordKey, LiveOutput>>(new Map());
  #filesVersion = $state.raw(0);
  #toolsVersion = $state.raw(0);
  #writable = $state.raw(true);
  #isOutdated = $state.raw(false);
  #queued = $state.raw<readonly QueuedCommand[]>([]);
  #wakesPaused = $state.raw(false);
  #network = $state.raw() as NetworkHosts;
  readonly #pending = {
    log: false,
    status: false,
    guest: false,
    network: false,
    files: false,
    tools: false,
    live: new Set<RecordKey>(),
  };
  #frame = 0;
  readonly #stopListening: () => void;
  readonly #on: SessionListener;

  constructor(session: LiveSession, on: SessionListener) {
    this.session = session;
    this.#on = on;
    this.#state = session.state;
    this.#run = session.runStatus;
    this.#guest = session.guestStatus;
    this.#writable = session.writable;
    this.#isOutdated = session.isOutdated;
    this.#network = hostsOf(session.network);
    this.#queued = session.beside.queuedCommands;
    this.#wakesPaused = session.beside.wakesPaused;
    this.#stopListening = session.subscribe((change) => {
      if (change.kind === 'moved') return this.#on.moved(change.to);
      if (change.kind === 'live') this.#pending.live.add(change.key);
      else this.#pending[change.kind] = true;
      if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#take());
    });
  }

  get searchAsks(): number {
    return this.#searchAsks;
  }

  openSearch(): void {
    this.#searchAsks++;
  }

  closeSearch(): void {
    this.#searchAsks = 0;
  }

  /** The item of the conversation to bring into sight; a new object asks again. */
  get itemToShow(): { readonly id: string } | null {
    return this.#itemToShow;
  }

  showItem(id: string): void {
    this.#itemToShow = { id };
  }

  /** Rises when the end of the conversation is asked for: whoever sends something wants to see what becomes of it. */
  get endAsks(): number {
    return this.#endAsks;
  }

  showEnd(): void {
    this.#endAsks++;
  }

  get state(): SessionState {
    return this.#state;
  }

  get run(): RunStatus {
    return this.#run;
  }

  get guest(): GuestStatus {
    return this.#guest;
  }

  /** False where its log could not be read to the end, or the tab that it lives in is not heard. */
  get writable(): boolean {
    return this.#writable;
  }

  /** A newer version of the page works on it: this one must be reloaded to go on. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Hosts that the guest may reach, and those that it asked for. */
  get network(): NetworkHosts {
    return this.#network;
  }

  /** Counts batches of file changes, for what shows the file system. */
  get filesVersion(): number {
    return this.#filesVersion;
  }

  /** Counts changes of the tools, for what lists them. */
  get toolsVersion(): number {
    return this.#toolsVersion;
  }

  get busy(): boolean {
    return this.#run.kind === 'model' || this.#run.kind === 'tools' || this.#run.kind === 'stopping';
  }

  /** Commands of the user that wait for the shell. */
  get queuedCommands(): readonly QueuedCommand[] {
    return this.#queued;
  }

  /** An end of a job waits for a person, since the model was woken too often in a row. */
  get wakesPaused(): boolean {
    return this.#wakesPaused;
  }

  live(key: RecordKey): LiveOutput | null {
    return this.#live.get(key) ?? null;
  }

  #take(): void {
    this.#frame = 0;
    const pending = this.#pending;
    if (pending.log) {
      const before = endedTurns(this.#state);
      this.#state = this.session.state;
      const last = this.#state.turns.at(-1);
      this.#on.log();
      if (endedTurns(this.#state) > before && last?.end) this.#on.turnEnd(turnEndWords(last.end.reason));
    }
    if (pending.status || pending.log) {
      this.#queued = this.session.beside.queuedCommands;
      this.#wakesPaused = this.session.beside.wakesPaused;
      this.#run = this.session.runStatus;
      this.#writable = this.session.writable;
      this.#isOutdated = this.session.isOutdated;
    }
    if (pending.guest || pending.status) this.#guest = this.session.guestStatus;
    if (pending.network) this.#network = hostsOf(this.session.network);
    if (pending.files) this.#filesVersion++;
    if (pending.tools) this.#toolsVersion++;
    if (pending.live.size > 0 || pending.log || pending.status) this.#takeLive(pending.live);
    pending.log = pending.status = pending.guest = pending.network = pending.files = pending.tools = false;
    pending.live.clear();
  }

  #takeLive(changed: ReadonlySet<RecordKey>): void {
    if (changed.size === 0 && this.#live.size === 0) return;
    const next = new Map(this.#live);
    for (const key of new Set([...changed, ...next.keys()])) {
      const live = this.session.live(key);
      if (live) next.set(key, live);
      else next.delete(key);
    }
    this.#live = next;
  }

  call(key: RecordKey): CallState | null {
    return callByKey(this.#state, key);
  }

  step(turn: number, step: number): StepState | null {
    return stepByNumber(this.#state, turn, step);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#stopListening();
  }
}

function hostsOf({ allowed, asked }: SessionNetwork): NetworkHosts {
  return { allowed, asked };
}

function endedTurns(state: SessionState): number {
  return state.turns.reduce((count, turn) => count + (turn.end ? 1 : 0), 0);
}

function turnEndWords(reason: string): string {
  switch (reason) {
    case 'done':
      return words.turnDone;
    case 'stopped':
      return words.turnStopped;
    case 'step-limit':
      return words.turnAtLimit;
    case 'interrupted':
      return words.turnInterrupted;
    default:
      return words.turnFailed;
  }
}
