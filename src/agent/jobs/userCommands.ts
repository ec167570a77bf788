import type { RecordKey, SessionState } from '../../core/index.ts';
import type { CallRunner } from '../calls/callRunner.ts';

/** A command of the user that waits for the shell. */
export interface QueuedCommand {
  /** Counts the commands of this page. */
  readonly id: number;
  readonly command: string;
}

/** The user's own commands, in the session's shell, one after the other and after what a turn has asked of it. */
export class UserCommands {
  #queued: readonly QueuedCommand[] = [];
  #lastId = 0;
  #running: { readonly key: RecordKey; readonly stop: AbortController } | null = null;
  readonly #stops = new Map<number, AbortController>();
  #pending = 0;

  constructor(
    private readonly deps: {
      readonly calls: Pick<CallRunner, 'runUserCommand'>;
      readonly state: () => SessionState;
      readonly onChange: () => void;
      readonly onEnded: () => void;
    },
  ) {}

  get queued(): readonly QueuedCommand[] {
    return this.#queued;
  }

  /** Nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** Resolves when the command has its record, or was taken back. */
  async run(command: string): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    const stop = new AbortController();
    this.#stops.set(id, stop);
    this.#pending += 1;
    this.#queued = [...this.#queued, { id, command }];
    this.deps.onChange();
    const { profile: ref, encoding } = this.deps.state();
    try {
      await this.deps.calls.runUserCommand(command, { ref, encoding }, stop.signal, (key) => {
        this.#running = { key, stop };
        this.#unqueue(id);
      });
    } finally {
      if (this.#running?.stop === stop) this.#running = null;
      this.#stops.delete(id);
      this.#pending -= 1;
      this.#unqueue(id);
      this.deps.onEnded();
    }
  }

  /** Takes a command back that has not started. */
  cancel(id: number): void {
    if (!this.#queued.some((queued) => queued.id === id)) return;
    this.#stops.get(id)?.abort('user');
    this.#unqueue(id);
  }

  /** Ends the command that runs under the key; false where none does. */
  stop(key: RecordKey): boolean {
    if (this.#running?.key !== key) return false;
    this.#running.stop.abort('user');
    return true;
  }

  stopAll(): void {
    for (const stop of this.#stops.values()) stop.abort('session-end');
  }

  #unqueue(id: number): void {
    const rest = this.#queued.filter((queued) => queued.id !== id);
    if (rest.length === this.#queued.length) return;
    this.#queued = rest;
    this.deps.onChange();
  }
}
