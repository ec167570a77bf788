import type { SessionState, WakeCause } from '../../core/index.ts';
import type { After } from '../timers.ts';
import { unheardJobs } from './teller.ts';

/** Ends that come together are told together. */
const settleMs = 50;
/** A model that starts a job at each wake would never stop by itself. */
const maxWakesInRow = 5;
/** Whoever types is about to send a message, which tells the end as well. */
const typingMs = 5_000;

export interface WakesDeps {
  readonly state: () => SessionState;
  readonly after: After;
  /** No turn, no command of the user: a turn may begin. */
  readonly isSettled: () => boolean;
  readonly wake: (cause: WakeCause) => void;
  readonly onChange: () => void;
}

/** Turns in a row that no person began. */
function wakesInRow({ turns }: SessionState): number {
  const lastByPerson = turns.findLastIndex((turn) => turn.wake !== 'job');
  return turns.length - 1 - lastByPerson;
}

/** Decides when an end that no result has told begins a turn of its own. It keeps no list: the log has it. */
export class Wakes {
  #cancelSettle: (() => void) | null = null;
  #cancelTyping: (() => void) | null = null;
  #disposed = false;

  #sinceSeq = Number.POSITIVE_INFINITY;

  constructor(private readonly deps: WakesDeps) {}

  /** Ends before `sinceSeq` came while no page was open: they are told at the next turn and wake nobody. */
  begin(sinceSeq: number): void {
    this.#sinceSeq = sinceSeq;
  }

  /** As many wakes in a row as may be, and an end that still waits: a person lets it go on. */
  get isPaused(): boolean {
    return this.#isDue() && wakesInRow(this.deps.state()) >= maxWakesInRow;
  }

  /** An end will begin a turn, as soon as it may. */
  get isAhead(): boolean {
    return this.#isDue() && wakesInRow(this.deps.state()) < maxWakesInRow;
  }

  /** Something has ended: a job, a turn, a command. */
  poke(): void {
    if (this.#disposed || this.#cancelSettle !== null) return;
    this.#cancelSettle = this.deps.after(settleMs, () => {
      this.#cancelSettle = null;
      this.#look();
    });
  }

  /** The user types a message: no wake comes between. */
  typing(): void {
    this.#cancelTyping?.();
    this.#cancelTyping = this.deps.after(typingMs, () => {
      this.#cancelTyping = null;
      this.poke();
    });
  }

  /** The message is sent, or taken back. */
  typed(): void {
    this.#cancelTyping?.();
    this.#cancelTyping = null;
    this.poke();
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelSettle?.();
    this.#cancelTyping?.();
  }

  #look(): void {
    if (this.#disposed || this.#cancelTyping !== null || !this.deps.isSettled() || !this.#isDue()) return;
    if (this.isPaused) this.deps.onChange();
    else this.deps.wake('job');
  }

  /** Stopped and failed turns wake nothing: the end then waits for the next message. */
  #isDue(): boolean {
    const state = this.deps.state();
    const isNew = unheardJobs(state).some(({ end }) => end !== null && end.seq >= this.#sinceSeq);
    return isNew && state.turns.at(-1)?.end?.reason === 'done';
  }
}
