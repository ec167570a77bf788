import { callWith, failureOf } from './calling.ts';
import { SuiteContext, TestContext } from './context.ts';
import { TestFailure } from './events.ts';
import { callWithin, RunnerNode } from './runnerNode.ts';

/** A subtest without a wait of its own ends within so many promise jobs. */
const promiseJobs = 32;

/** A test: its code runs once, with a context of its own. */
export class Test extends RunnerNode {
  planned: number | null = null;
  assertions = 0;
  /** Set where the context is made; a program sees it as `t`. */
  readonly context = new TestContext(this);

  protected override async runBody(): Promise<void> {
    const { parent, context } = this;
    if (this.options.plan !== undefined) this.planned = this.options.plan;
    if (this.skipped !== false && !this.finished) return;
    let failure: unknown;
    try {
      await parent?.runHooks('before', parent instanceof Test ? parent.context : context);
      await this.runEach('beforeEach', context);
      this.runner.running.push(this);
      await this.limited(callWithin(this.runner, this, () => callWith(this.code, context, [])));
      if (this.planned !== null && this.planned !== this.assertions) {
        throw new TestFailure(
          `plan expected ${this.planned} assertions but received ${this.assertions}`,
          'testCodeFailure',
        );
      }
    } catch (error) {
      failure = { error };
      this.fail(failureOf(error));
    } finally {
      const at = this.runner.running.indexOf(this);
      if (at !== -1) this.runner.running.splice(at, 1);
    }
    // What it has begun and not waited for, and needs no time, still passes.
    const isPending = () => this.subtests.some(({ finished }) => !finished);
    for (let jobs = 0; jobs < promiseJobs && isPending(); jobs++) await null;
    if (this.finished) return;
    // Hooks behind the test run after a failure too; theirs counts where there was none.
    for (const run of [() => this.runEach('afterEach', context), () => this.runHooks('after', context)]) {
      try {
        await run();
      } catch (error) {
        if (!failure) this.fail(failureOf(error));
      }
    }
    context.mockTracker?.reset();
  }
}

/** A suite: its code is run at once to collect what it holds. */
export class Suite extends RunnerNode {
  override readonly isSuite = true;
  readonly context = new SuiteContext(this);
  #built: Promise<unknown> = Promise.resolve();

  override get isSuiteClass(): boolean {
    return true;
  }

  /** Collects the suite's tests; what the code throws is the suite's failure. */
  build(): void {
    if (this.skipped !== false) return;
    try {
      const result: unknown = callWithin(this.runner, this, () =>
        Reflect.apply(this.code, this.context, [this.context]),
      );
      if (result instanceof Promise)
        this.#built = result.catch((error: unknown) => this.fail(failureOf(error)));
    } catch (error) {
      this.fail(failureOf(error));
    }
  }

  protected override async runBody(): Promise<void> {
    await this.#built;
    if (this.error || this.skipped !== false) return;
    await this.parent?.runHooks('before', this.context);
    await this.runHooks('before', this.context);
    try {
      await this.limited(Promise.all(this.subtests.map((subtest) => subtest.start())));
    } finally {
      await this.runHooks('after', this.context);
    }
  }

  protected override get concurrency(): number {
    const { concurrency } = this.options;
    if (concurrency === true) return Number.POSITIVE_INFINITY;
    return typeof concurrency === 'number' ? concurrency : 1;
  }
}

/** What no test is in. It lasts until the process has nothing else to do. */
export class Root extends RunnerNode {
  async end(): Promise<void> {
    if (this.finished) return;
    const pending = this.subtests.some(({ finished }) => !finished);
    const words = 'Promise resolution is still pending but the event loop has already resolved';
    if (pending)
      for (const subtest of this.subtests) subtest.cancel(new TestFailure(words, 'cancelledByParent'));
    try {
      await this.runHooks('after', undefined);
    } catch (error) {
      this.fail(failureOf(error));
    }
    this.finish();
  }
}
