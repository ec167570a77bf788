/** What the runner tells its reporters, as Node names it. */

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface TestDetails {
  readonly duration_ms: number;
  readonly type?: 'suite';
  readonly error?: unknown;
}

export interface TestOutcome extends Partial<Place> {
  readonly name: string;
  readonly nesting: number;
  readonly testNumber: number;
  readonly details: TestDetails;
  /** A reason, or true. */
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
}

export type TestEvent =
  | {
      readonly type: 'test:start';
      readonly data: { readonly name: string; readonly nesting: number } & Partial<Place>;
    }
  | {
      readonly type: 'test:enqueue' | 'test:dequeue';
      readonly data: { readonly name: string; readonly nesting: number } & Partial<Place>;
    }
  | { readonly type: 'test:complete' | 'test:pass' | 'test:fail'; readonly data: TestOutcome }
  | {
      readonly type: 'test:plan';
      readonly data: { readonly nesting: number; readonly count: number } & Partial<Place>;
    }
  | {
      readonly type: 'test:diagnostic';
      readonly data: { readonly nesting: number; readonly message: string } & Partial<Place>;
    }
  | {
      readonly type: 'test:stdout' | 'test:stderr';
      readonly data: { readonly file: string; readonly message: string };
    };

export interface Counts {
  tests: number;
  suites: number;
  pass: number;
  fail: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

/** A test that failed, and how. `cause` is what was thrown. */
export class TestFailure extends Error {
  readonly code = 'ERR_TEST_FAILURE';
  readonly failureType: string;

  constructor(cause: unknown, failureType: string, words?: string) {
    super(words ?? (cause instanceof Error ? cause.message : String(cause)));
    this.failureType = failureType;
    this.cause = cause;
    this.stack = `Error [ERR_TEST_FAILURE]: ${this.message}`;
  }
}

export function emptyCounts(): Counts {
  return { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
}
