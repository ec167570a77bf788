import { inspect } from '../util/inspect.ts';
import { TestFailure } from './events.ts';

export type Callback = (this: unknown, ...args: unknown[]) => unknown;

/** Thrown values as failures of the test's own code. */
export function failureOf(error: unknown, kind = 'testCodeFailure'): TestFailure {
  if (error instanceof TestFailure) return error;
  const words = error instanceof Error ? error.message : typeof error === 'string' ? error : inspect(error);
  return new TestFailure(error, kind, words);
}

/** Calls back as the function's parameters ask for: with a callback behind `args` where it takes one more. */
export async function callWith(run: Callback, context: unknown, args: readonly unknown[]): Promise<unknown> {
  const given = args.length > 0 ? args : [context];
  if (run.length <= given.length) return Reflect.apply(run, context, given);
  let settle: (error: unknown) => void = () => {};
  const called = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  called.catch(() => {});
  let isCalled = false;
  const result: unknown = Reflect.apply(run, context, [
    ...given,
    (error?: unknown) => {
      // A second call in the same turn must still be seen.
      if (isCalled) settle(new TestFailure('callback invoked multiple times', 'multipleCallbackInvocations'));
      else queueMicrotask(() => settle(error));
      isCalled = true;
    },
  ]);
  if (result instanceof Promise) {
    throw new TestFailure('passed a callback but also returned a Promise', 'callbackAndPromisePresent');
  }
  return called;
}
