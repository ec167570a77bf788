import { checkFunction } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';

type Callable = (this: unknown, ...args: unknown[]) => unknown;

export const promisifyCustom = Symbol.for('nodejs.util.promisify.custom');
/** Names of the values of a callback with several, which become one object (fs.read, child_process.exec). */
export const promisifyNames = Symbol('customPromisifyArgs');

type Promisable = Callable & { [promisifyCustom]?: unknown; [promisifyNames]?: readonly string[] };

export function promisify(original: unknown): Callable {
  checkFunction(original, 'original');
  const source: Promisable = original;
  const custom = source[promisifyCustom];
  if (custom) {
    checkFunction(custom, 'util.promisify.custom');
    return Object.defineProperty(custom, promisifyCustom, { value: custom, configurable: true });
  }
  const names = source[promisifyNames];
  function promised(this: unknown, ...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      source.call(this, ...args, (error: unknown, ...values: unknown[]) => {
        if (error) reject(error);
        else if (names && values.length > 1) {
          resolve(Object.fromEntries(names.map((name, index) => [name, values[index]])));
        } else resolve(values[0]);
      });
    });
  }
  Object.setPrototypeOf(promised, Object.getPrototypeOf(original));
  Object.defineProperty(promised, promisifyCustom, { value: promised, configurable: true });
  const properties = Object.getOwnPropertyDescriptors(original);
  return Object.defineProperties(promised, { ...properties, prototype: { value: promised.prototype } });
}

promisify.custom = promisifyCustom;

/** `nextTick` carries the callback out of the promise: what it throws is uncaught, not a rejection. */
export function makeCallbackify(
  nextTick: (callback: Callable, ...args: unknown[]) => void,
): (original: unknown) => Callable {
  return function callbackify(original) {
    checkFunction(original, 'original');
    const source: Callable = original;
    function callbackified(this: unknown, ...args: unknown[]): void {
      const callback = args.pop();
      checkFunction(callback, 'last argument');
      const bound: Callable = (...results) => callback.apply(this, results);
      Promise.resolve(source.apply(this, args)).then(
        (value) => nextTick(bound, null, value),
        (reason) => nextTick(bound, reason || emptyRejection(reason)),
      );
    }
    const properties = Object.getOwnPropertyDescriptors(original);
    if (typeof properties.length?.value === 'number') properties.length.value += 1;
    if (typeof properties.name?.value === 'string') properties.name.value += 'Callbackified';
    return Object.defineProperties(callbackified, {
      ...properties,
      prototype: { value: callbackified.prototype, writable: true },
    } as PropertyDescriptorMap);
  };
}

/** A callback could not tell `null` as a reason from success. */
function emptyRejection(reason: unknown): Error {
  return nodeError(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value', { reason });
}
