import { checkFunction } from '../nodeErrors/argumentErrors.ts';
import type { NodeLoop } from '../system.ts';
import { isSystemError, promised, withoutFrames } from './fsErrors.ts';

type Call = (...args: never[]) => unknown;
type Calls = Readonly<Record<string, Call>>;

/**
 * Answers `callback` after as many rounds of the loop as Node needs steps in its thread pool. So what finishes first
 * there finishes first here, and immediates that are set now come before.
 */
export function answerLater(loop: NodeLoop, callback: () => void, steps = 1): void {
  loop.enqueueAfter(steps, callback);
}

/** Node's steps for a call: opening, asking for the size, reading or writing, closing. */
function stepsOf(name: string, args: readonly unknown[]): number {
  const hasFile = typeof args[0] === 'number';
  if (name === 'readFile') return hasFile ? 2 : 4;
  // It asks for each part of the path.
  if (name === 'realpath') return 4;
  if (name === 'writeFile' || name === 'appendFile') return hasFile ? 1 : 3;
  return 1;
}

/**
 * The forms with a callback, made of the blocking ones: the work is done at once, its result is told later. Mistakes
 * of the caller are thrown, failures of the system are told.
 */
export function withCallbacks(calls: Calls, loop: NodeLoop): Record<string, (...args: unknown[]) => void> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => {
      const named = {
        [name](...args: unknown[]): void {
          // A lone argument is no callback.
          const callback = args.length > 1 ? args.pop() : undefined;
          checkFunction(callback, 'cb');
          let result: unknown;
          try {
            result = (call as (...args: unknown[]) => unknown)(...args);
          } catch (error) {
            if (!isSystemError(error)) throw error;
            if (error instanceof Error) withoutFrames(error);
            answerLater(loop, () => callback.call(undefined, error), 1);
            return;
          }
          const answer = () => {
            if (result === undefined) callback.call(undefined, null);
            else callback.call(undefined, null, result);
          };
          answerLater(loop, answer, stepsOf(name, args));
        },
      };
      return [name, named[name] as (...args: unknown[]) => void];
    }),
  );
}

/** The forms that answer a promise. It keeps the process alive until it is settled. */
export function withPromises(
  calls: Calls,
  loop: NodeLoop,
): Record<string, (...args: unknown[]) => Promise<unknown>> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => {
      const named = {
        async [name](...args: unknown[]): Promise<unknown> {
          let result: unknown;
          let failure: { readonly error: unknown } | null = null;
          try {
            result = (call as (...args: unknown[]) => unknown)(...args);
          } catch (error) {
            failure = { error };
          }
          await new Promise<void>((resolve) => {
            const steps = failure || name === 'realpath' ? 1 : stepsOf(name, args);
            answerLater(loop, resolve, steps);
          });
          if (failure) throw promised(failure.error, name);
          return result;
        },
      };
      return [name, named[name] as (...args: unknown[]) => Promise<unknown>];
    }),
  );
}
