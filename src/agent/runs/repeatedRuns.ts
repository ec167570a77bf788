import type { ModelRef, ProfileRef, Recording, SessionEvent } from '../../core/index.ts';
import type { LiveSession, Workbench } from '../port.ts';

/** What all runs together may spend. */
export interface RunBudget {
  /** Model requests, a sub-agent's too; one that fails is sent again at most three times and counts once. */
  readonly maxRequests: number;
  /**
   * Tokens in and out as the provider counts them, null for no limit. They are known after a request: the last one may
   * go over. A provider that counts none spends none.
   */
  readonly maxTokens: number | null;
}

export interface RunsPlan {
  /** What is repeated: a session by its id, or a recording. */
  readonly source: string | Recording;
  readonly title: string;
  /** Its user messages, in order. */
  readonly messages: readonly string[];
  readonly runs: number;
  readonly model: ModelRef;
  readonly profile: ProfileRef;
  readonly budget: RunBudget;
}

/** How a run ended: `asked` where it waited for a person, `budget` where there was nothing left to spend. */
export type RunEnd = 'done' | 'failed' | 'stopped' | 'asked' | 'budget';

export interface RunRow {
  /** Of the session that the run is. */
  readonly id: string;
  /** Null while it runs. */
  readonly end: RunEnd | null;
}

export type RunsStatus = 'ready' | 'running' | 'stopping' | 'ended';

/** Sends the same messages to new sessions, one run after the other, and never makes a request over the budget. */
export class RepeatedRuns {
  #status: RunsStatus = 'ready';
  #rows: readonly RunRow[] = [];
  #requests = 0;
  #tokens = 0;
  #stopped = false;
  #current: Run | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly workbench: Pick<Workbench, 'createRunOf'>,
    readonly plan: RunsPlan,
    /** Lets a run's session go when it has ended; whoever shows it keeps it open. */
    private readonly release: (session: LiveSession) => Promise<void> = (session) => session.dispose(),
  ) {}

  get status(): RunsStatus {
    return this.#status;
  }
  get rows(): readonly RunRow[] {
    return this.#rows;
  }
  get spent(): { readonly requests: number; readonly tokens: number } {
    const now = this.#current;
    return { requests: this.#requests + (now?.requests ?? 0), tokens: this.#tokens + (now?.tokens ?? 0) };
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when all runs have ended. Rejects where a session cannot be made. */
  async start(): Promise<void> {
    if (this.#status !== 'ready') return;
    this.#set('running');
    const { plan } = this;
    try {
      for (let number = 1; number <= plan.runs && !this.#stopped && !this.#isSpent(); number++) {
        const title = `${plan.title} · run ${number}`;
        const session = await this.workbench.createRunOf(plan.source, { ...plan, title });
        this.#rows = [...this.#rows, { id: session.id, end: null }];
        const run = new Run(session, () => this.#overspent());
        this.#current = run;
        const forbids = () => (this.#stopped ? 'stopped' : this.#isSpent() ? 'budget' : null);
        // A session that was closed under it, or a log that takes no more, is a run that failed.
        const end = await run.play(plan.messages, forbids).catch((): RunEnd => 'failed');
        this.#requests += run.requests;
        this.#tokens += run.tokens;
        this.#current = null;
        this.#rows = [...this.#rows.slice(0, -1), { id: session.id, end }];
        this.#tell();
        await this.release(session);
      }
    } finally {
      this.#set('ended');
    }
  }

  /** Stops the run that goes on; no other begins. */
  async stop(): Promise<void> {
    if (this.#status !== 'running') return;
    this.#stopped = true;
    this.#set('stopping');
    await this.#current?.stop();
  }

  /** Nothing is left for another request. */
  #isSpent(): boolean {
    const { requests, tokens } = this.spent;
    const { maxRequests, maxTokens } = this.plan.budget;
    return requests >= maxRequests || (maxTokens !== null && tokens >= maxTokens);
  }

  /** Called with each request that comes back; what runs inside a call is stopped where it has spent the rest. */
  #overspent(): boolean {
    this.#tell();
    return this.#isSpent();
  }

  #set(status: RunsStatus): void {
    this.#status = status;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** One run: a session that is driven a request at a time, so that each can be asked about before it is made. */
class Run {
  #sent = 0;
  #logged = 0;
  #inside = 0;
  tokens = 0;
  #asked = false;

  constructor(
    private readonly session: LiveSession,
    private readonly isSpent: () => boolean,
  ) {}

  get requests(): number {
    return Math.max(this.#sent, this.#logged) + this.#inside;
  }

  /** `forbids` is asked before each request. */
  async play(messages: readonly string[], forbids: () => RunEnd | null): Promise<RunEnd> {
    const { session } = this;
    const stopListening = session.subscribe((change) => {
      if (change.kind === 'log') for (const event of change.events) this.#take(event);
    });
    try {
      for (const message of messages) {
        const end = forbids() ?? (await this.#turn(message, forbids));
        if (end !== null) return end;
      }
      return 'done';
    } finally {
      stopListening();
    }
  }

  stop(): Promise<void> {
    return this.session.stop();
  }

  /** Null where the turn has come to its end by itself. */
  async #turn(message: string, forbids: () => RunEnd | null): Promise<RunEnd | null> {
    const { session } = this;
    this.#sent += 1;
    await session.send(message, 'step');
    while (session.runStatus.kind === 'paused') {
      const end = this.#asked ? 'asked' : forbids();
      if (end !== null) {
        await session.stop();
        return end;
      }
      this.#sent += 1;
      await session.step();
    }
    const reason = session.state.turns.at(-1)?.end?.reason ?? 'interrupted';
    if (reason === 'done') return null;
    if (this.#asked) return 'asked';
    return reason === 'stopped' ? (forbids() ?? 'stopped') : 'failed';
  }

  #take(event: SessionEvent): void {
    const inner = event.type === 'sub-agent' ? event.event : event;
    if (inner.type === 'question-asked') {
      // Nobody is there to answer.
      this.#asked = true;
      void this.session.stop();
      return;
    }
    if (inner.type !== 'step') return;
    if (event.type === 'sub-agent') this.#inside += 1;
    else this.#logged += 1;
    this.tokens += (inner.usage?.inputTokens ?? 0) + (inner.usage?.outputTokens ?? 0);
    const isOverspent = this.isSpent();
    if (isOverspent && event.type === 'sub-agent') void this.session.stop();
  }
}
