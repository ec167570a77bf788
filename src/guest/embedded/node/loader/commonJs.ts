import { parse as lexExports, initSync as startLexer } from 'cjs-module-lexer';
import { wrapperName } from '../errors/otherText.ts';
import { noteSource } from '../errors/sources.ts';
import type { NodeFiles } from '../fs/nodeFiles.ts';
import { invalidArgValue } from '../nodeErrors/argumentErrors.ts';
import type { ContextsWanted } from './awaitContexts.ts';
import { unknownBuiltin } from './loaderErrors.ts';
import { createModuleClass, type ModuleRecord, type ModuleStatics } from './moduleClass.ts';
import { modulePaths } from './modulePaths.ts';
import { parentOf } from './packageJson.ts';
import type { Resolver } from './resolve.ts';
import { findFault, meansModule, placeFault, prepareScript, wordsOfV8 } from './syntax.ts';
import { stopWarning, warnOfMissing } from './unfinishedExports.ts';

/** Wraps a text so that line 1 stays line 1; the outer function takes what is ours. */
const wrapperHead = `(function(impor$){return function ${wrapperName}(exports, require, module, __filename, __dirname) {`;
const wrapperTail = '\n}})';

type Compiled = (
  this: unknown,
  exports: unknown,
  require: unknown,
  module: unknown,
  filename: string,
  dirname: string,
) => unknown;

/** `require` as a module has it. */
export interface Require {
  (specifier: unknown): unknown;
  resolve: ((specifier: unknown, options?: { readonly paths?: readonly string[] }) => string) & {
    paths: (specifier: unknown) => string[] | null;
  };
  main: ModuleRecord | undefined;
  extensions: Record<string, (module: ModuleRecord, filename: string) => void>;
  cache: Record<string, ModuleRecord | undefined>;
}

export interface CommonJsParts {
  readonly files: NodeFiles;
  readonly resolver: Resolver;
  readonly builtinIn: (specifier: string) => string | null;
  readonly builtinNames: () => readonly string[];
  readonly loadBuiltin: (name: string) => unknown;
  readonly evaluate: (code: string) => unknown;
  readonly jsIsModule: (path: string) => boolean | null;
  readonly requireEsm: (path: string, from: string) => unknown;
  readonly globalPaths: readonly string[];
  readonly syncBuiltins: () => void;
  readonly dynamicImport: (specifier: unknown, base: string, options: unknown) => Promise<object>;
  readonly invalidArgument: (name: string, expected: string, value: unknown) => Error;
  readonly setMain: (module: ModuleRecord) => void;
  readonly warn: (message: string, type: string, code?: string) => void;
  readonly contexts: ContextsWanted;
}

/** CommonJS: modules, `require` and what `node:module` shows of them. */
export class CommonJs {
  readonly Module: ModuleStatics;
  readonly #parts: CommonJsParts;
  /** Compiled to learn whether a text is CommonJS at all, before it runs. */
  readonly #compiled = new Map<string, Compiled>();
  readonly #exportNames = new Map<string, readonly string[]>();
  #main: ModuleRecord | undefined;

  constructor(parts: CommonJsParts) {
    this.#parts = parts;
    this.Module = createModuleClass(this, parts);
  }

  get main(): ModuleRecord | undefined {
    return this.#main;
  }

  /** The exports of the file, run on first use. */
  load(path: string): unknown {
    return this.Module._load(path, undefined, false);
  }

  runMain(path: string): void {
    this.Module._load(path, null, true);
  }

  /** `Module._load`. */
  loadFor(request: string, parent: ModuleRecord | null | undefined, isMain: boolean): unknown {
    const builtin = this.#parts.builtinIn(request);
    if (builtin !== null) return this.#parts.loadBuiltin(builtin);
    if (request.startsWith('node:')) throw unknownBuiltin(request);
    const filename = this.Module._resolveFilename(request, parent, isMain);
    const { _cache: cache } = this.Module;
    const known = cache[filename];
    if (known) {
      if (parent && !parent.children.includes(known)) parent.children.push(known);
      if (!known.loaded) warnOfMissing(known, this.#parts.warn);
      return known.exports;
    }
    const builtinFile = this.#parts.builtinIn(filename);
    if (builtinFile !== null) return this.#parts.loadBuiltin(builtinFile);
    const module = new this.Module(filename, parent);
    if (isMain) {
      module.id = '.';
      this.#main = module;
      this.#parts.setMain(module);
    }
    cache[filename] = module;
    let isLoaded = false;
    try {
      module.load(filename);
      isLoaded = true;
    } finally {
      stopWarning(module);
      if (!isLoaded) {
        delete cache[filename];
        const at = parent?.children.indexOf(module) ?? -1;
        if (at >= 0) parent?.children.splice(at, 1);
      }
    }
    return module.exports;
  }

  /** `Module._resolveFilename`. */
  resolveFor(request: string, parent: ModuleRecord | null | undefined, paths?: readonly string[]): string {
    const stack: string[] = [];
    for (let at = parent; at; at = at.parent) stack.push(at.filename ?? at.id);
    const from = parent?.path ?? '/';
    if (paths) {
      for (const base of paths) {
        const relative = /^\.\.?(\/|$)/.test(request);
        try {
          return pathOf(
            this.#parts.resolver.require(
              request,
              relative ? base : from,
              stack,
              relative ? undefined : modulePaths(base),
            ),
          );
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
        }
      }
    }
    return pathOf(this.#parts.resolver.require(request, from, stack, parent?.paths));
  }

  /** `Module.prototype._compile`. */
  run(module: ModuleRecord, source: string, filename: string): unknown {
    const compiled = this.#compiled.get(filename) ?? this.#compile(source, filename);
    this.#compiled.delete(filename);
    if (compiled === null) {
      module.exports = this.#requireEsm(module, filename);
      return undefined;
    }
    const require = this.requireOf(module);
    return compiled.call(module.exports, module.exports, require, module, filename, parentOf(filename));
  }

  runJs(module: ModuleRecord, filename: string): void {
    const isModule =
      filename.endsWith('.mjs') || (filename.endsWith('.js') && this.#parts.jsIsModule(filename));
    if (isModule) module.exports = this.#requireEsm(module, filename);
    else module._compile(this.textOf(filename), filename);
  }

  #requireEsm(module: ModuleRecord, filename: string): unknown {
    return this.#parts.requireEsm(filename, module.parent?.filename ?? filename);
  }

  textOf(path: string): string {
    const text = new TextDecoder('utf-8', { ignoreBOM: false }).decode(this.#parts.files.readFile(path));
    return text;
  }

  /** Whether a `.js` of a package without a type is an ES module: it does not compile as CommonJS. */
  textIsModule(path: string): boolean {
    const compiled = this.#compile(this.textOf(path), path);
    if (compiled) this.#compiled.set(path, compiled);
    return compiled === null;
  }

  /** Names that `import { … }` finds, read off the text without running it. */
  exportNames(path: string): readonly string[] {
    const known = this.#exportNames.get(path);
    if (known) return known;
    // Set first: reexports may go round.
    this.#exportNames.set(path, []);
    const names = new Set<string>();
    try {
      startLexer();
      const { exports, reexports } = lexExports(this.textOf(path));
      for (const name of exports) if (name !== 'default') names.add(name);
      for (const each of reexports) {
        const resolved = this.#parts.resolver.require(each, parentOf(path), [path]);
        if ('path' in resolved && /\.c?js$/.test(resolved.path)) {
          for (const name of this.exportNames(resolved.path)) names.add(name);
        }
      }
    } catch {
      // What the lexer cannot read has a default export only; running it will tell what is wrong.
    }
    const list = [...names];
    this.#exportNames.set(path, list);
    return list;
  }

  requireOf(module: ModuleRecord): Require {
    const { Module } = this;
    const checked = (specifier: unknown, name = 'id'): string => {
      if (typeof specifier !== 'string') throw this.#parts.invalidArgument(name, 'string', specifier);
      if (specifier === '') {
        throw invalidArgValue(name, specifier, 'must be a non-empty string');
      }
      return specifier;
    };
    const require = function require(specifier: unknown): unknown {
      return module.require(checked(specifier));
    } as Require;
    const resolve = function resolve(
      specifier: unknown,
      options?: { readonly paths?: readonly string[] },
    ): string {
      const request = checked(specifier, 'request');
      return Module._resolveFilename(request, module, false, options);
    };
    require.resolve = Object.assign(resolve, {
      paths: (specifier: unknown) => {
        const request = checked(specifier, 'request');
        if (Module.isBuiltin(request)) return null;
        if (/^\.\.?\//.test(request)) return [module.path];
        return [...modulePaths(module.path), ...this.#parts.globalPaths];
      },
    });
    require.main = this.#main;
    require.extensions = Module._extensions;
    require.cache = Module._cache;
    return require;
  }

  /** Null where the text is an ES module. Throws SyntaxError with its place. */
  #compile(source: string, filename: string): Compiled | null {
    noteSource(filename, source);
    const text = prepareScript(source, filename, wrapperHead, this.#parts.contexts.by(source, filename));
    let make: unknown;
    try {
      make = this.#parts.evaluate(`${text}${wrapperTail}\n//# sourceURL=${filename.replaceAll(' ', '%20')}`);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const mayBeModule = !filename.endsWith('.cjs') && this.#parts.jsIsModule(filename) !== false;
      if (mayBeModule && meansModule(error.message, source)) return null;
      const fault = findFault(source, 'script');
      if (!fault) throw error;
      const placed = new SyntaxError(wordsOfV8(fault, source, false));
      placeFault(placed, fault, source, filename);
      throw placed;
    }
    const dynamicImport = (specifier: unknown, options: unknown) =>
      this.#parts.dynamicImport(specifier, filename, options);
    return (make as (dynamicImport: unknown) => Compiled)(dynamicImport);
  }
}

function pathOf(resolved: { readonly builtin: string } | { readonly path: string }): string {
  return 'path' in resolved ? resolved.path : resolved.builtin;
}
