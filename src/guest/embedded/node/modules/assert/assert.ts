import { tellStack } from '../../errors/otherStacks.ts';
import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { isDeepEqual } from '../util/deepEqual.ts';
import { inspect } from '../util/inspect.ts';
import { AssertionError } from './assertionError.ts';
import { callText } from './callText.ts';
import { expectError, expectNoError, rejectedBy, thrownBy } from './throws.ts';

type Callable = (...args: never[]) => unknown;
type Compare = (actual: unknown, expected: unknown) => boolean;

// biome-ignore lint/suspicious/noDoubleEquals: the loose comparison is the point
const looselyEqual: Compare = (left, right) => left == right || (Number.isNaN(left) && Number.isNaN(right));

function throwFailure(options: ConstructorParameters<typeof AssertionError>[0]): never {
  if (options.message instanceof Error) throw options.message;
  throw new AssertionError(options);
}

/** `rest` as it was passed: a missing value is told apart from `undefined`. */
function checkTruth(from: Callable, rest: readonly unknown[]): void {
  const [value, message] = rest;
  if (value) return;
  let shown = message;
  let generated = false;
  if (rest.length === 0) {
    generated = true;
    shown = 'No value argument passed to `assert.ok()`';
  } else if (message === null || message === undefined) {
    generated = true;
    const text = callText(from);
    shown = text === null ? undefined : `The expression evaluated to a falsy value:\n\n  ${text}\n`;
  } else if (message instanceof Error) throw message;
  const error = new AssertionError({
    actual: value,
    expected: true,
    message: shown,
    operator: '==',
    stackStartFn: from,
  });
  error.generatedMessage = generated;
  throw error;
}

/** One comparing assertion of that name; `wants` is what the comparison has to say. */
function comparison(name: string, operator: string, compare: Compare, wants: boolean): Callable {
  const made = {
    [name](...args: [actual?: unknown, expected?: unknown, message?: unknown]): void {
      if (args.length < 2) {
        throw nodeError(
          TypeError,
          'ERR_MISSING_ARGS',
          'The "actual" and "expected" arguments must be specified',
        );
      }
      const [actual, expected, message] = args;
      if (compare(actual, expected) === wants) return;
      throwFailure({ actual, expected, message, operator, stackStartFn: from });
    },
  };
  const from = made[name] as Callable;
  return from;
}

function ifError(value: unknown): void {
  if (value === null || value === undefined) return;
  const error = value as Partial<Error>;
  let text = 'ifError got unwanted exception: ';
  if (typeof value === 'object' && typeof error.message === 'string') {
    text += error.message === '' && error.constructor ? error.constructor.name : error.message;
  } else text += inspect(value);
  const failure = new AssertionError({
    actual: value,
    expected: null,
    operator: 'ifError',
    message: text,
    stackStartFn: ifError,
  });
  if (value instanceof Error) tellStack(value);
  const frames =
    typeof error.stack === 'string' ? error.stack.split('\n').filter((line) => /^\s+at /.test(line)) : [];
  if (frames.length > 0) {
    // The frames of the error that was given, below those that only this assertion has.
    const own = (failure.stack ?? '').split('\n');
    const shared = own.findIndex((line) => frames.includes(line));
    failure.stack = [...(shared === -1 ? own : own.slice(0, shared)), ...frames].join('\n');
  }
  throw failure;
}

function matching(name: string, wants: boolean): Callable {
  const made = {
    [name](text: unknown, pattern: unknown, message?: unknown): void {
      if (!(pattern instanceof RegExp)) throw invalidArgType('regexp', 'RegExp', pattern);
      if (typeof text === 'string' && (pattern.exec(text) !== null) === wants) return;
      if (message instanceof Error) throw message;
      const rule = wants ? 'did not match' : 'was expected to not match';
      const generated =
        typeof text === 'string'
          ? `The input ${rule} the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`
          : `The "string" argument must be of type string. Received type ${typeof text} (${inspect(text)})`;
      const error = new AssertionError({
        actual: text,
        expected: pattern,
        message: message || generated,
        operator: name,
        stackStartFn: from,
      });
      error.generatedMessage = !message;
      throw error;
    },
  };
  const from = made[name] as Callable;
  return from;
}

export function createAssert(system: NodeSystem): object {
  function fail(...args: unknown[]): never {
    let [actual, expected, message, operator, stackStartFn] = args;
    const isEmpty = (actual === undefined || actual === null) && args.length <= 1;
    if (isEmpty) message = 'Failed';
    else if (args.length === 1) [message, actual] = [actual, undefined];
    else {
      system.process.emitWarning(
        'assert.fail() with more than one argument is deprecated. Please use assert.strictEqual() instead or only pass a message.',
        'DeprecationWarning',
        'DEP0094',
      );
      if (args.length === 2) operator = '!=';
    }
    if (message instanceof Error) throw message;
    const error = new AssertionError({
      actual,
      expected,
      operator: (operator as string | undefined) ?? 'fail',
      stackStartFn: (stackStartFn as Callable | undefined) ?? fail,
      message,
    });
    if (isEmpty) error.generatedMessage = true;
    throw error;
  }
  function assert(...args: unknown[]): void {
    checkTruth(assert, args);
  }
  Object.defineProperty(assert, 'name', { value: 'ok', configurable: true });
  function strict(...args: unknown[]): void {
    checkTruth(strict, args);
  }
  function throws(action: unknown, ...rest: unknown[]): void {
    expectError({ from: throws, event: 'exception' }, thrownBy(action), rest);
  }
  async function rejects(source: unknown, ...rest: unknown[]): Promise<void> {
    expectError({ from: rejects, event: 'rejection' }, await rejectedBy(source), rest);
  }
  function doesNotThrow(action: unknown, ...rest: unknown[]): void {
    expectNoError({ from: doesNotThrow, event: 'exception' }, thrownBy(action), rest);
  }
  async function doesNotReject(source: unknown, ...rest: unknown[]): Promise<void> {
    expectNoError({ from: doesNotReject, event: 'rejection' }, await rejectedBy(source), rest);
  }
  const deep =
    (strictly: boolean): Compare =>
    (left, right) =>
      isDeepEqual(left, right, strictly);
  const functions = {
    fail,
    AssertionError,
    ok: assert,
    equal: comparison('equal', '==', looselyEqual, true),
    notEqual: comparison('notEqual', '!=', looselyEqual, false),
    deepEqual: comparison('deepEqual', 'deepEqual', deep(false), true),
    notDeepEqual: comparison('notDeepEqual', 'notDeepEqual', deep(false), false),
    deepStrictEqual: comparison('deepStrictEqual', 'deepStrictEqual', deep(true), true),
    notDeepStrictEqual: comparison('notDeepStrictEqual', 'notDeepStrictEqual', deep(true), false),
    strictEqual: comparison('strictEqual', 'strictEqual', Object.is, true),
    notStrictEqual: comparison('notStrictEqual', 'notStrictEqual', Object.is, false),
    throws,
    rejects,
    doesNotThrow,
    doesNotReject,
    ifError,
    match: matching('match', true),
    doesNotMatch: matching('doesNotMatch', false),
    CallTracker,
  };
  Object.assign(assert, functions);
  Object.assign(strict, functions, {
    equal: functions.strictEqual,
    deepEqual: functions.deepStrictEqual,
    notEqual: functions.notStrictEqual,
    notDeepEqual: functions.notDeepStrictEqual,
    strict,
  });
  return Object.assign(assert, { strict });
}

interface Tracked {
  readonly wanted: number;
  readonly name: string;
  readonly calls: { readonly thisArg: unknown; readonly arguments: readonly unknown[] }[];
}

/** Counts calls. Deprecated in Node in favour of mocks. */
class CallTracker {
  readonly #tracked = new Map<Callable, Tracked>();

  calls(...args: [target?: unknown, exact?: unknown]): Callable {
    const [first, second = 1] = args;
    const target = (typeof first === 'function' ? first : () => {}) as (...args: unknown[]) => unknown;
    const wanted = typeof first === 'number' ? first : Number(second);
    const entry: Tracked = { wanted, name: target.name || 'calls', calls: [] };
    const tracked = function (this: unknown, ...given: unknown[]): unknown {
      entry.calls.push({ thisArg: this, arguments: given });
      return target.apply(this, given);
    };
    this.#tracked.set(tracked, entry);
    return tracked;
  }

  getCalls(tracked: Callable): Tracked['calls'] {
    return this.#tracked.get(tracked)?.calls ?? [];
  }

  reset(tracked?: Callable): void {
    for (const [target, { calls }] of this.#tracked) if (!tracked || tracked === target) calls.length = 0;
  }

  report(): object[] {
    return [...this.#tracked.values()]
      .filter(({ wanted, calls }) => calls.length !== wanted)
      .map(({ wanted, name, calls }) => ({
        message: `Expected the ${name} function to be executed ${wanted} time(s) but was executed ${calls.length} time(s).`,
        actual: calls.length,
        expected: wanted,
        operator: name,
        stack: new Error(),
      }));
  }

  verify(): void {
    const [first, ...more] = this.report() as { message: string }[];
    if (!first) return;
    throw new AssertionError({
      message: more.length > 0 ? 'Functions were not called the expected number of times' : first.message,
    });
  }
}
