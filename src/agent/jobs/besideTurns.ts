import type { RecordKey, WakeCause } from '../../core/index.ts';
import type { CallRunner } from '../calls/callRunner.ts';
import type { RunningCall } from '../calls/stepCall.ts';
import type { SessionLog } from '../session/sessionLog.ts';
import type { Mode, TurnLoop } from '../session/turnLoop.ts';
import type { After } from '../timers.ts';
import type { SessionJobs } from './sessionJobs.ts';
import { type QueuedCommand, queuedCommands, UserCommands } from './userCommands.ts';
import { Wakes } from './wakes.ts';

const moreTimeMs = 60_000;

/** What a person does beside the turns of a session, and what goes on there. */
export interface Beside {
  /** As many wakes in a row as may be, and an end of a job waits to be told. */
  readonly wakesPaused: boolean;
  /** A job or a command of the user runs, or the end of one is about to begin a turn. */
  readonly isBusy: boolean;
  /** Commands of the user that wait for the shell. */
  readonly queuedCommands: readonly QueuedCommand[];
  /** Runs a command in the session's shell; resolves when it has its record or was taken back. */
  runCommand(command: string): Promise<void>;
  cancelCommand(id: number): void;
  /** Gives the command of a call, or of the user, one minute more. False where none runs. */
  moreTime(key: RecordKey): boolean;
  /** Lets it go on as a job. False where it cannot. */
  toBackground(key: RecordKey): boolean;
  /** Ends one call, or one command of the user; the turn goes on. */
  stopCall(key: RecordKey): void;
  /** Resolves when the job has ended. */
  stopJob(id: string): Promise<void>;
  /** Tells the model of ends that wait, in a turn of their own. */
  tellNow(): Promise<void>;
  /** Begins a turn of one step that no message begins, as a recording of one goes on. */
  wakeAs(cause: WakeCause): Promise<void>;
  /** The user writes a message (true), or has sent it or taken it back: no wake comes between. */
  typing(isTyping: boolean): void;
}

export interface BesideDeps {
  readonly log: SessionLog;
  readonly calls: CallRunner;
  /** A call that runs now, a sub-agent's too. */
  readonly running: (key: RecordKey) => RunningCall | null;
  readonly jobs: SessionJobs;
  readonly loop: Pick<TurnLoop, 'wake' | 'status' | 'mode'>;
  readonly after: After;
  readonly needWritable: () => void;
  /** False in a session that plays a recording: its wakes come when they were recorded. */
  readonly wakesItself: boolean;
  readonly onChange: () => void;
}

/** Jobs, wakes and the user's commands of one session, behind one door. */
export class BesideTurns implements Beside {
  readonly #wakes: Wakes;
  readonly #commands: UserCommands;

  constructor(private readonly deps: BesideDeps) {
    const { log, after, onChange, calls } = deps;
    this.#commands = new UserCommands({ calls, log, onEnded: () => this.ended() });
    this.#wakes = new Wakes({
      state: () => log.state,
      after,
      isSettled: () => deps.wakesItself && deps.loop.status.kind === 'idle' && this.#commands.isIdle,
      wake: (cause) => void this.#wake(cause).catch(() => {}),
      onChange,
    });
  }

  get wakesPaused(): boolean {
    return this.#wakes.isPaused;
  }

  get isBusy(): boolean {
    const { jobs } = this.deps.log.state;
    return !this.#commands.isIdle || jobs.some(({ end }) => end === null) || this.#wakes.isAhead;
  }

  get queuedCommands(): readonly QueuedCommand[] {
    return queuedCommands(this.deps.log.state);
  }

  async runCommand(command: string): Promise<void> {
    this.deps.needWritable();
    await this.#commands.run(command);
  }

  cancelCommand(id: number): void {
    this.#commands.cancel(id);
  }

  moreTime(key: RecordKey): boolean {
    return this.#running(key)?.controls.extend(moreTimeMs) ?? false;
  }

  toBackground(key: RecordKey): boolean {
    return this.#running(key)?.controls.move() ?? false;
  }

  stopCall(key: RecordKey): void {
    if (!this.#commands.stop(key)) this.#running(key)?.stop.abort('user');
  }

  stopJob(id: string): Promise<void> {
    return this.deps.jobs.stop(id);
  }

  async tellNow(): Promise<void> {
    this.deps.needWritable();
    await this.#wake('user');
  }

  wakeAs(cause: WakeCause): Promise<void> {
    return this.deps.loop.wake(cause, 'step');
  }

  typing(isTyping: boolean): void {
    if (isTyping) this.#wakes.typing();
    else this.#wakes.typed();
  }

  /** What an earlier page left is told at the next turn: it wakes nobody. */
  opened(): void {
    this.#wakes.begin(this.deps.log.state.nextSeq);
  }

  /** A turn, a job or a command has ended. */
  ended(): void {
    this.#wakes.poke();
    this.deps.onChange();
  }

  /** Ends what runs: the guest goes. */
  async dispose(): Promise<void> {
    this.#wakes.dispose();
    await this.#commands.stopAll();
    await this.deps.jobs.stopAll();
  }

  /** In the way in which the last message was sent: a session that is stepped through stays so. */
  #wake(cause: WakeCause): Promise<void> {
    const mode: Mode = this.deps.loop.mode;
    return this.deps.loop.wake(cause, mode);
  }

  #running(key: RecordKey): RunningCall | null {
    return this.deps.running(key);
  }
}
