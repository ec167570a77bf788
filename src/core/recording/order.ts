import type { RecordedEvent } from './document.ts';

/**
 * What is wrong with the order of events, in words; null where a session can have had it. A turn begins once, its steps
 * count up from one, and a result answers a call of the step before it, once; a job or a command ends once, after it began.
 */
export function orderProblem(events: readonly RecordedEvent[]): string | null {
  const order = new Order();
  if (events.length > mostEvents) return `it has more than ${mostEvents} events, more than any session`;
  for (const [at, event] of events.entries()) {
    const problem = order.take(event);
    if (problem !== null) return `event ${at} ${problem}`;
  }
  return null;
}

/** A session of 5,000 calls has a tenth of them; a page that lists many more is slow. */
const mostEvents = 200_000;

/** A job of a stranger's may be called anything. */
const nameOf = (job: string): string => (/^\w{1,40}$/.test(job) ? job : 'a job');

class Order {
  #turn = 0;
  #step = 0;
  /** Calls of the last step without a result. */
  #open = new Set<string>();
  readonly #recorded = new Set<string>();
  readonly #jobs = new Set<string>();
  readonly #outputs = new Set<string>();
  readonly #running = new Set<string>();
  readonly #commands = new Set<string>();
  readonly #runningCommands = new Set<string>();

  take(event: RecordedEvent): string | null {
    switch (event.type) {
      case 'user-message':
      case 'wake':
        return this.#beginTurn(event.turn);
      case 'step': {
        if (this.#turn === 0 || event.turn !== this.#turn || event.step <= this.#step)
          return 'is a step out of order';
        this.#step = event.step;
        const calls = event.parts.filter((part) => part.type === 'tool-call');
        this.#open = new Set(calls.map((_call, index) => `${event.turn}.${event.step}.${index}`));
        return null;
      }
      case 'record':
        this.#recorded.add(event.key);
        return this.#open.delete(event.key) ? null : `is a result of ${event.key}, which no call waits for`;
      case 'turn-end':
        return event.turn === this.#turn ? null : `ends turn ${event.turn}, which does not run`;
      case 'told': {
        const { at } = event;
        const isThere = at.kind === 'turn' ? at.turn === this.#turn : this.#recorded.has(at.key);
        return isThere ? null : 'is told at a place that has not come';
      }
      case 'job-started': {
        const { job, output } = event;
        if (!output.startsWith('0.1.') || this.#jobs.has(job) || this.#outputs.has(output)) {
          return `begins ${nameOf(job)} a second time`;
        }
        this.#jobs.add(job);
        this.#outputs.add(output);
        this.#running.add(job);
        return null;
      }
      case 'job-ended':
        return this.#running.delete(event.job) ? null : `ends ${nameOf(event.job)}, which does not run`;
      case 'command-started':
        if (!event.key.startsWith('0.2.') || this.#commands.has(event.key)) return 'begins a command again';
        this.#commands.add(event.key);
        this.#runningCommands.add(event.key);
        return null;
      case 'command-ended':
        return this.#runningCommands.delete(event.key) ? null : 'ends a command that does not run';
      case 'sub-agent':
        return this.#open.has(event.key) ? null : `is of ${event.key}, which runs no sub-agent`;
      case 'profile-changed':
      case 'model-changed':
      case 'encoding-changed':
        return null;
    }
  }

  #beginTurn(turn: number): string | null {
    if (turn <= this.#turn) return `begins turn ${turn} after turn ${this.#turn}`;
    this.#turn = turn;
    this.#step = 0;
    this.#open = new Set();
    return null;
  }
}
