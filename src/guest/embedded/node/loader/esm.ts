import { noteSource } from '../errors/sources.ts';
import { withRoomForFrames } from '../errors/stackTrace.ts';
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
import { evaluate } from './esmEvaluation.ts';
import { awaitsBelow } from './esmGraph.ts';
import { linkModule } from './esmLinking.ts';
import {
  type ImportAttributes,
  moduleParameters,
  type TransformedModule,
  transformModule,
} from './esmTransform.ts';
import { coded, unknownExtension, unsupportedAttribute, wrongAttribute } from './loaderErrors.ts';
import { pathToUrl } from './modulePaths.ts';
import type { Resolved, Resolver } from './resolve.ts';
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
  /** Path of the package.json that says so of a file, null where none does. */
  readonly typeSetBy: (path: string) => string | null;
  /** `import.meta` of a file. */
  readonly metaOf: (url: string) => object;
  readonly dynamicImport: (specifier: unknown, base: string, options: unknown) => Promise<object>;
  readonly contexts: ContextsWanted;
}

/** Finds and loads ES modules, each once, and has them linked and evaluated. */
export class EsModules {
  readonly #parts: EsmParts;
  readonly #modules = new Map<string, EsModule>();
  /** Read the exports of builtin modules anew. */
  readonly #builtins: (() => void)[] = [];

  constructor(parts: EsmParts) {
    this.#parts = parts;
  }

  /** The namespace of what `specifier` names, evaluated. `base` is the path of the asking module. */
  async import(specifier: string, base: string, attributes: ImportAttributes = {}): Promise<object> {
    const module = this.#load(specifier, base, attributes);
    // What is missing is known before what is there has been read.
    if (module.url.startsWith('file:')) await this.#parts.nextTurn();
    return this.#finish(module);
  }

  /** A module of program text under the name `url` (`--eval`, `data:`). */
  async importText(source: string, url: string, base: string): Promise<object> {
    return this.#finish(this.#add(url, this.#fromText(source, url, base)));
  }

  async importFile(path: string): Promise<object> {
    return this.#finish(this.#loadPath(path, {}));
  }

  /** For `require` of an ES module: at once, or ERR_REQUIRE_ASYNC_MODULE. */
  requireFile(path: string, from: string): unknown {
    const module = this.#loadPath(path, {}, true);
    linkModule(module, this.#parts.readText);
    if (awaitsBelow(module, new Set())) {
      throw withRoomForFrames(() =>
        coded(
          new Error(
            'require() cannot be used on an ESM graph with top-level await. Use import() instead. To see where the top-level await comes from, use --experimental-print-required-tla.' +
              `\n  From ${from} \n  Requiring ${path} `,
          ),
          'ERR_REQUIRE_ASYNC_MODULE',
        ),
      );
    }
    void evaluate(module);
    return required(module);
  }

  async #finish(module: EsModule): Promise<object> {
    linkModule(module, this.#parts.readText);
    // Bodies that await are async generators: those have not come to their first `yield` before a promise job.
    if (awaitsBelow(module, new Set())) await null;
    const waiting = evaluate(module);
    if (waiting) await waiting;
    return module.namespace;
  }

  #load(specifier: string, base: string, attributes: ImportAttributes): EsModule {
    if (specifier.startsWith('data:')) return this.#loadData(specifier, base);
    const resolved = this.#parts.resolver.import(specifier, base);
    if ('builtin' in resolved) return this.#loadBuiltin(resolved);
    const search = /[?#].*$/.exec(specifier)?.[0] ?? '';
    return this.#loadPath(resolved.path, attributes, false, /^(\/|\.|file:)/.test(specifier) ? search : '');
  }

  #loadPath(path: string, attributes: ImportAttributes, isModule = false, search = ''): EsModule {
    const url = pathToUrl(path).href + search;
    const extension = /\.[^./]+$/.exec(path)?.[0] ?? '';
    checkAttributes(url, attributes, extension === '.json');
    const known = this.#modules.get(url);
    if (known) return known;
    if (extension === '.json') {
      return this.#addValues(url, ['default'], () => ({ default: this.#json(path) }));
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
    return this.#addValues(url, ['default', ...names], values, { isBuiltin: true });
  }

  /** `module.syncBuiltinESMExports`: what was changed on builtin modules is seen by their importers. */
  syncBuiltins(): void {
    for (const sync of this.#builtins) sync();
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
      { isCommonJs: true },
    );
  }

  /** A module whose values come all at once when it is evaluated. */
  #addValues(
    url: string,
    names: readonly string[],
    values: () => Record<string, unknown>,
    { isCommonJs = false, isBuiltin = false } = {},
  ): EsModule {
    let made: Record<string, unknown> | null = null;
    const locals = new Map(names.map((name) => [name, () => made?.[name]] as const));
    const run = () => {
      made = values();
    };
    if (isBuiltin) {
      this.#builtins.push(() => {
        if (made) run();
      });
    }
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
    module.dependencies = module.requests.map(({ specifier, attributes }) =>
      this.#load(specifier, base, attributes),
    );
  }

  #fromText(source: string, url: string, base: string): EsModule {
    noteSource(url, source);
    const transformed = this.#transform(source, url, this.#parts.contexts.by(source, base));
    const code = `${transformed.code}\n//# sourceURL=${url}`;
    const make = this.#parts.evaluate(code) as (...args: unknown[]) => Body;
    const module = blank(url, { transformed });
    module.packageJson = () => (base.endsWith('.js') ? this.#parts.typeSetBy(base) : null);
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
      const fault = new SyntaxError(wordsOfV8(error, source, true));
      placeFault(fault, error, source, url);
      throw fault;
    }
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

/** Throws Node's error where `with { … }` asks for something else than what is there. */
function checkAttributes(url: string, attributes: ImportAttributes, isJson: boolean): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'type') throw unsupportedAttribute(key, value);
  }
  const { type } = attributes;
  if (type === (isJson ? 'json' : undefined)) return;
  if (type !== undefined && type !== 'json') throw unsupportedAttribute('type', type);
  throw wrongAttribute(url, type ?? null);
}
