import { invalidArgType, invalidArgValue, received } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import { isDeepEqual } from '../util/deepEqual.ts';
import { inspect } from '../util/inspect.ts';
import { AssertionError } from './assertionError.ts';

/** `assert.throws`, `rejects` and their opposites. */

type Callable = (...args: never[]) => unknown;
type Constructor = abstract new (...args: never[]) => unknown;

export interface Asserting {
  /** The public function: its name is the operator, and the stack begins below it. */
  readonly from: Callable;
  /** "exception" or "rejection". */
  readonly event: string;
}

const nothing = Symbol('nothing was thrown');

export function thrownBy(action: unknown): unknown {
  if (typeof action !== 'function') throw invalidArgType('fn', 'function', action);
  try {
    action();
  } catch (error) {
    return error;
  }
  return nothing;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  const promise = value as { then?: unknown; catch?: unknown } | null;
  return (
    promise instanceof Promise ||
    (typeof promise === 'object' &&
      typeof promise?.then === 'function' &&
      typeof promise.catch === 'function')
  );
}

export async function rejectedBy(source: unknown): Promise<unknown> {
  let promise: PromiseLike<unknown>;
  if (typeof source === 'function') {
    const result: unknown = source();
    if (!isPromise(result)) {
      const got = received(result).replace(/^Received /, '');
      throw nodeError(
        TypeError,
        'ERR_INVALID_RETURN_VALUE',
        `Expected instance of Promise to be returned from the "promiseFn" function but got ${got}.`,
      );
    }
    promise = result;
  } else if (isPromise(source)) promise = source;
  else throw invalidArgType('promiseFn', ['Function', 'Promise'], source);
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return nothing;
}

const isClass = (value: unknown): value is Constructor =>
  typeof value === 'function' && value.prototype !== undefined;

/** `rest`: what is expected and the message, as the caller gave them. */
export function expectError({ from, event }: Asserting, actual: unknown, rest: readonly unknown[]): void {
  let [expected, message] = rest;
  const kinds = ['Object', 'Error', 'Function', 'RegExp'];
  if (typeof expected === 'string') {
    if (rest.length === 2) throw invalidArgType('error', kinds, expected);
    const text = typeof actual === 'object' && actual !== null ? (actual as Error).message : actual;
    if (text === expected) {
      const what = text === actual ? 'error' : 'error message';
      throw nodeError(
        TypeError,
        'ERR_AMBIGUOUS_ARGUMENT',
        `The "error/message" argument is ambiguous. The ${what} "${text}" is identical to the message.`,
      );
    }
    [message, expected] = [expected, undefined];
  } else if (
    expected !== null &&
    expected !== undefined &&
    typeof expected !== 'object' &&
    typeof expected !== 'function'
  ) {
    throw invalidArgType('error', kinds, expected);
  }
  if (actual === nothing) {
    const name = (expected as { name?: unknown } | null | undefined)?.name;
    const details = `${name ? ` (${String(name)})` : ''}${message ? `: ${String(message)}` : '.'}`;
    throw new AssertionError({
      actual: undefined,
      expected,
      operator: from.name,
      message: `Missing expected ${event}${details}`,
      stackStartFn: from,
    });
  }
  if (expected) compareError(from, actual, expected as object, message);
}

function compareError(from: Callable, actual: unknown, expected: object, message: unknown): void {
  if (typeof expected === 'function') compareWithFunction(from, actual, expected as Callable, message);
  else if (expected instanceof RegExp) {
    const text = String(actual);
    if (expected.exec(text) !== null) return;
    const generated = `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
    fail(from, actual, expected, message, generated);
  } else if (typeof actual !== 'object' || actual === null) {
    const error = new AssertionError({
      actual,
      expected,
      message,
      operator: 'deepStrictEqual',
      stackStartFn: from,
    });
    error.operator = from.name;
    throw error;
  } else compareProperties(from, actual, expected, message);
}

function fail(
  from: Callable,
  actual: unknown,
  expected: unknown,
  message: unknown,
  generated: string,
): never {
  const error = new AssertionError({
    actual,
    expected,
    message: message || generated,
    operator: from.name,
    stackStartFn: from,
  });
  error.generatedMessage = !message;
  throw error;
}

function compareWithFunction(from: Callable, actual: unknown, expected: Callable, message: unknown): void {
  if (isClass(expected) && actual instanceof expected) return;
  if (Object.prototype.isPrototypeOf.call(Error, expected)) {
    let text = `The error is expected to be an instance of "${expected.name}". Received `;
    if (actual instanceof Error) {
      const name = actual.constructor?.name || actual.name;
      text +=
        expected.name === name ? 'an error with identical name but a different prototype.' : `"${name}"`;
      if (actual.message) text += `\n\nError message:\n\n${actual.message}`;
    } else text += `"${inspect(actual, { depth: -1 })}"`;
    fail(from, actual, expected, message, text);
  }
  const result: unknown = Reflect.apply(expected, {}, [actual]);
  if (result === true) return;
  const name = expected.name ? `"${expected.name}" ` : '';
  let text = `The ${name}validation function is expected to return "true". Received ${inspect(result)}`;
  if (actual instanceof Error) text += `\n\nCaught error:\n\n${actual}`;
  fail(from, actual, expected, message, text);
}

/** Shown in place of the error and of what it should have been: only what was compared. */
class Comparison {
  constructor(source: object, keys: readonly string[], actual?: object) {
    for (const key of keys) {
      if (!(key in source)) continue;
      const value: unknown = Reflect.get(source, key);
      const own: unknown = actual ? Reflect.get(actual, key) : undefined;
      const matches = typeof own === 'string' && value instanceof RegExp && value.exec(own) !== null;
      Reflect.set(this, key, matches ? own : value);
    }
  }
}

function compareProperties(from: Callable, actual: object, expected: object, message: unknown): void {
  const keys = Object.keys(expected);
  if (expected instanceof Error) keys.push('name', 'message');
  else if (keys.length === 0) throw invalidArgValue('error', expected, 'may not be an empty object');
  for (const key of keys) {
    const [own, wanted] = [Reflect.get(actual, key) as unknown, Reflect.get(expected, key) as unknown];
    if (typeof own === 'string' && wanted instanceof RegExp && wanted.exec(own) !== null) continue;
    if (key in actual && isDeepEqual(own, wanted, true)) continue;
    if (message instanceof Error) throw message;
    if (message)
      throw new AssertionError({ actual, expected, message, operator: from.name, stackStartFn: from });
    const error = new AssertionError({
      actual: new Comparison(actual, keys),
      expected: new Comparison(expected, keys, actual),
      operator: 'deepStrictEqual',
      stackStartFn: from,
    });
    Object.assign(error, { actual, expected, operator: from.name });
    throw error;
  }
}

function matches(actual: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return expected.exec(String(actual)) !== null;
  if (typeof expected !== 'function') throw invalidArgType('expected', ['Function', 'RegExp'], expected);
  if (isClass(expected) && actual instanceof expected) return true;
  if (Object.prototype.isPrototypeOf.call(Error, expected)) return false;
  return Reflect.apply(expected, {}, [actual]) === true;
}

export function expectNoError({ from, event }: Asserting, actual: unknown, rest: readonly unknown[]): void {
  if (actual === nothing) return;
  let [expected, message] = rest;
  if (typeof expected === 'string') [message, expected] = [expected, undefined];
  if (expected && !matches(actual, expected)) throw actual;
  throw new AssertionError({
    actual,
    expected,
    operator: from.name,
    message: `Got unwanted ${event}${message ? `: ${String(message)}` : '.'}\nActual message: "${actual && (actual as Error).message}"`,
    stackStartFn: from,
  });
}
