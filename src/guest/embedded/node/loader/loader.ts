import type { NodeFiles } from '../fs/nodeFiles.ts';
import { ContextsWanted } from './awaitContexts.ts';
import { CommonJs } from './commonJs.ts';
import { EsModules } from './esm.ts';
import type { ImportAttributes } from './esmTransform.ts';
import { unknownBuiltin } from './loaderErrors.ts';
import type { ModuleRecord } from './moduleClass.ts';
import { pathToUrl } from './modulePaths.ts';
import { Packages, parentOf } from './packageJson.ts';
import { Resolver } from './resolve.ts';

export interface LoaderParts {
  readonly files: NodeFiles;
  readonly builtinIn: (specifier: string) => string | null;
  readonly builtinNames: () => readonly string[];
  readonly loadBuiltin: (name: string) => unknown;
  readonly evaluate: (code: string) => unknown;
  readonly conditions: readonly string[];
  /** Where `require` looks last (`NODE_PATH`). */
  readonly globalPaths: readonly string[];
  readonly warn: (message: string, type: string, code?: string) => void;
  readonly invalidArgument: (name: string, expected: string, value: unknown) => Error;
  readonly setMain: (module: ModuleRecord) => void;
  /** Keeps the process alive while an `import()` is under way. */
  readonly hold: () => () => void;
  /** Resolves in a turn of the loop of its own. */
  readonly nextTurn: () => Promise<void>;
}

export interface Loader {
  readonly commonJs: CommonJs;
  readonly esModules: EsModules;
  readonly resolver: Resolver;
  readonly contexts: ContextsWanted;
  /** Whether a file is an ES module by its name and package; null where its text decides. */
  isModule(path: string): boolean | null;
  dynamicImport(specifier: unknown, base: string, options?: unknown): Promise<object>;
}

/** `assert` is the older word, which Node 20 takes as well. */
interface DynamicImportOptions {
  readonly with?: Readonly<Record<string, unknown>>;
  readonly assert?: Readonly<Record<string, unknown>>;
}

/** Both loaders of one process, which need each other. */
export function createLoader(parts: LoaderParts): Loader {
  const { files, evaluate, loadBuiltin } = parts;
  const packages = new Packages(files);
  const builtinIn = (specifier: string): string | null => {
    const name = parts.builtinIn(specifier);
    if (name === null && specifier.startsWith('node:')) throw unknownBuiltin(specifier);
    return name;
  };
  const resolver = new Resolver({
    ...parts,
    packages,
    builtinIn,
    extensions: () => Object.keys(commonJs.Module._extensions),
  });

  function jsIsModule(path: string): boolean | null {
    const type = packages.around(parentOf(path))?.type ?? 'none';
    return type === 'none' ? null : type === 'module';
  }

  function typeSetBy(path: string): string | null {
    const found = packages.around(parentOf(path));
    if (found?.type !== 'module') return null;
    return `${found.directory === '/' ? '' : found.directory}/package.json`;
  }

  function isModule(path: string): boolean | null {
    if (path.endsWith('.mjs')) return true;
    if (/\.(cjs|json|node)$/.test(path)) return false;
    return path.endsWith('.js') || !/\.[^./]+$/.test(path) ? jsIsModule(path) : false;
  }

  async function dynamicImport(specifier: unknown, base: string, options?: unknown): Promise<object> {
    const release = parts.hold();
    try {
      const text = String(specifier);
      const isRead = !text.startsWith('data:') && 'path' in resolver.import(text, base);
      // Never before the code that asks has gone on: Node reads the file meanwhile.
      await (isRead ? parts.nextTurn() : undefined);
      const { with: given, assert = given } = (options ?? {}) as DynamicImportOptions;
      const attributes = Object.entries(assert ?? {}).map(([key, value]) => [key, String(value)]);
      return await esModules.import(text, base, Object.fromEntries(attributes) as ImportAttributes);
    } finally {
      release();
    }
  }

  function metaOf(url: string): object {
    const meta = Object.create(null) as Record<string, unknown>;
    const base = url.startsWith('file:') ? decodeURIComponent(new URL(url).pathname) : null;
    if (base !== null && !/\[eval\d*\]$/.test(base)) {
      meta.dirname = parentOf(base);
      meta.filename = base;
    }
    meta.resolve = function resolve(specifier: unknown): string {
      const text = String(specifier);
      // A relative one is resolved as a URL; nobody looks whether something is there.
      if (/^(\/|\.\.?(\/|$)|[a-z]+:\/)/.test(text)) return new URL(text, url).href;
      try {
        const resolved = resolver.import(text, base ?? '/');
        return 'builtin' in resolved ? `node:${resolved.builtin}` : pathToUrl(resolved.path).href;
      } catch (error) {
        // A file of a package need not be there either.
        const { url: missing } = error as { readonly url?: unknown };
        if (typeof missing === 'string') return missing;
        throw error;
      }
    };
    meta.url = url;
    return meta;
  }

  const contexts = new ContextsWanted(
    (path) => (files.kindOf(path) === 'file' ? commonJs.textOf(path) : null),
    (request, path) => {
      try {
        const resolved = resolver.import(request, path);
        return 'path' in resolved ? resolved.path : null;
      } catch {
        // Not there, or not to be had so: the program hears of it when it asks.
        return null;
      }
    },
  );
  const commonJs: CommonJs = new CommonJs({
    files,
    resolver,
    builtinIn: parts.builtinIn,
    builtinNames: parts.builtinNames,
    loadBuiltin,
    evaluate,
    globalPaths: parts.globalPaths,
    warn: parts.warn,
    syncBuiltins: () => esModules.syncBuiltins(),
    jsIsModule,
    requireEsm: (path, from) => esModules.requireFile(path, from),
    dynamicImport,
    invalidArgument: parts.invalidArgument,
    setMain: parts.setMain,
    contexts,
  });
  const esModules: EsModules = new EsModules({
    resolver,
    commonJs: () => commonJs,
    readText: (path) => commonJs.textOf(path),
    nextTurn: parts.nextTurn,
    loadBuiltin,
    evaluate,
    jsIsModule,
    typeSetBy,
    metaOf,
    dynamicImport,
    contexts,
  });
  return { commonJs, contexts, esModules, resolver, isModule, dynamicImport };
}
