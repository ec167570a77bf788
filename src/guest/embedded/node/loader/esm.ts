import { noteSource } from '../errors/sources.ts';
import { noteSyntaxPlace } from '../errors/uncaught.ts';
import type { ContextsWanted } from './awaitContexts.ts';
import type { CommonJs } from './commonJs.ts';
import {
  type Body,
  basePath,
  bases,
  blank,
  type EsModule,
  type Getter,
  required,
  starters,
} from './esModule.ts';
import { awaitsBelow, getterOf, namesOf, reaches } from './esmGraph.ts';
import { moduleParameters, type TransformedModule, transformModule } from './esmTransform.ts';
import { coded, unknownExtension } from './loaderErrors.ts';
import { pathToUrl, type Resolved, type Resolver } from './resolve.ts';
import { isParseFault, placeFault, wordsOfV8 } from './syntax.ts';

export interface EsmParts {
  readonly resolver: Resolver;
  readonly commonJs: () => CommonJs;
  readonly readText: (path: string) => string;
  readonly loadBuiltin: (name: string) => unknown;
  readonly evaluate: (code: string) => unknown;
  readonly nextTurn: () => Promise<void>;
  /** Whether the nearest package says that `.js` is a module; null where it says nothing. */
  readonly jsIsModule: (path: string) => boolean | null;
  /** `import.meta` of a file. */
  readonly metaOf: (url: string) => object;
  readonly dynamicImport: (specifier: unknown, base: string, options: unknown) => Promise<object>;
  readonly contexts: ContextsWanted;
}

/**
 * Loads, links and evaluates ES modules. (Over 300 lines because the states of a module go through all three and only
 * this class may move them.)
 */
export class EsModules {
  readonly #parts: EsmParts;
  readonly #modules = new Map<string, EsModule>();

  constructor(parts: EsmParts) {
    this.#parts = parts;
  }

  /** The namespace of what `specifier` names, evaluated. `base` is the path of the asking module. */
  async import(specifier: string, base: string, type: string | null = null): Promise<object> {
    const module = this.#load(specifier, base, type);
    // What is missing is known before what is there has been read.
    await this.#parts.nextTurn();
    return this.#finish(module);
  }

  /** A module of program text under the name `url` (`--eval`, `data:`). */
  async importText(source: string, url: string, base: string): Promise<object> {
    return this.#finish(this.#add(url, this.#fromText(source, url, base)));
  }

  async importFile(path: string): Promise<object> {
    return this.#finish(this.#loadPath(path, null));
  }

  /** For `require` of an ES module: at once, or ERR_REQUIRE_ASYNC_MODULE. */
  requireFile(path: string, from: string): object {
    const module = this.#loadPath(path, null, true);
    this.#link(module);
    if (awaitsBelow(module, new Set())) {
      throw coded(
        new Error(
          'require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await comes from, use --experimental-print-required-tla.' +
            `\n  From ${from} \n  Requiring ${path} `,
        ),
        'ERR_REQUIRE_ASYNC_MODULE',
      );
    }
    this.#evaluateNow(module);
    return required(module);
  }

  async #finish(module: EsModule): Promise<object> {
    this.#link(module);
    if (awaitsBelow(module, new Set())) await this.#evaluate(module);
    else this.#evaluateNow(module);
    return module.namespace;
  }

  #load(specifier: string, base: string, type: string | null): EsModule {
    if (specifier.startsWith('data:')) return this.#loadData(specifier, base);
    const resolved = this.#parts.resolver.import(specifier, base);
    if ('builtin' in resolved) return this.#loadBuiltin(resolved);
    const search = /[?#].*$/.exec(specifier)?.[0] ?? '';
    return this.#loadPath(resolved.path, type, false, /^(\/|\.|file:)/.test(specifier) ? search : '');
  }

  #loadPath(path: string, type: string | null, isModule = false, search = ''): EsModule {
    const url = pathToUrl(path).href + search;
    const extension = /\.[^./]+$/.exec(path)?.[0] ?? '';
    const known = this.#modules.get(url);
    if (known && (extension !== '.json' || type === 'json')) return known;
    if (extension === '.json') {
      if (type !== 'json') {
        throw coded(
          new TypeError(`Module "${url}" needs an import attribute of type "json"`),
          'ERR_IMPORT_ASSERTION_TYPE_MISSING',
        );
      }
      return this.#addValues(url, ['default'], () => ({ default: this.#json(path) }));
    }
    if (type !== null) {
      const message = `Module "${url}" is not of type "${type}"`;
      throw coded(new TypeError(message), 'ERR_IMPORT_ASSERTION_TYPE_FAILED');
    }
    const inPackage = this.#parts.jsIsModule(path);
    const isKnown = extension === '.mjs' || extension === '.cjs' || extension === '.js' || extension === '';
    if (!isKnown) throw unknownExtension(extension, path);
    const asModule =
      isModule ||
      extension === '.mjs' ||
      (extension !== '.cjs' && (inPackage ?? this.#parts.commonJs().textIsModule(path)));
    if (!asModule) return this.#commonJs(path, url);
    return this.#add(url, this.#fromText(this.#parts.readText(path), url, path));
  }

  #loadBuiltin(resolved: Extract<Resolved, { readonly builtin: string }>): EsModule {
    const url = `node:${resolved.builtin}`;
    const known = this.#modules.get(url);
    if (known) return known;
    const value = this.#parts.loadBuiltin(resolved.builtin);
    const isObject = (typeof value === 'object' || typeof value === 'function') && value !== null;
    const names = isObject ? Object.keys(value).filter((name) => name !== 'default') : [];
    const values = () => {
      const all: Record<string, unknown> = { default: value };
      for (const name of names) all[name] = (value as Record<string, unknown>)[name];
      return all;
    };
    return this.#addValues(url, ['default', ...names], values);
  }

  #loadData(url: string, base: string): EsModule {
    const known = this.#modules.get(url);
    if (known) return known;
    const [, type = '', encoding, data = ''] = /^data:([^,;]*)[^,]*?(;base64)?,(.*)$/s.exec(url) ?? [];
    const text = encoding ? atob(data) : decodeURIComponent(data);
    if (type === 'application/json') {
      return this.#addValues(url, ['default'], () => ({ default: JSON.parse(text) as unknown }));
    }
    return this.#add(url, this.#fromText(text, url, base));
  }

  #commonJs(path: string, url: string): EsModule {
    const names = this.#parts.commonJs().exportNames(path);
    return this.#addValues(
      url,
      ['default', ...names],
      () => {
        const exports = this.#parts.commonJs().load(path);
        const values: Record<string, unknown> = { default: exports };
        for (const name of names) values[name] = (exports as Record<string, unknown> | null)?.[name];
        return values;
      },
      true,
    );
  }

  /** A module whose values come all at once when it is evaluated. */
  #addValues(
    url: string,
    names: readonly string[],
    values: () => Record<string, unknown>,
    isCommonJs = false,
  ): EsModule {
    let made: Record<string, unknown> | null = null;
    const locals = new Map(names.map((name) => [name, () => made?.[name]] as const));
    const run = () => {
      made = values();
    };
    return this.#add(url, blank(url, { locals, run, isCommonJs }));
  }

  #add(url: string, module: EsModule): EsModule {
    this.#modules.set(url, module);
    try {
      this.#loadDependencies(module);
    } catch (error) {
      this.#modules.delete(url);
      throw error;
    }
    return module;
  }

  #loadDependencies(module: EsModule): void {
    const base = basePath(module);
    module.dependencies = module.requests.map(({ specifier, type }) => this.#load(specifier, base, type));
  }

  #fromText(source: string, url: string, base: string): EsModule {
    noteSource(url, source);
    const transformed = this.#transform(source, url, this.#parts.contexts.by(source, base));
    const code = `${transformed.code}\n//# sourceURL=${url}`;
    const make = this.#parts.evaluate(code) as (...args: unknown[]) => Body;
    const module = blank(url, { transformed });
    bases.set(module, base);
    const exportGetters = (getters: Record<string, Getter>) => {
      for (const name of Object.keys(getters)) {
        const getter = getters[name];
        if (getter) module.locals.set(name, getter);
      }
    };
    const dynamicImport = (specifier: unknown, options: unknown) =>
      this.#parts.dynamicImport(specifier, base, options);
    const start = () => {
      const bindings = module.dependencies.map((each) => each.bindings);
      const args: Record<(typeof moduleParameters)[number], unknown> = {
        $modules: bindings,
        $export: exportGetters,
        import$meta: this.#parts.metaOf(url),
        impor$: dynamicImport,
      };
      module.body = make.call(undefined, ...moduleParameters.map((name) => args[name]));
      // Hoists functions and makes the exports known; for an async generator the first step runs at once, too.
      void module.body.next();
    };
    starters.set(module, start);
    return module;
  }

  #transform(source: string, url: string, keeps: boolean): TransformedModule {
    try {
      return transformModule(source, url, keeps);
    } catch (error) {
      if (!isParseFault(error)) throw error;
      const fault = new SyntaxError(wordsOfV8(error, source, this.#parts.evaluate, true));
      placeFault(fault, error, source, url);
      throw fault;
    }
  }

  /** Starts every module below, then checks what each imports and gives it its bindings. */
  #link(module: EsModule): void {
    const order: EsModule[] = [];
    const collect = (each: EsModule) => {
      if (each.state !== 'linking' || order.includes(each)) return;
      order.push(each);
      for (const dependency of each.dependencies) collect(dependency);
    };
    collect(module);
    for (const each of order) {
      if (each.isStarted) continue;
      each.isStarted = true;
      starters.get(each)?.();
    }
    for (const each of order) {
      for (const name of namesOf(each, new Set())) {
        const getter = getterOf(each, name, new Set());
        if (getter) Object.defineProperty(each.bindings, name, { get: getter, enumerable: true });
      }
    }
    for (const each of order) {
      this.#check(each);
      each.state = 'linked';
    }
  }

  #check(module: EsModule): void {
    module.requests.forEach(({ names, specifier }, index) => {
      const dependency = module.dependencies[index];
      for (const { name, start, end } of names) {
        if (!dependency || getterOf(dependency, name, new Set())) continue;
        const error = new SyntaxError(
          dependency.isCommonJs
            ? notInCommonJs(name, specifier)
            : `The requested module '${specifier}' does not provide an export named '${name}'`,
        );
        const source = this.#sourceOf(module);
        const before = source.slice(0, start).split('\n');
        noteSyntaxPlace(error, {
          file: module.url,
          line: before.length,
          column: (before.at(-1)?.length ?? 0) + 1,
          length: end - start,
          isTight: true,
        });
        throw error;
      }
    });
  }

  #sourceOf(module: EsModule): string {
    const path = module.url.startsWith('file:') ? decodeURIComponent(new URL(module.url).pathname) : null;
    return path === null ? '' : this.#parts.readText(path);
  }

  #evaluateNow(module: EsModule): void {
    if (module.state === 'failed') throw module.failure;
    if (module.state !== 'linked') return;
    module.state = 'evaluating';
    try {
      for (const dependency of module.dependencies) this.#evaluateNow(dependency);
      module.run?.();
      void module.body?.next();
      module.state = 'evaluated';
    } catch (error) {
      this.#failed(module, error);
      throw error;
    }
  }

  #evaluate(module: EsModule): Promise<void> {
    if (module.state === 'failed') return Promise.reject(module.failure);
    if (module.done) return module.done;
    if (module.state !== 'linked') return Promise.resolve();
    module.state = 'evaluating';
    const work = async () => {
      try {
        for (const dependency of module.dependencies) {
          // A module of a cycle that is under way already is not waited for.
          if (dependency.state === 'evaluating' && reaches(dependency, module, new Set())) continue;
          if (awaitsBelow(dependency, new Set())) await this.#evaluate(dependency);
          else this.#evaluateNow(dependency);
        }
        module.run?.();
        await module.body?.next();
        module.state = 'evaluated';
      } catch (error) {
        this.#failed(module, error);
        throw error;
      }
    };
    module.done = work();
    return module.done;
  }

  #failed(module: EsModule, error: unknown): void {
    module.state = 'failed';
    module.failure = error;
  }

  #json(path: string): unknown {
    const text = this.#parts.readText(path);
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (error instanceof Error) error.message = `${path}: ${error.message}`;
      throw error;
    }
  }
}

function notInCommonJs(name: string, specifier: string): string {
  return `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may not support all module.exports as named exports.
CommonJS modules can always be imported via the default export, for example using:

import pkg from '${specifier}';
const {${name}} = pkg;
`;
}
