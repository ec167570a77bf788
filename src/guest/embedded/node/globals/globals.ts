import type { TimerFunctions } from '../loop/timers.ts';
import { notePromises, showIterators, trackingProxy } from '../modules/index.ts';
import type { NodeSystem } from '../system.ts';
import { holdBrowserPromises } from './heldPromises.ts';
import { trimLanguage } from './language.ts';
import { globalNames } from './languageNames.ts';
import { useNodeWords } from './nodeWords.ts';
import { installVirtualTime } from './virtualTime.ts';

/** What stays although Node has it not: the engine puts it there and nothing can take it away. */
const scope = globalThis as unknown as Record<string, unknown>;

function define(name: string, value: unknown, enumerable = false): void {
  Object.defineProperty(scope, name, { value, writable: true, configurable: true, enumerable });
}

/** Puts a global of the browser behind those that were defined before. */
function defineAgain(name: string): void {
  const value = scope[name];
  if (value === undefined) return;
  Reflect.deleteProperty(scope, name);
  define(name, value, true);
}

/** The browser's own values of globals that are lazy; asking for one again would make it. */
const natives = new Map<string, unknown>();

/** A global that is made when somebody first looks at it. */
function defineLazy(name: string, make: () => unknown, enumerable = false): void {
  const native = natives.has(name) ? natives.get(name) : scope[name];
  natives.set(name, native);
  Object.defineProperty(scope, name, {
    configurable: true,
    enumerable,
    get: () => {
      // What makes it may stand on the browser's own.
      define(name, native, enumerable);
      const value = make();
      define(name, value, enumerable);
      return value;
    },
    set: (value: unknown) => define(name, value, enumerable),
  });
}

/** Node's globals from library modules; where a module is missing its global is what the browser has. */
const fromModules: readonly (readonly [name: string, module: string, member: string])[] = [
  ['Buffer', 'buffer', 'Buffer'],
  ['File', 'buffer', 'File'],
  ['URL', 'url', 'URL'],
  ['URLSearchParams', 'url', 'URLSearchParams'],
  ['crypto', 'crypto', 'webcrypto'],
  ['performance', 'perf_hooks', 'performance'],
  ['PerformanceObserver', 'perf_hooks', 'PerformanceObserver'],
  ['fetch', 'internal/fetch', 'fetch'],
];

const listed: readonly string[] = [
  'global',
  'clearImmediate',
  'setImmediate',
  'clearInterval',
  'clearTimeout',
  'setInterval',
  'setTimeout',
  'queueMicrotask',
  'structuredClone',
  'atob',
  'btoa',
  'performance',
  'fetch',
  'crypto',
];

/** Replaces the worker's global scope by Node's. What this `node` needs of it was taken before (`Natives`). */
export function installGlobals(options: {
  readonly system: NodeSystem;
  readonly timers: TimerFunctions;
  readonly console: () => unknown;
  readonly hasModule: (name: string) => boolean;
}): void {
  const { system, timers } = options;
  const language = languageOf();
  for (const name of allNames(scope)) {
    if (globalNames.has(name) || language.has(name)) continue;
    if (!Reflect.deleteProperty(scope, name) || name in scope) define(name, undefined);
  }
  trimLanguage();
  installVirtualTime(system.clock, timers);
  useNodeWords(scope, timers.setTimeout);
  Math.random = () => system.random.next();
  // So that they print as in Node: nothing in the language tells what a proxy hides, or how a promise has settled.
  define('Proxy', trackingProxy(Proxy));
  notePromises(Promise);
  showIterators();
  holdBrowserPromises(scope, system.loop);
  define('process', system.process);
  const functions: Record<string, unknown> = { ...timers, queueMicrotask: system.natives.queueMicrotask };
  const modules = new Map(fromModules.map(([name, module, member]) => [name, { module, member }]));
  // Node's own order, in which `Object.keys` lists them; the others are not listed.
  for (const name of listed) {
    const from = modules.get(name);
    if (name === 'global') define(name, globalThis, true);
    else if (functions[name]) define(name, functions[name], true);
    else if (from && options.hasModule(from.module)) {
      defineLazy(name, () => system.builtin<Record<string, unknown>>(from.module)[from.member], true);
    } else defineAgain(name);
  }
  for (const [name, { module, member }] of modules) {
    if (listed.includes(name) || !options.hasModule(module)) continue;
    defineLazy(name, () => system.builtin<Record<string, unknown>>(module)[member]);
  }
  for (const name of Object.keys(scope)) {
    if (!listed.includes(name)) Object.defineProperty(scope, name, { enumerable: false });
  }
  defineLazy('console', options.console);
  Object.defineProperty(scope, Symbol.toStringTag, { value: 'global', configurable: true, writable: false });
}

/** Builtin modules as globals, as `node -e` has them. */
export function installModuleGlobals(names: readonly string[], load: (name: string) => unknown): void {
  for (const name of names) {
    // `crypto` is the module there, not the smaller global of that name.
    const isFree = !(name in scope) || name === 'crypto';
    const hasName = !name.includes('/');
    if (hasName && isFree) defineLazy(name, () => load(name));
  }
}

function languageOf(): ReadonlySet<string> {
  return new Set(['undefined', 'NaN', 'Infinity', 'globalThis', 'eval']);
}

/** Own and inherited names of the global object, but those of every object. */
function allNames(object: object): Set<string> {
  const names = new Set<string>();
  for (
    let at: object | null = object;
    at && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name);
  }
  return names;
}
