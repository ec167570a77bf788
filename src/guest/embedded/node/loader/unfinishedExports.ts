import type { ModuleRecord } from './moduleClass.ts';

/** Modules that were required while they were being run, whose exports warn of what is not there yet. */
const warning = new WeakSet<object>();
/** The engine's own: `inspect` looks behind those of programs. */
const HidingProxy = Proxy;

/**
 * A cycle has come back to a module that has not finished: whoever reads a name that is not there yet is told, as in
 * Node. Only for plain exports, whose prototype nobody else has changed.
 */
export function warnOfMissing(module: ModuleRecord, warn: (message: string, type: string) => void): void {
  const { exports } = module;
  if (typeof exports !== 'object' || exports === null) return;
  if (Object.getPrototypeOf(exports) !== Object.prototype || '__esModule' in exports) return;
  const tell = (name: PropertyKey) =>
    warn(
      `Accessing non-existent property '${String(name)}' of module exports inside circular dependency`,
      'Warning',
    );
  const prototype = new HidingProxy<object>(
    {},
    {
      get(target, name) {
        if (name in target || name === '__esModule') return Reflect.get(target, name);
        tell(name);
        return undefined;
      },
      getOwnPropertyDescriptor(target, name) {
        if (!Object.hasOwn(target, name) && name !== '__esModule') tell(name);
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    },
  );
  Object.setPrototypeOf(exports, prototype);
  warning.add(exports);
}

/** When the module has finished, or failed. */
export function stopWarning({ exports }: ModuleRecord): void {
  if (typeof exports !== 'object' || exports === null || !warning.delete(exports)) return;
  Object.setPrototypeOf(exports, Object.prototype);
}
