import { checkAbortSignal, checkFunction, checkNumber } from '../../nodeErrors/argumentErrors.ts';
import { type Callback, callWith, failureOf } from './calling.ts';
import { type Place, TestFailure, type TestOutcome } from './events.ts';
import { type Hook, type HookName, type Runner, type TestOptions, withLimit } from './runner.ts';

/** A test, a suite or the root of both: what it holds, its state, and the order of its reports. */
export class RunnerNode {
  readonly subtests: RunnerNode[] = [];
  readonly hooks: Record<HookName, Hook[]> = { before: [], after: [], beforeEach: [], afterEach: [] };
  readonly diagnostics: string[] = [];
  readonly nesting: number;
  readonly testNumber: number;
  readonly isSuite: boolean = false;
  readonly abort = new AbortController();
  skipped: string | boolean;
  todo: string | boolean;
  error: TestFailure | null = null;
  passed = false;
  cancelled = false;
  finished = false;
  startMs: number | null = null;
  endMs: number | null = null;
  runOnlySubtests = false;
  protected active = 0;
  protected readonly waiting: { readonly node: RunnerNode; readonly start: () => void }[] = [];
  readonly #ready = new Map<number, RunnerNode>();
  #nextReport = 1;
  #announced = false;

  constructor(
    readonly runner: Runner,
    readonly parent: RunnerNode | null,
    readonly name: string,
    readonly code: Callback,
    readonly options: TestOptions,
    readonly place: Place | null,
  ) {
    this.nesting = parent ? parent.nesting + 1 : -1;
    this.testNumber = parent ? parent.subtests.length + 1 : 0;
    const { timeout, signal } = options;
    if (timeout !== undefined && timeout !== null && timeout !== Number.POSITIVE_INFINITY)
      checkNumber(timeout, 'options.timeout', 0, 2 ** 31 - 1);
    checkAbortSignal(signal, 'options.signal');
    this.skipped = options.skip ?? false;
    this.todo = options.todo ?? false;
    // Stronger than a reason of its own.
    if (parent) this.skipped = this.#notWanted(parent) || this.skipped;
    if (options.only && !runner.onlyMarked) {
      this.diagnostics.push("'only' and 'runOnly' require the --test-only command-line option.");
    }
  }

  /** The reason why the command line leaves it out, or false. */
  #notWanted(parent: RunnerNode): string | false {
    const { patterns, onlyMarked } = this.runner;
    const suite = this.isSuiteClass;
    if (
      patterns.length > 0 &&
      !suite &&
      !patterns.some((pattern) => this.#names().some((name) => pattern.test(name)))
    ) {
      return 'test name does not match pattern';
    }
    if (
      (parent.runOnlySubtests || (onlyMarked && (parent.parent === null || parent.isSuite))) &&
      !this.options.only
    ) {
      return "'only' option not set";
    }
    return false;
  }

  get isSuiteClass(): boolean {
    return false;
  }

  #names(): string[] {
    const above: string[] = [];
    for (let node: RunnerNode | null = this; node?.parent; node = node.parent) above.push(node.name);
    return above;
  }

  get fullName(): string {
    return this.#names().reverse().join(' > ');
  }

  get timeoutMs(): number {
    return this.options.timeout ?? Number.POSITIVE_INFINITY;
  }

  protected get concurrency(): number {
    const { concurrency } = this.options;
    if (concurrency === true) return this.isSuite ? Number.POSITIVE_INFINITY : 1;
    return typeof concurrency === 'number' ? concurrency : 1;
  }

  addHook(name: HookName, run: unknown, options: { readonly timeout?: number } = {}): void {
    checkFunction(run, 'fn');
    this.hooks[name].push({ run, timeout: options.timeout ?? Number.POSITIVE_INFINITY, done: false });
  }

  /** Runs now where there is room, else when there is. */
  start(): Promise<void> {
    const { parent } = this;
    this.#event('test:enqueue');
    if (!parent || parent.active < parent.concurrency) return this.run();
    return new Promise((resolve, reject) => {
      parent.waiting.push({ node: this, start: () => this.run().then(resolve, reject) });
    });
  }

  #event(type: 'test:start' | 'test:enqueue' | 'test:dequeue'): void {
    this.runner.report({ type, data: { nesting: this.nesting, name: this.name, ...this.place } });
  }

  /** Calls hooks of one kind; with `outer`, those of all that it stands in as well. */
  async runHooks(name: HookName, context: unknown): Promise<void> {
    for (const hook of this.hooks[name]) {
      if (name === 'before') {
        if (hook.done) continue;
        hook.done = true;
      }
      try {
        await withLimit(this.runner, callWith(hook.run, context, []), hook.timeout, undefined);
      } catch (error) {
        const cause = error instanceof TestFailure ? error.cause : error;
        throw new TestFailure(cause, 'hookFailed', `failed running ${name} hook`);
      }
    }
  }

  async runEach(name: 'beforeEach' | 'afterEach', context: unknown): Promise<void> {
    const above: RunnerNode[] = [];
    for (let node = this.parent; node; node = node.parent) above.push(node);
    if (name === 'beforeEach') above.reverse();
    for (const node of above) await node.runHooks(name, context);
  }

  async run(): Promise<void> {
    if (this.finished) return;
    const { parent } = this;
    if (parent) parent.active++;
    this.startMs = this.runner.now();
    this.#event('test:dequeue');
    try {
      await this.runBody();
    } catch (error) {
      this.fail(failureOf(error));
    }
    this.finish();
  }

  /** What differs between tests and suites. */
  protected async runBody(): Promise<void> {}

  protected limited<Value>(work: Promise<Value>): Promise<Value> {
    return withLimit(this.runner, work, this.timeoutMs, this.options.signal);
  }

  fail(error: TestFailure): void {
    if (this.error) return;
    this.passed = false;
    this.error = error;
    if (error.failureType === 'testTimeoutFailure' || error.failureType === 'testAborted')
      this.cancelled = true;
  }

  cancel(error?: TestFailure): void {
    if (this.finished || this.endMs !== null) return;
    this.fail(
      error ??
        new TestFailure('test did not finish before its parent and was cancelled', 'cancelledByParent'),
    );
    this.startMs ??= this.runner.now();
    this.cancelled = true;
    this.abort.abort();
    this.finish();
  }

  protected finish(pendingError?: TestFailure): void {
    if (this.finished) return;
    this.finished = true;
    this.endMs = this.runner.now();
    let failed = 0;
    for (const subtest of this.subtests) {
      subtest.cancel(pendingError);
      if (!subtest.passed && !subtest.todo) failed++;
    }
    if (failed > 0 && !this.error) {
      this.fail(new TestFailure(`${failed} subtest${failed > 1 ? 's' : ''} failed`, 'subtestsFailed'));
    } else if (!this.error) this.passed = true;
    const { parent } = this;
    if (!parent) return;
    this.runner.report({ type: 'test:complete', data: this.outcome() });
    parent.active = Math.max(0, parent.active - 1);
    parent.#ready.set(this.testNumber, this);
    parent.#reportReady(false);
    this.abort.abort();
    while (parent.waiting.length > 0 && parent.active < parent.concurrency && !parent.finished)
      parent.waiting.shift()?.start();
  }

  /** Reports are in the order in which the tests were made, whatever the order in which they end. */
  #isFirstInLine(): boolean {
    const { parent } = this;
    return parent === null || (parent.#nextReport === this.testNumber && parent.#isFirstInLine());
  }

  #reportReady(force: boolean): void {
    if (!force && !this.#isFirstInLine()) return;
    for (let next = this.#ready.get(this.#nextReport); next; next = this.#ready.get(this.#nextReport)) {
      this.#ready.delete(this.#nextReport);
      next.#report();
      this.#nextReport++;
    }
  }

  #announce(): void {
    if (this.#announced || !this.parent) return;
    this.#announced = true;
    this.parent.#announce();
    this.#event('test:start');
  }

  #report(): void {
    this.#announce();
    this.#reportReady(true);
    const { report, counts } = this.runner;
    if (this.subtests.length > 0)
      report({
        type: 'test:plan',
        data: { nesting: this.nesting + 1, count: this.subtests.length, ...this.place },
      });
    const data = this.outcome();
    if (this.isSuite) counts.suites++;
    else {
      counts.tests++;
      if (this.skipped !== false) counts.skipped++;
      else if (this.todo !== false) counts.todo++;
      else if (this.cancelled) counts.cancelled++;
      else if (this.passed) counts.pass++;
      else counts.fail++;
    }
    report({ type: this.passed ? 'test:pass' : 'test:fail', data });
    for (const message of this.diagnostics)
      report({ type: 'test:diagnostic', data: { nesting: this.nesting, message, ...this.place } });
  }

  protected outcome(): TestOutcome {
    const duration = (this.endMs ?? 0) - (this.startMs ?? this.endMs ?? 0);
    return {
      name: this.name,
      nesting: this.nesting,
      testNumber: this.testNumber,
      details: {
        duration_ms: Math.round(duration * 1e6) / 1e6,
        ...(this.isSuite ? { type: 'suite' as const } : {}),
        ...(this.passed ? {} : { error: this.error }),
      },
      ...(this.skipped !== false ? { skip: this.skipped } : {}),
      ...(this.todo !== false ? { todo: this.todo } : {}),
      ...this.place,
    };
  }
}

/** Calls with `node` as the one that new tests belong to. */
export function callWithin<Value>(runner: Runner, node: RunnerNode, call: () => Value): Value {
  const before = runner.current.node;
  runner.current.node = node;
  try {
    return call();
  } finally {
    runner.current.node = before;
  }
}
