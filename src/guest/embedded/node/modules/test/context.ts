import { checkNumber } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { MockTracker } from './mock.ts';
import type { HookName, TestOptions } from './runner.ts';

type Callback = (this: unknown, ...args: unknown[]) => unknown;

/** What a context does to its test: the classes of both know each other only so. */
interface ContextTest {
  readonly name: string;
  readonly fullName: string;
  readonly error: unknown;
  readonly passed: boolean;
  readonly abort: AbortController;
  readonly diagnostics: string[];
  runOnlySubtests: boolean;
  skipped: string | boolean;
  todo: string | boolean;
  planned: number | null;
  assertions: number;
  addHook(name: HookName, run: unknown, options?: { readonly timeout?: number }): void;
}

/** Filled in by the harness, which makes tests. */
export const contextParts: {
  subtest: (parent: unknown, args: readonly unknown[], overrides?: TestOptions) => Promise<void>;
  tracker: () => MockTracker;
  assert: () => Record<string, Callback>;
} = {
  subtest: () => Promise.resolve(),
  tracker: () => {
    throw new Error('no harness');
  },
  assert: () => ({}),
};

const assertNames = [
  'deepEqual',
  'deepStrictEqual',
  'doesNotMatch',
  'doesNotReject',
  'doesNotThrow',
  'equal',
  'fail',
  'ifError',
  'match',
  'notDeepEqual',
  'notDeepStrictEqual',
  'notEqual',
  'notStrictEqual',
  'rejects',
  'strictEqual',
  'throws',
  'ok',
];

/** `t` of a test. */
export class TestContext {
  readonly #test: ContextTest;
  #mock: MockTracker | undefined;
  #assert: Record<string, Callback> | undefined;

  constructor(test: ContextTest) {
    this.#test = test;
  }
  get signal(): AbortSignal {
    return this.#test.abort.signal;
  }
  get name(): string {
    return this.#test.name;
  }
  get fullName(): string {
    return this.#test.fullName;
  }
  get error(): unknown {
    return this.#test.error;
  }
  get passed(): boolean {
    return this.#test.passed;
  }
  get mock(): MockTracker {
    this.#mock ??= contextParts.tracker();
    return this.#mock;
  }
  get mockTracker(): MockTracker | undefined {
    return this.#mock;
  }
  /** The assertions, counted for `plan`. */
  get assert(): Record<string, Callback> {
    if (this.#assert) return this.#assert;
    const originals = contextParts.assert();
    const counted: Record<string, Callback> = Object.create(null);
    for (const name of assertNames) {
      const original = originals[name];
      counted[name] = (...args) => {
        this.#test.assertions++;
        return original?.apply(originals, args);
      };
    }
    this.#assert = counted;
    return counted;
  }
  diagnostic(message: unknown): void {
    this.#test.diagnostics.push(String(message));
  }
  plan(count: unknown): void {
    checkNumber(count, 'count', 0);
    if (this.#test.planned !== null)
      throw nodeError(Error, 'ERR_TEST_FAILURE', 'cannot set plan more than once');
    this.#test.planned = count;
  }
  runOnly(value: unknown): void {
    this.#test.runOnlySubtests = Boolean(value);
  }
  skip(message?: unknown): void {
    this.#test.skipped = message === undefined ? true : String(message);
  }
  todo(message?: unknown): void {
    this.#test.todo = message === undefined ? true : String(message);
  }
  test(...args: unknown[]): Promise<void> {
    this.#test.assertions++;
    return contextParts.subtest(this.#test, args);
  }
  before(run: unknown, options?: { readonly timeout?: number }): void {
    this.#test.addHook('before', run, options);
  }
  after(run: unknown, options?: { readonly timeout?: number }): void {
    this.#test.addHook('after', run, options);
  }
  beforeEach(run: unknown, options?: { readonly timeout?: number }): void {
    this.#test.addHook('beforeEach', run, options);
  }
  afterEach(run: unknown, options?: { readonly timeout?: number }): void {
    this.#test.addHook('afterEach', run, options);
  }
}

/** What the code of a suite is given. */
export class SuiteContext {
  readonly #suite: { readonly name: string; readonly fullName: string; readonly abort: AbortController };

  constructor(suite: { readonly name: string; readonly fullName: string; readonly abort: AbortController }) {
    this.#suite = suite;
  }
  get signal(): AbortSignal {
    return this.#suite.abort.signal;
  }
  get name(): string {
    return this.#suite.name;
  }
  get fullName(): string {
    return this.#suite.fullName;
  }
}
