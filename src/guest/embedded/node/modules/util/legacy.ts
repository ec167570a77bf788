import { checkFunction, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';
import { formatWithOptions, inspect } from './inspect.ts';

type Callable = (this: unknown, ...args: unknown[]) => unknown;

export function inherits(subConstructor: unknown, superConstructor: unknown): void {
  if (subConstructor === undefined || subConstructor === null)
    throw invalidArgType('ctor', 'Function', subConstructor);
  if (superConstructor === undefined || superConstructor === null) {
    throw invalidArgType('superCtor', 'Function', superConstructor);
  }
  const parent = (superConstructor as { prototype?: unknown }).prototype;
  if (parent === undefined) throw invalidArgType('superCtor.prototype', 'Object', parent);
  Object.defineProperty(subConstructor, 'super_', {
    value: superConstructor,
    writable: true,
    configurable: true,
  });
  Object.setPrototypeOf((subConstructor as { prototype: object }).prototype, parent as object);
}

const warnedCodes = new Set<string>();

/** Warns once, and once for all functions that share a code. */
export function makeDeprecate(
  system: NodeSystem,
): (target: unknown, message: string, code?: string) => Callable {
  return (target, message, code) => {
    checkFunction(target, 'fn');
    const original = target;
    let warned = false;
    function deprecated(this: unknown, ...args: unknown[]): unknown {
      if (!warned) {
        warned = true;
        if (code === undefined) system.process.emitWarning(message, 'DeprecationWarning', deprecated);
        else if (!warnedCodes.has(code)) {
          warnedCodes.add(code);
          system.process.emitWarning(message, 'DeprecationWarning', code, deprecated);
        }
      }
      return new.target ? Reflect.construct(original, args, new.target) : original.apply(this, args);
    }
    Object.setPrototypeOf(deprecated, original);
    if ('prototype' in original) deprecated.prototype = original.prototype;
    Object.defineProperty(deprecated, 'name', { value: original.name, configurable: true });
    Object.defineProperty(deprecated, 'length', { value: original.length, configurable: true });
    return deprecated;
  };
}

type DebugLog = Callable & { readonly enabled: boolean };

/** Writes to stderr where NODE_DEBUG names the section (a list with `*` as wildcard). */
export function makeDebuglog(
  system: NodeSystem,
): (section: string, ready?: (log: Callable) => void) => DebugLog {
  const encoder = new TextEncoder();
  return (section, ready) => {
    const name = section.toUpperCase();
    const isOn = () => {
      const patterns = (system.process.env.NODE_DEBUG ?? '').split(',').filter(Boolean);
      return patterns.some((pattern) => {
        const source = pattern.replace(/[|\\{}()[\]^$+?.]/g, '\\$&').replaceAll('*', '.*');
        return new RegExp(`^${source}$`, 'i').test(name);
      });
    };
    let announced = false;
    const log: Callable = (...args) => {
      if (!isOn()) return;
      const text = formatWithOptions({}, ...args);
      if (!announced) {
        announced = true;
        ready?.(log);
      }
      system.write(2, encoder.encode(`${name} ${system.pid}: ${text}\n`));
    };
    return Object.defineProperty(log, 'enabled', {
      get: isOn,
      configurable: true,
      enumerable: true,
    }) as DebugLog;
  };
}

/** The `util.isX` of old, which packages still call. */
export const oldTypeChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  isArray: Array.isArray,
  isBoolean: (value) => typeof value === 'boolean',
  isNull: (value) => value === null,
  isNullOrUndefined: (value) => value === null || value === undefined,
  isNumber: (value) => typeof value === 'number',
  isString: (value) => typeof value === 'string',
  isSymbol: (value) => typeof value === 'symbol',
  isUndefined: (value) => value === undefined,
  isRegExp: (value) => value instanceof RegExp,
  isObject: (value) => value !== null && typeof value === 'object',
  isDate: (value) => value instanceof Date,
  isError: (value) => value instanceof Error,
  isFunction: (value) => typeof value === 'function',
  isPrimitive: (value) => value === null || (typeof value !== 'object' && typeof value !== 'function'),
};

/** `util.log`: a line with the time of day in front. */
export function timestamped(nowMs: number, args: readonly unknown[]): string {
  const date = new Date(nowMs);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const month = date.toLocaleString('en-US', { month: 'short' });
  return `${date.getDate()} ${month} ${time.join(':')} - ${args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg))).join(' ')}`;
}
