import type { CheckResult, ConformanceCheck, ConformanceRun, GuestFact } from '../../guest/index.ts';

export type Running =
  | { readonly kind: 'nothing' }
  /** `done` of `total`; `name`: the check that runs now. */
  | { readonly kind: 'checks'; readonly done: number; readonly total: number; readonly name: string }
  | { readonly kind: 'facts' };

/** What the page has found out about one guest, and what runs now: one thing at a time. */
export class GuestChecks {
  readonly suite: readonly ConformanceCheck[];
  readonly probes: readonly GuestFact[];
  readonly #run: ConformanceRun;
  #results = $state.raw<ReadonlyMap<string, CheckResult>>(new Map());
  #facts = $state.raw<ReadonlyMap<string, string>>(new Map());
  #running = $state.raw<Running>({ kind: 'nothing' });
  #stop: AbortController | null = null;

  constructor(run: ConformanceRun, suite: readonly ConformanceCheck[], probes: readonly GuestFact[]) {
    this.#run = run;
    this.suite = suite;
    this.probes = probes;
  }

  get running() {
    return this.#running;
  }
  /** In the order of the suite. */
  get results(): readonly CheckResult[] {
    return this.suite.flatMap(({ name }) => this.#results.get(name) ?? []);
  }
  get facts(): readonly { readonly question: string; readonly answer: string }[] {
    return this.probes.flatMap(({ question }) => {
      const answer = this.#facts.get(question);
      return answer === undefined ? [] : [{ question, answer }];
    });
  }
  resultOf(name: string): CheckResult | null {
    return this.#results.get(name) ?? null;
  }
  factOf(question: string): string | null {
    return this.#facts.get(question) ?? null;
  }

  /** Every check and then every fact; resolves when all is done or stopped, with whether it was not stopped. */
  async runAll(): Promise<boolean> {
    this.#results = new Map();
    return (await this.#runChecks(this.suite)) && this.findFacts();
  }

  async runOne(check: ConformanceCheck): Promise<void> {
    await this.#runChecks([check]);
  }

  async #runChecks(checks: readonly ConformanceCheck[]): Promise<boolean> {
    if (this.#stop) return false;
    const stop = new AbortController();
    this.#stop = stop;
    for (const [done, check] of checks.entries()) {
      if (stop.signal.aborted) break;
      this.#running = { kind: 'checks', done, total: checks.length, name: check.name };
      const result = await this.#run.run(check, stop.signal);
      this.#results = new Map(this.#results).set(check.name, result);
    }
    this.#end();
    return !stop.signal.aborted;
  }

  /** Asks every question anew. */
  async findFacts(): Promise<boolean> {
    if (this.#stop) return false;
    const stop = new AbortController();
    this.#stop = stop;
    this.#running = { kind: 'facts' };
    for (const { question, find } of this.probes) {
      if (stop.signal.aborted) break;
      const answer = await this.#run
        .guest()
        .then(find)
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      this.#facts = new Map(this.#facts).set(question, answer);
    }
    this.#end();
    return !stop.signal.aborted;
  }

  #end(): void {
    this.#stop = null;
    this.#running = { kind: 'nothing' };
  }

  /** What runs now ends as `stopped`; what was found stays. */
  stop(): void {
    this.#stop?.abort();
  }

  dispose(): void {
    this.stop();
    this.#run.end();
  }
}
