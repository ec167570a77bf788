import {
  applyEvent,
  emptySession,
  LogReader,
  type SessionEvent,
  type SessionState,
} from '../../core/index.ts';

export interface MirrorLogDeps {
  /** Every stored event of the session. */
  readonly readAll: () => Promise<readonly unknown[]>;
  /** Loads the code that the events need to be shown. */
  readonly prepare: (events: readonly SessionEvent[]) => Promise<void>;
  readonly onEvents: (events: readonly SessionEvent[]) => void;
}

/**
 * A log that another tab writes. What is told is taken in order and once, whatever was missed is read from the
 * store: an event is told when it is durable, so the store has it by then.
 */
export class MirrorLog {
  readonly #reader = new LogReader();
  #state: SessionState = emptySession;
  #queue: Promise<void> = Promise.resolve();
  #gap: string | null = null;

  constructor(private readonly deps: MirrorLogDeps) {}

  get state(): SessionState {
    return this.#state;
  }

  /** Why the log is not taken on, null while it is. */
  get problem(): string | null {
    const { problem } = this.#reader;
    return problem === null ? this.#gap : `Event ${problem.at}: ${problem.why}`;
  }

  get newerVersion(): number | null {
    return this.#reader.newerVersion;
  }

  /** Takes events as the home tells them; those that are here already are passed over. Never rejects. */
  take(told: readonly unknown[]): Promise<void> {
    return this.#next(async () => {
      const first = told.map(seqOf).find((seq) => seq !== null) ?? 0;
      if (first > this.#reader.nextSeq) await this.#readStore(first);
      await this.#push(told);
    });
  }

  /** Reads the store where it must have more than is here: `nextSeq` events. Never rejects. */
  reach(nextSeq: number): Promise<void> {
    return this.#next(async () => {
      if (nextSeq > this.#reader.nextSeq) await this.#readStore(nextSeq);
    });
  }

  async #readStore(nextSeq: number): Promise<void> {
    await this.#push(await this.deps.readAll());
    const missing = this.#reader.problem === null && this.#reader.nextSeq < nextSeq;
    this.#gap = missing
      ? 'The tab that this session runs in cannot store it, so it cannot be followed here.'
      : null;
  }

  async #push(values: readonly unknown[]): Promise<void> {
    const reader = this.#reader;
    const events: SessionEvent[] = [];
    for (const value of values) {
      const seq = seqOf(value);
      if (seq !== null && seq !== reader.nextSeq) continue;
      const event = reader.push(value);
      if (event !== null) events.push(event);
    }
    if (events.length === 0) return;
    await this.deps.prepare(events);
    for (const event of events) this.#state = applyEvent(this.#state, event);
    this.deps.onEvents(events);
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      this.#gap = error instanceof Error ? error.message : String(error);
    });
    return this.#queue;
  }
}

function seqOf(value: unknown): number | null {
  const seq = typeof value === 'object' && value !== null && 'seq' in value ? value.seq : null;
  return typeof seq === 'number' ? seq : null;
}
