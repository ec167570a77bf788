import { checkString, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';

type Sandbox = Record<PropertyKey, unknown>;

const contexts = new WeakSet<object>();
/** By context. */
const functions = new WeakMap<object, object>();

interface ScriptOptions {
  readonly filename?: string;
}

function optionsOf(given: unknown): ScriptOptions {
  return typeof given === 'string' ? { filename: given } : ((given ?? {}) as ScriptOptions);
}

/**
 * `vm` as far as one realm allows: a context is an object whose properties are seen as globals, and what a script
 * assigns to undeclared names lands in it. Its builtins are the program's own, and it is no barrier (nor is Node's).
 */
export function createVm(system: NodeSystem): object {
  const { evaluate } = system.natives;
  const named = (code: string, options: ScriptOptions) =>
    `${code}\n//# sourceURL=${options.filename ?? 'evalmachine.<anonymous>'}`;

  function checkContext(context: unknown): asserts context is Sandbox {
    if (context === null || typeof context !== 'object')
      throw invalidArgType('contextifiedObject', 'object', context);
    if (!contexts.has(context)) throw invalidArgType('contextifiedObject', 'an vm.Context', context);
  }

  function createContext(object: unknown = {}): object {
    if (object === null || typeof object !== 'object')
      throw invalidArgType('contextObject', 'object', object);
    contexts.add(object);
    return object;
  }

  /** `Function` of a context: what it makes sees the context's names, and has the context for `this` as globals have. */
  function functionOf(sandbox: Sandbox): object {
    const make = (args: readonly unknown[]): object => {
      // Made outside first: that finds mistakes, and puts parameters and body together.
      const outer = Reflect.construct(Function, args) as object;
      const made = runIn(`(${Function.prototype.toString.call(outer)})`, sandbox, {}) as () => unknown;
      return new Proxy(made, {
        apply: (target, self, given) => Reflect.apply(target, self ?? sandbox, given) as unknown,
      });
    };
    const known = functions.get(sandbox);
    if (known) return known;
    const changed = new Proxy(Function, {
      apply: (_target, _self, args) => make(args),
      construct: (_target, args) => make(args),
    });
    functions.set(sandbox, changed);
    return changed;
  }

  /** `var`s and functions of the script become properties of the context, as globals would. */
  function runIn(code: string, sandbox: Sandbox, options: ScriptOptions): unknown {
    const declared = new Set<string>();
    for (const [, name = ''] of code.matchAll(
      /(?:^|[;{}\n])\s*(?:var|function\*?|async\s+function\*?)\s+([\w$]+)/g,
    ))
      declared.add(name);
    const hidden = (name: string) => name in globalThis && !languageNames.has(name) && name !== 'globalThis';
    const scope = new Proxy(sandbox, {
      // A name that is nowhere must stay unresolved: `typeof` asks for it too.
      has: (target, name) =>
        typeof name === 'string' &&
        name !== 'eval' &&
        !name.startsWith('__vm') &&
        (name in target || name in globalThis),
      get(target, name) {
        if (name === Symbol.unscopables) return undefined;
        if (name === 'globalThis' && !(name in target)) return target;
        const isOuter = !(name in target) && !hidden(String(name));
        const value: unknown = isOuter ? Reflect.get(globalThis, name) : target[name];
        return value === Function ? functionOf(target) : value;
      },
      set(target, name, value) {
        target[name] = value;
        return true;
      },
    });
    const keep = [...declared]
      .map((name) => `try{__vmKeep(${JSON.stringify(name)},${name})}catch{}`)
      .join(';');
    // The second eval sees what the first one declared.
    const run = evaluate(
      '(function(__vmScope,__vmCode,__vmKeeps,__vmKeep){with(__vmScope){return (function(){' +
        'var __vmValue=eval(__vmCode);eval(__vmKeeps);return __vmValue}).call(__vmScope)}})',
    ) as (
      scope: object,
      code: string,
      keeps: string,
      keep: (name: string, value: unknown) => void,
    ) => unknown;
    const before = new Set(Reflect.ownKeys(globalThis));
    try {
      return run(scope, named(code, options), keep, (name, value) => {
        sandbox[name] = value;
      });
    } finally {
      // What was assigned without being declared has become a global.
      for (const name of Reflect.ownKeys(globalThis)) {
        if (before.has(name)) continue;
        sandbox[name] = Reflect.get(globalThis, name);
        Reflect.deleteProperty(globalThis, name);
      }
    }
  }

  class Script {
    readonly #code: string;
    readonly #options: ScriptOptions;
    cachedDataRejected: boolean | undefined = undefined;
    sourceMapURL: string | undefined = undefined;

    constructor(code: unknown, options?: unknown) {
      this.#code = `${code as string}`;
      this.#options = optionsOf(options);
      // A mistake in the text is one now, not when it runs.
      new Function(`${this.#code.replace(/^#!.*/, '')}\n`);
    }
    runInThisContext(): unknown {
      return evaluate(named(this.#code, this.#options));
    }
    runInContext(context: unknown): unknown {
      checkContext(context);
      return runIn(this.#code, context, this.#options);
    }
    runInNewContext(object?: unknown): unknown {
      return this.runInContext(createContext(object));
    }
    createCachedData(): Uint8Array {
      return new Uint8Array(0);
    }
  }

  return {
    Script,
    createContext,
    createScript: (code: unknown, options?: unknown) => new Script(code, options),
    runInContext: (code: unknown, context: unknown, options?: unknown) =>
      new Script(code, options).runInContext(context),
    runInNewContext: (code: unknown, object?: unknown, options?: unknown) =>
      new Script(code, options).runInNewContext(object),
    runInThisContext: (code: unknown, options?: unknown) => new Script(code, options).runInThisContext(),
    isContext(object: unknown): boolean {
      if (object === null || typeof object !== 'object') throw invalidArgType('object', 'Object', object);
      return contexts.has(object);
    },
    compileFunction(code: unknown, params: readonly string[] = [], options?: ScriptOptions) {
      checkString(code, 'code');
      return evaluate(`(function (${params.join(',')}) {${named(code, options ?? {})}\n})`);
    },
    measureMemory: () => Promise.resolve({ total: { jsMemoryEstimate: 0, jsMemoryRange: [0, 0] } }),
    constants: { USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default') },
  };
}

/** What a fresh context of Node has as well: the language, nothing of the platform. */
const languageNames = new Set(
  (
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error ' +
    'AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics ' +
    'Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray ' +
    'BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry ' +
    'SharedArrayBuffer decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN WebAssembly console'
  ).split(' '),
);
