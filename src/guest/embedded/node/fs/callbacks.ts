import { checkFunction } from '../modules/errors/argumentErrors.ts';
import type { NodeLoop } from '../system.ts';
import { isSystemError } from './fsErrors.ts';

type Call = (...args: never[]) => unknown;
type Calls = Readonly<Record<string, Call>>;

/** Answers `callback` not in the next turn but after it: immediates that are set now come first, as in Node. */
export function answerLater(loop: NodeLoop, callback: () => void): void {
  loop.enqueue(() => loop.enqueue(callback));
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
          const callback = args.pop();
          checkFunction(callback, 'cb');
          let result: unknown;
          try {
            result = (call as (...args: unknown[]) => unknown)(...args);
          } catch (error) {
            if (!isSystemError(error)) throw error;
            answerLater(loop, () => callback.call(undefined, error));
            return;
          }
          answerLater(loop, () => {
            if (result === undefined) callback.call(undefined, null);
            else callback.call(undefined, null, result);
          });
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
        [name](...args: unknown[]): Promise<unknown> {
          return new Promise((resolve, reject) => {
            let result: unknown;
            try {
              result = (call as (...args: unknown[]) => unknown)(...args);
            } catch (error) {
              answerLater(loop, () => reject(error as Error));
              return;
            }
            answerLater(loop, () => resolve(result));
          });
        },
      };
      return [name, named[name] as (...args: unknown[]) => Promise<unknown>];
    }),
  );
}
