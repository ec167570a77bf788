import type {
  CheckResult,
  Conformance,
  ConformanceCheck,
  ConformanceRun,
  Guest,
  GuestFact,
} from '../../guest/index.ts';
import { guestToStart } from '../words/guestCheck.ts';

/** Starts a guest of the kind that is checked, saying what it waits for. Rejects with a sentence. */
export type BootGuest = (onProgress: (waitingFor: string) => void) => Promise<Guest>;

export type Running =
  | { readonly kind: 'nothing' }
  /** The guest is started; `waitingFor` what it waits for. */
  | { readonly kind: 'boot'; readonly waitingFor: string }
  /** `done` of `total`; `name`: the check that runs now. */
  | { readonly kind: 'checks'; readonly done: number; readonly total: number; readonly name: string }
  | { readonly kind: 'facts' };

/** What the page has found out about one guest, and what runs now: one thing at a time. */
export class GuestChecks {
  readonly suite: readonly ConformanceCheck[];
  readonly #shared: readonly GuestFact[];
  /** Those of this kind of guest alone are known once one has run. */
  #probes = $state.raw<readonly GuestFact[]>([]);
  readonly #run: ConformanceRun;
  #results = $state.raw<ReadonlyMap<string, CheckResult>>(new Map());
  #facts = $state.raw<ReadonlyMap<string, string>>(new Map());
  #running = $state.raw<Running>({ kind: 'nothing' });
  /** Why there is no guest to check; null where there is one. */
  #failure = $state.raw<string | null>(null);
  #stop: AbortController | null = null;

  constructor(boot: BootGuest, { ConformanceRun, conformanceSuite, guestProbes }: Conformance) {
    this.#run = new ConformanceRun({ boot: () => boot((waitingFor) => this.#waitsFor(waitingFor)) });
    this.suite = conformanceSuite();
    this.#shared = guestProbes;
    this.#probes = guestProbes;
  }

  #waitsFor(waitingFor: string): void {
    // Between two checks the progress of the checks says enough.
    if (this.#running.kind === 'boot') this.#running = { kind: 'boot', waitingFor };
  }

  get probes(): readonly GuestFact[] {
    return this.#probes;
  }

  get failure() {
    return this.#failure;
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

  /** Starts the guest where none runs; null where something runs already or no guest can be had. */
  async #begin(): Promise<AbortController | null> {
    if (this.#stop) return null;
    const stop = new AbortController();
    this.#stop = stop;
    this.#failure = null;
    this.#running = { kind: 'boot', waitingFor: guestToStart };
    try {
      await this.#run.guest();
      return stop;
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      this.#end();
      return null;
    }
  }

  async #runChecks(checks: readonly ConformanceCheck[]): Promise<boolean> {
    const stop = await this.#begin();
    if (!stop) return false;
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
    const stop = await this.#begin();
    if (!stop) return false;
    this.#running = { kind: 'facts' };
    const own = (await this.#run.guest()).questions?.() ?? [];
    this.#probes = [...this.#shared, ...own];
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
