import type { RecordKey, SessionState } from '../../core/index.ts';
import type { CallRunner } from '../calls/callRunner.ts';
import type { SessionLog } from '../session/sessionLog.ts';

/** A command of the user that waits for the shell. */
export interface QueuedCommand {
  readonly id: number;
  readonly command: string;
}

/** Commands that wait, in the order in which they were asked for. */
export function queuedCommands({ waiting = [] }: SessionState): readonly QueuedCommand[] {
  return waiting.filter(({ dropped }) => dropped === null).map(({ id, command }) => ({ id, command }));
}

export interface UserCommandsDeps {
  readonly calls: Pick<CallRunner, 'runUserCommand' | 'isShellFree'>;
  readonly log: Pick<SessionLog, 'state' | 'append'>;
  readonly onEnded: () => void;
}

/**
 * The user's own commands, in the session's shell, one after the other and after what a turn has asked of it. One
 * that has to wait is in the log from the start; when its page goes it is not run, and the log says so.
 */
export class UserCommands {
  #lastId = 0;
  #running: { readonly key: RecordKey; readonly stop: AbortController } | null = null;
  readonly #stops = new Set<AbortController>();
  readonly #waiting = new Map<number, AbortController>();
  readonly #ends = new Set<Promise<void>>();

  constructor(private readonly deps: UserCommandsDeps) {}

  /** Nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.#ends.size === 0;
  }

  /** Resolves when the command has its record, was taken back, or will not be run. */
  run(command: string): Promise<void> {
    const run = this.#run(command.toWellFormed(), this.isIdle && this.deps.calls.isShellFree);
    const end: Promise<void> = run
      .catch(() => {})
      .then(() => {
        this.#ends.delete(end);
        this.deps.onEnded();
      });
    this.#ends.add(end);
    return run;
  }

  async #run(command: string, startsNow: boolean): Promise<void> {
    const { calls, log } = this.deps;
    const stop = new AbortController();
    this.#stops.add(stop);
    const { profile: ref, encoding } = log.state;
    const id = startsNow ? null : this.#nextId();
    let hasStarted = false;
    try {
      if (id !== null) {
        this.#waiting.set(id, stop);
        await log.append({ type: 'command-queued', id, command });
      }
      const onStart = (key: RecordKey) => {
        hasStarted = true;
        if (id !== null) this.#waiting.delete(id);
        this.#running = { key, stop };
      };
      await calls.runUserCommand(command, { ref, encoding }, stop.signal, onStart, id);
      if (id !== null && !hasStarted && this.#waits(id)) {
        await log.append({ type: 'command-dropped', id, why: 'page-closed' });
      }
    } finally {
      if (this.#running?.stop === stop) this.#running = null;
      this.#stops.delete(stop);
      if (id !== null) this.#waiting.delete(id);
    }
  }

  /** Takes a command back that has not started. */
  cancel(id: number): void {
    const stop = this.#waiting.get(id);
    if (stop === undefined || !this.#waits(id)) return;
    stop.abort('user');
    this.deps.log.append({ type: 'command-dropped', id, why: 'user' }).catch(() => {});
  }

  /** Ends the command that runs under the key; false where none does. */
  stop(key: RecordKey): boolean {
    if (this.#running?.key !== key) return false;
    this.#running.stop.abort('user');
    return true;
  }

  /** Resolves when each has its record, or will not be run. */
  async stopAll(): Promise<void> {
    for (const stop of this.#stops) stop.abort('session-end');
    await Promise.all(this.#ends);
  }

  #waits(id: number): boolean {
    return queuedCommands(this.deps.log.state).some((queued) => queued.id === id);
  }

  /** Those that were never run keep theirs. */
  #nextId(): number {
    const ids = (this.deps.log.state.waiting ?? []).map(({ id }) => id);
    this.#lastId = Math.max(this.#lastId, ...ids) + 1;
    return this.#lastId;
  }
}
