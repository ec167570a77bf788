import { throwers } from '../errors/nodeLines.ts';
import { toldStack } from '../errors/otherStacks.ts';
import { putFramesOnTop } from '../errors/stackTrace.ts';
import { noteArrow } from '../errors/uncaught.ts';
import { invalidArgValue } from '../nodeErrors/argumentErrors.ts';
import type { CommonJs, CommonJsParts, Require } from './commonJs.ts';
import { modulePaths, normalize } from './modulePaths.ts';
import { parentOf } from './packageJson.ts';

/** One CommonJS module, as programs see it. */
export interface ModuleRecord {
  id: string;
  path: string;
  exports: unknown;
  filename: string | null;
  loaded: boolean;
  children: ModuleRecord[];
  paths: string[];
  parent?: ModuleRecord | null | undefined;
  load(filename: string): void;
  require(specifier: string): unknown;
  _compile(source: string, filename: string): unknown;
}

/** `require('module')`. Programs replace its functions, so the loader itself calls through them. */
export interface ModuleStatics {
  new (id?: string, parent?: ModuleRecord | null): ModuleRecord;
  _load(request: string, parent: ModuleRecord | null | undefined, isMain: boolean): unknown;
  _resolveFilename(
    request: string,
    parent: ModuleRecord | null | undefined,
    isMain: boolean,
    options?: { readonly paths?: readonly string[] },
  ): string;
  _extensions: Record<string, (module: ModuleRecord, filename: string) => void>;
  _cache: Record<string, ModuleRecord | undefined>;
  _nodeModulePaths(from: string): string[];
  isBuiltin(specifier: string): boolean;
  createRequire(from: string | URL): Require;
}

/** The class of this process, with everything that `node:module` exports on it. */
export function createModuleClass(loader: CommonJs, parts: CommonJsParts): ModuleStatics {
  class Module implements ModuleRecord {
    id: string;
    path: string;
    exports: unknown = {};
    filename: string | null = null;
    loaded = false;
    children: ModuleRecord[] = [];
    paths: string[] = [];
    declare parent?: ModuleRecord | null | undefined;

    constructor(id = '', parent?: ModuleRecord | null) {
      this.id = id;
      this.path = parentOf(id);
      Object.defineProperty(this, 'parent', {
        value: parent,
        writable: true,
        configurable: true,
        enumerable: false,
      });
      parent?.children.push(this);
    }

    load(filename: string): void {
      this.filename = filename;
      this.paths = modulePaths(parentOf(filename));
      const extension = /(?<!^)\.[^./]+$/.exec(filename.slice(filename.lastIndexOf('/') + 1))?.[0] ?? '.js';
      const run = Module._extensions[extension] ?? Module._extensions['.js'];
      run?.(this, filename);
      this.loaded = true;
    }

    require(specifier: string): unknown {
      return Module._load(specifier, this, false);
    }

    _compile(source: string, filename: string): unknown {
      return loader.run(this, source, filename);
    }

    static _cache: Record<string, ModuleRecord | undefined> = Object.create(null) as Record<
      string,
      undefined
    >;
    static _pathCache: Record<string, string> = Object.create(null) as Record<string, string>;
    static globalPaths: string[] = [...parts.globalPaths];
    static _extensions: Record<string, (module: ModuleRecord, filename: string) => void> = Object.assign(
      Object.create(null) as Record<string, never>,
      {
        '.js': (module: ModuleRecord, filename: string) => loader.runJs(module, filename),
        '.json': (module: ModuleRecord, filename: string) => {
          const text = loader.textOf(filename);
          try {
            module.exports = JSON.parse(text);
          } catch (error) {
            if (error instanceof Error) {
              const frames = toldStack(error)
                .split(/\n(?= {4}at )/)
                .slice(1);
              error.message = `${filename}: ${error.message}`;
              error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
              putFramesOnTop(error, throwers.json);
              noteArrow(error, 'node:internal/modules/cjs/loader:1644\n    throw err;\n    ^\n');
            }
            throw error;
          }
        },
        '.node': (_module: ModuleRecord, filename: string) => {
          throw Object.assign(new Error(`${filename}: native add-ons do not run in this computer`), {
            code: 'ERR_DLOPEN_FAILED',
          });
        },
      },
    );

    static _load(request: string, parent: ModuleRecord | null | undefined, isMain: boolean): unknown {
      return loader.loadFor(request, parent, isMain);
    }

    static _resolveFilename(
      request: string,
      parent: ModuleRecord | null | undefined,
      _isMain: boolean,
      options?: { readonly paths?: readonly string[] },
    ): string {
      if (Module.isBuiltin(request)) return request;
      return loader.resolveFor(request, parent, options?.paths);
    }

    static _nodeModulePaths(from: string): string[] {
      return modulePaths(from);
    }

    static _initPaths(): void {}

    static _debug(): void {}

    /** The file of a path, or of a name below one of `paths`; false where there is none. */
    static _findPath(request: string, paths: readonly string[] | null): string | false {
      const bases = request.startsWith('/') ? [''] : (paths ?? []).map((path) => `${path}/`);
      for (const base of bases) {
        const found = parts.resolver.fileOrDirectory(normalize(`${base}${request}`));
        if (found !== null) return found;
      }
      return false;
    }

    /** Where `request` is looked for; null for a builtin. */
    static _resolveLookupPaths(request: string, parent?: ModuleRecord | null): readonly string[] | null {
      if (Module.isBuiltin(request)) return null;
      if (/^\.\.?(\/|$)/.test(request)) return [parent?.path ?? '.'];
      return [...(parent?.paths ?? []), ...Module.globalPaths];
    }

    /** `--require`, as ts-node and others ask for it. */
    static _preloadModules(requests: unknown): void {
      if (!Array.isArray(requests)) return;
      const parent = new Module('internal/preload');
      parent.path = process.cwd();
      parent.paths = modulePaths(parent.path);
      for (const request of requests) parent.require(String(request));
    }

    static wrap(script: string): string {
      return `${Module.wrapper[0]}${script}${Module.wrapper[1]}`;
    }

    static wrapper = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];

    static isBuiltin(specifier: string): boolean {
      return parts.builtinIn(specifier) !== null;
    }

    /** Not a getter: jest sets it on a class that inherits from this one. */
    static builtinModules: readonly string[] = Object.freeze([...parts.builtinNames()]);

    static createRequire(from: string | URL): Require {
      const text = String(from);
      const named = text.startsWith('file:') ? decodeURIComponent(new URL(text).pathname) : text;
      if (!named.startsWith('/')) {
        const reason = 'must be a file URL object, file URL string, or absolute path string';
        throw invalidArgValue('filename', from, reason);
      }
      // As if a file of a folder asked.
      const path = named.endsWith('/') ? `${named}noop.js` : named;
      const module = new Module(path);
      module.filename = path;
      module.paths = modulePaths(module.path);
      return loader.requireOf(module);
    }

    static syncBuiltinESMExports(): void {
      parts.syncBuiltins();
    }

    static findSourceMap(): undefined {}
    static register(): void {}
    /** Runs the program, once a package has changed how files are loaded. */
    static runMain(main: string = process.argv[1] ?? ''): void {
      loader.runMain(normalize(main.startsWith('/') ? main : `${process.cwd()}/${main}`));
    }
    static Module = Module;
  }
  // As in Node, where they are properties of a function: `import { createRequire }` finds only what is listed.
  for (const name of Object.getOwnPropertyNames(Module)) {
    if (!['length', 'name', 'prototype'].includes(name))
      Object.defineProperty(Module, name, { enumerable: true });
  }
  // Node's has no constructor to be named by, so a module prints as a plain object.
  Object.defineProperty(Module.prototype, 'constructor', { get: () => Module });
  return Module;
}
