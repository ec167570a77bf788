import type { NodeFiles } from '../fs/nodeFiles.ts';
import {
  addHint,
  commonJsNotFound,
  directoryImport,
  fileNotFound,
  importNotDefined,
  invalidSpecifier,
  invalidTarget,
  notExported,
  packageFileNotFound,
  packageMainNotFound,
  packageNotFound,
  unsupportedScheme,
} from './loaderErrors.ts';
import { modulePaths, normalize, pathToUrl, relativeTo } from './modulePaths.ts';
import { type PackageFacts, type Packages, parentOf } from './packageJson.ts';
import { exportsMap, lookUp } from './packageMaps.ts';

/** A builtin by its bare name, or a file by its real path. */
export type Resolved = { readonly builtin: string } | { readonly path: string };

export interface ResolverParts {
  readonly files: NodeFiles;
  readonly packages: Packages;
  readonly builtinIn: (specifier: string) => string | null;
  /** `--conditions`. */
  readonly conditions: readonly string[];
  /** `NODE_PATH` and Node's own: where `require` looks last. */
  readonly globalPaths: readonly string[];
  /** Tried by `require` behind a name, in order. */
  readonly extensions: () => readonly string[];
  readonly warn: (message: string, type: string, code?: string) => void;
}

/** Where specifiers lead, for `require` and for `import`. */
export class Resolver {
  readonly #parts: ResolverParts;
  readonly #forRequire: ReadonlySet<string>;
  readonly #forImport: ReadonlySet<string>;

  constructor(parts: ResolverParts) {
    this.#parts = parts;
    const shared = ['node', 'node-addons', 'module-sync', ...parts.conditions];
    this.#forRequire = new Set([...shared, 'require']);
    this.#forImport = new Set([...shared, 'import']);
  }

  /** `from` is the directory of the module that asks; `stack` the modules that led here, for the error. */
  require(specifier: string, from: string, stack: readonly string[], paths?: readonly string[]): Resolved {
    const builtin = this.#parts.builtinIn(specifier);
    if (builtin !== null) return { builtin };
    const found = this.#requirePath(specifier, from, stack.at(0) ?? null, paths);
    if (found === null) throw commonJsNotFound(specifier, stack);
    return typeof found === 'string' ? { path: this.#parts.files.realpath(found) } : found;
  }

  /** As `require` of a file or directory that `specifier` named: a main that is not there is an error of its own. */
  #required(path: string, specifier: string): string | null {
    if (path.endsWith('/')) return this.#directory(path.slice(0, -1) || '/', specifier);
    return this.#file(path) ?? this.#directory(path, specifier);
  }

  /** A file as `require` finds it: itself, with an extension, or as a directory. Null where nothing is. */
  fileOrDirectory(path: string): string | null {
    if (path.endsWith('/')) return this.#directory(path.slice(0, -1) || '/', null);
    return this.#file(path) ?? this.#directory(path, null);
  }

  /** `base` is the path of the module that asks. Throws ERR_MODULE_NOT_FOUND and the like. */
  import(specifier: string, base: string): Resolved {
    try {
      return this.#imported(specifier, base);
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_UNSUPPORTED_DIR_IMPORT') {
        const meant = this.#meant(specifier, base);
        if (meant !== null) addHint(error as Error, meant);
      }
      throw error;
    }
  }

  #imported(specifier: string, base: string): Resolved {
    const builtin = this.#parts.builtinIn(specifier);
    if (builtin !== null) return { builtin };
    if (specifier.startsWith('#')) {
      const found = this.#imports(specifier, parentOf(base), base, this.#forImport);
      return 'builtin' in found ? found : { path: this.#importable(found.path, base) };
    }
    const isRelative = /^(\/|\.\.?(\/|$))/.test(specifier);
    const url = isRelative || URL.canParse(specifier) ? new URL(specifier, pathToUrl(base)) : null;
    if (url === null) return this.#importedPackage(specifier, base);
    if (url.protocol !== 'file:') throw unsupportedScheme(url);
    if (/%2f|%5c/i.test(url.pathname)) {
      throw invalidSpecifier(url.pathname, 'must not include encoded "/" or "\\" characters', base);
    }
    return { path: this.#importable(decodeURIComponent(url.pathname), base) };
  }

  #importedPackage(specifier: string, base: string): Resolved {
    const { files } = this.#parts;
    const { name, subpath } = splitSpecifier(specifier, base);
    const own = this.#selfReference(name, subpath, parentOf(base), base, this.#forImport);
    if (own !== null) return { path: this.#importable(own, base) };
    for (const directory of modulePaths(parentOf(base))) {
      const root = `${directory}/${name}`;
      if (files.kindOf(root) !== 'directory') continue;
      const facts = this.#parts.packages.at(root, `"${specifier}" from ${base}`);
      if (facts && facts.exports !== undefined && facts.exports !== null) {
        return { path: this.#importable(this.#exported(facts, subpath, base, this.#forImport), base) };
      }
      if (subpath !== '.') return { path: this.#importable(`${root}/${subpath.slice(2)}`, base) };
      const main = this.#directory(root, null);
      if (main !== null) return { path: files.realpath(main) };
      throw packageMainNotFound(normalize(`${root}/${facts?.main ?? 'index.js'}`), base);
    }
    throw packageNotFound(name, base);
  }

  /** The specifier of what `require` finds where `import` found nothing. */
  #meant(specifier: string, base: string): string | null {
    const from = parentOf(base);
    const isRelative = /^\.\.?(\/|$)/.test(specifier);
    try {
      const found = this.require(specifier, from, []);
      if (!('path' in found)) return null;
      if (isRelative) return relativeTo(from, found.path);
      const [name = ''] = specifier.split('/');
      const at = specifier.startsWith('/') ? 0 : Math.max(0, found.path.indexOf(name));
      return found.path.slice(at);
    } catch {
      return null;
    }
  }

  #requirePath(
    specifier: string,
    from: string,
    base: string | null,
    paths: readonly string[] = modulePaths(from),
  ): string | Resolved | null {
    if (specifier.startsWith('/')) return this.#required(normalize(specifier), specifier);
    if (/^\.\.?(\/|$)/.test(specifier)) {
      const path = normalize(`${from}/${specifier}`);
      const isDirectory = /(^|\/)\.{0,2}$/.test(specifier);
      return isDirectory ? this.#directory(path, specifier) : this.#required(path, specifier);
    }
    if (specifier.startsWith('#') && this.#parts.packages.around(from)?.imports) {
      return this.#imports(specifier, from, base ?? `${from}/`, this.#forRequire);
    }
    const { name, subpath } = splitSpecifier(specifier, null);
    const own = this.#selfReference(name, subpath, from, base, this.#forRequire);
    if (own !== null) return own;
    for (const directory of [...paths, ...this.#parts.globalPaths]) {
      const root = `${directory}/${name}`;
      if (this.#parts.files.kindOf(root) !== 'directory') {
        const file = subpath === '.' ? this.#file(root) : null;
        if (file !== null) return file;
        continue;
      }
      const facts = this.#parts.packages.at(root);
      if (facts && facts.exports !== undefined && facts.exports !== null) {
        return this.#exported(facts, subpath, null, this.#forRequire);
      }
      const found = this.#required(subpath === '.' ? root : `${root}/${subpath.slice(2)}`, specifier);
      if (found !== null) return found;
    }
    return null;
  }

  #file(path: string): string | null {
    const { files } = this.#parts;
    if (files.kindOf(path) === 'file') return path;
    for (const extension of this.#parts.extensions()) {
      if (files.kindOf(path + extension) === 'file') return path + extension;
    }
    return null;
  }

  /** `request`: what `require` was given, null where something else asks. */
  #directory(path: string, request: string | null): string | null {
    if (this.#parts.files.kindOf(path) !== 'directory') return null;
    const main = this.#parts.packages.at(path)?.main;
    if (!main) return this.#index(path);
    const target = normalize(`${path}/${main}`);
    const found = this.#file(target) ?? this.#index(target);
    if (found !== null) return found;
    const index = this.#index(path);
    if (request === null) return index;
    const packageJson = `${path}/package.json`;
    if (index === null) {
      const message = `Cannot find module '${target}'. Please verify that the package.json has a valid "main" entry`;
      throw packageFileNotFound(message, { path: packageJson, requestPath: request });
    }
    const message = `Invalid 'main' field in '${packageJson}' of '${main}'. Please either fix that or report it to the module author`;
    this.#parts.warn(message, 'DeprecationWarning', 'DEP0128');
    return index;
  }

  #index(path: string): string | null {
    const base = path === '/' ? '/index' : `${path}/index`;
    for (const extension of this.#parts.extensions()) {
      if (this.#parts.files.kindOf(base + extension) === 'file') return base + extension;
    }
    return null;
  }

  /** The real path of what an `import` names exactly. */
  #importable(path: string, base: string): string {
    const kind = this.#parts.files.kindOf(path);
    if (kind === 'directory') throw directoryImport(path, base, pathToUrl(path).href);
    if (kind === null || path.endsWith('/')) throw fileNotFound(path, base, pathToUrl(path).href);
    return this.#parts.files.realpath(path);
  }

  #exported(
    facts: PackageFacts,
    subpath: string,
    base: string | null,
    conditions: ReadonlySet<string>,
  ): string {
    const target = lookUp(exportsMap(facts.exports), subpath, conditions);
    const packageJson = `${facts.directory}/package.json`;
    if (typeof target !== 'string') throw notExported(subpath, packageJson, base);
    if (!staysInside(target)) throw invalidTarget('exports', target, subpath, packageJson, base);
    const path = normalize(`${facts.directory}/${target}`);
    return conditions === this.#forRequire ? this.#existing(path, facts) : path;
  }

  /** What a map names for `require`, which tries no extensions there. */
  #existing(path: string, facts: PackageFacts): string {
    if (this.#parts.files.kindOf(path) === 'file') return path;
    throw packageFileNotFound(`Cannot find module '${path}'`, { path: `${facts.directory}/package.json` });
  }

  #selfReference(
    name: string,
    subpath: string,
    from: string,
    base: string | null,
    conditions: ReadonlySet<string>,
  ): string | null {
    const facts = this.#parts.packages.around(from);
    if (!facts || facts.name !== name || facts.exports === undefined || facts.exports === null) return null;
    return this.#exported(facts, subpath, base, conditions);
  }

  #imports(specifier: string, from: string, base: string, conditions: ReadonlySet<string>): Resolved {
    if (specifier === '#' || specifier.startsWith('#/') || specifier.endsWith('/')) {
      throw invalidSpecifier(specifier, 'is not a valid internal imports specifier name', base);
    }
    const facts = this.#parts.packages.around(from);
    const map = facts?.imports;
    const target =
      typeof map === 'object' && map !== null
        ? lookUp(map as Record<string, unknown>, specifier, conditions)
        : undefined;
    if (!facts || typeof target !== 'string') {
      throw importNotDefined(specifier, facts ? `${facts.directory}/package.json` : null, base);
    }
    if (target.startsWith('./') && staysInside(target)) {
      const path = normalize(`${facts.directory}/${target}`);
      return { path: conditions === this.#forImport ? path : this.#existing(path, facts) };
    }
    if (/^(\.\.?\/|\/)/.test(target)) {
      throw invalidTarget('imports', target, specifier, `${facts.directory}/package.json`, base);
    }
    return conditions === this.#forImport
      ? this.import(target, `${facts.directory}/package.json`)
      : this.require(target, facts.directory, [base]);
  }
}

/** Whether a target of a map names something in its package. */
function staysInside(target: string): boolean {
  return target.startsWith('./') && !/(^|[\\/])(\.\.?|node_modules)([\\/]|$)/i.test(target.slice(2));
}

function splitSpecifier(
  specifier: string,
  base: string | null,
): { readonly name: string; readonly subpath: string } {
  const parts = specifier.split('/');
  const name = parts.splice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  const isValid =
    name !== '' && !name.startsWith('.') && !/[%\\]/.test(name) && (name[0] !== '@' || name.includes('/'));
  if (!isValid && base !== null) throw invalidSpecifier(specifier, 'is not a valid package name', base);
  return { name, subpath: parts.length === 0 ? '.' : `./${parts.join('/')}` };
}
