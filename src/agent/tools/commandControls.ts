/** What a running command can be told to do. */
export interface CommandHandlers {
  /** Moves the deadline by so many milliseconds. */
  readonly extend: (ms: number) => void;
  /** Lets the command go on as a job; null where it cannot. */
  readonly move: (() => void) | null;
}

/** Between a person at the page and the command that a call runs: its deadline, and what may be done to it. */
export class CommandControls {
  #handlers: CommandHandlers | null = null;
  #dueAtMs: number | null = null;
  #addedMs = 0;

  constructor(private readonly onChange: () => void) {}

  /** Epoch milliseconds at which the command's time is over; null where none runs or it has no limit. */
  get dueAtMs(): number | null {
    return this.#dueAtMs;
  }

  /** What its user has given it beyond the time that it had been given. */
  get addedMs(): number {
    return this.#addedMs;
  }

  get canMove(): boolean {
    return this.#handlers !== null && this.#handlers.move !== null;
  }

  attach(handlers: CommandHandlers): () => void {
    this.#handlers = handlers;
    return () => {
      this.#handlers = null;
      this.#dueAtMs = null;
    };
  }

  due(atMs: number): void {
    this.#dueAtMs = atMs;
    this.onChange();
  }

  /** False where no command runs that could be given more time. */
  extend(ms: number): boolean {
    if (this.#handlers === null) return false;
    this.#addedMs += ms;
    this.#handlers.extend(ms);
    return true;
  }

  /** False where the command cannot go on as a job. */
  move(): boolean {
    const move = this.#handlers?.move ?? null;
    move?.();
    return move !== null;
  }
}
