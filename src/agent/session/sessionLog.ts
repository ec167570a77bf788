import {
  applyEvent,
  type EventBody,
  LOG_VERSION,
  type SessionEvent,
  type SessionState,
} from '../../core/index.ts';
import type { EventLog } from '../../store/index.ts';
import type { After } from '../timers.ts';

/** Longest wait of an event that nobody waits for. */
const soonMs = 30;

/** What writers of a log need of it; the log of a sub-agent's conversation has it too. */
export type LogDoor = Pick<SessionLog, 'state' | 'append' | 'appendSoon'>;

interface Waiting {
  readonly bodies: readonly { readonly body: EventBody; readonly atMs: number }[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The only writer of a session's log. Appends go through one queue; what waits while a write is under way
 * goes in one batch. The state is folded when the write is durable, so nobody sees what could be lost.
 */
export class SessionLog {
  #state: SessionState;
  #queue: Waiting[] = [];
  #writing = false;
  #written: Promise<void> = Promise.resolve();
  #closed = false;
  #cancelSoon: (() => void) | null = null;

  constructor(
    state: SessionState,
    private readonly log: EventLog,
    private readonly clock: () => number,
    private readonly after: After,
    private readonly onEvents: (events: readonly SessionEvent[]) => void,
  ) {
    this.#state = state;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Resolves when the events are durable and folded; rejects where the store refuses them. */
  append(...bodies: readonly EventBody[]): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The session is closed.'));
    const atMs = this.clock();
    return new Promise((resolve, reject) => {
      this.#queue.push({ bodies: bodies.map((body) => ({ body, atMs })), resolve, reject });
      if (!this.#writing) this.#write();
    });
  }

  /**
   * Appends with whatever comes next, or soon: for facts that nobody waits for. Order is kept, a write of
   * their own is saved. A refused one is dropped, as the next append will say why.
   */
  appendSoon(body: EventBody): void {
    if (this.#closed) return;
    this.#queue.push({ bodies: [{ body, atMs: this.clock() }], resolve: () => {}, reject: () => {} });
    this.#cancelSoon ??= this.after(soonMs, () => {
      this.#cancelSoon = null;
      if (!this.#writing && this.#queue.length > 0) this.#write();
    });
  }

  /** Takes no more; resolves when what it has taken is durable, or refused. Whoever writes the log next may then begin. */
  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#writing && this.#queue.length > 0) this.#write();
    await this.#written;
  }

  #write(): void {
    this.#written = this.#writeQueue();
  }

  async #writeQueue(): Promise<void> {
    this.#cancelSoon?.();
    this.#cancelSoon = null;
    this.#writing = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      const { nextSeq } = this.#state;
      const events = batch
        .flatMap((waiting) => waiting.bodies)
        .map(
          ({ body, atMs }, index): SessionEvent => ({ v: LOG_VERSION, seq: nextSeq + index, atMs, ...body }),
        );
      try {
        await this.log.append(events);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
        continue;
      }
      for (const event of events) this.#state = applyEvent(this.#state, event);
      this.onEvents(events);
      for (const waiting of batch) waiting.resolve();
    }
    this.#writing = false;
  }
}
