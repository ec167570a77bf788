import { arrowOfLine, throwers } from '../errors/nodeLines.ts';
import { tellStack, toldStack } from '../errors/otherStacks.ts';
import { putFramesOnTop, withRoomForFrames } from '../errors/stackTrace.ts';
import { noteArrow } from '../errors/uncaught.ts';

/** Errors of the loader in Node's words. The name in the stack carries the code, as Node's internal errors do. */
export function coded<Class extends Error>(
  error: Class,
  code: string,
  details: Readonly<Record<string, unknown>> = {},
): Class & { code: string } {
  const name = error.name;
  Object.defineProperty(error, 'name', { value: `${name} [${code}]`, configurable: true, writable: true });
  // Formats the stack now, while the name has the code.
  tellStack(error);
  Reflect.deleteProperty(error, 'name');
  return Object.assign(error, { code }, details);
}

/** CommonJS has an older error without the code in its first line. */
export function commonJsNotFound(request: string, requireStack: readonly string[]): Error {
  const stack = requireStack.length > 0 ? `\nRequire stack:\n- ${requireStack.join('\n- ')}` : '';
  const error = withRoomForFrames(() => new Error(`Cannot find module '${request}'${stack}`));
  putFramesOnTop(error, requireStack.length > 0 ? throwers.notFound : throwers.mainNotFound);
  noteArrow(error, 'node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n');
  return Object.assign(error, { code: 'MODULE_NOT_FOUND', requireStack });
}

/** `require` of a package, or of a target of its `exports`, that names a file which is not there. */
export function packageFileNotFound(
  message: string,
  details: { readonly path: string; readonly requestPath?: string },
): Error {
  const error = withRoomForFrames(() => new Error(message));
  putFramesOnTop(error, throwers.notFound);
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' }, details);
}

export function packageNotFound(name: string, base: string): Error {
  const error = coded(
    new Error(`Cannot find package '${name}' imported from ${base}`),
    'ERR_MODULE_NOT_FOUND',
  );
  placeInResolver(error, [
    'packageResolve (node:internal/modules/esm/resolve:873:9)',
    moduleResolve(946, 18),
  ]);
  noteArrow(
    error,
    'node:internal/modules/esm/resolve:873\n  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);\n        ^\n',
  );
  return error;
}

/** A package without a file that `import` could take for its main; `path` is the first that was tried. */
export function packageMainNotFound(path: string, base: string): Error {
  const error = new Error(`Cannot find package '${path}' imported from ${base}`);
  const frames = ['legacyMainResolve (node:internal/modules/esm/resolve:215:26)'];
  placeInResolver(error, [
    ...frames,
    'packageResolve (node:internal/modules/esm/resolve:860:14)',
    moduleResolve(946, 18),
  ]);
  const source =
    '  const resolvedOption = FSLegacyMainResolve(packageJsonUrlString, packageConfig.main, baseStringified);';
  noteArrow(error, arrowOfLine({ frames, source, caret: 25 }));
  return Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
}

const moduleResolve = (line: number, column: number) =>
  `moduleResolve (node:internal/modules/esm/resolve:${line}:${column})`;

/** The frames of Node's resolver, in place of those of ours. */
function placeInResolver(error: Error, innermost: readonly string[]): void {
  error.stack = toldStack(error).split(/\n {4}at /)[0] ?? '';
  putFramesOnTop(error, [
    ...innermost,
    'defaultResolve (node:internal/modules/esm/resolve:1188:11)',
    'ModuleLoader.defaultResolve (node:internal/modules/esm/loader:708:12)',
    '#cachedDefaultResolve (node:internal/modules/esm/loader:657:25)',
    'ModuleLoader.resolve (node:internal/modules/esm/loader:640:38)',
    'ModuleLoader.getModuleJobForImport (node:internal/modules/esm/loader:264:38)',
    'ModuleJob._link (node:internal/modules/esm/module_job:168:49)',
  ]);
}

export function fileNotFound(path: string, base: string, url: string): Error {
  const message = `Cannot find module '${path}' imported from ${base}`;
  const error = coded(new Error(message), 'ERR_MODULE_NOT_FOUND', { url });
  placeInResolver(error, [
    'finalizeResolution (node:internal/modules/esm/resolve:283:11)',
    moduleResolve(952, 10),
  ]);
  noteArrow(
    error,
    'node:internal/modules/esm/resolve:283\n    throw new ERR_MODULE_NOT_FOUND(\n          ^\n',
  );
  return error;
}

export function directoryImport(path: string, base: string, url: string): Error {
  const message = `Directory import '${path}' is not supported resolving ES modules imported from ${base}`;
  const error = coded(new Error(message), 'ERR_UNSUPPORTED_DIR_IMPORT', { url });
  const frames = ['finalizeResolution (node:internal/modules/esm/resolve:271:11)', moduleResolve(952, 10)];
  placeInResolver(error, frames);
  noteArrow(
    error,
    arrowOfLine({
      frames,
      source: '    throw new ERR_UNSUPPORTED_DIR_IMPORT(path, basePath, String(resolved));',
      caret: 10,
    }),
  );
  return error;
}

/** Adds what `require` would have found to an error of a resolved `import`. */
export function addHint(error: Error, meant: string): void {
  const hint = `Did you mean to import ${JSON.stringify(meant)}?`;
  error.stack = toldStack(error).replace('\n', () => `\n${hint}\n`);
  error.message += `\n${hint}`;
  noteArrow(error, 'node:internal/modules/run_main:123\n    triggerUncaughtException(\n    ^\n');
}

/** `base` null: `require` asked. */
export function notExported(subpath: string, packageJson: string, base: string | null): Error {
  const from = base === null ? '' : ` imported from ${base}`;
  const message =
    subpath === '.'
      ? `No "exports" main defined in ${packageJson}${from}`
      : `Package subpath '${subpath}' is not defined by "exports" in ${packageJson}${from}`;
  const error = withRoomForFrames(() => coded(new Error(message), 'ERR_PACKAGE_PATH_NOT_EXPORTED'));
  const frames = [
    'exportsNotFound (node:internal/modules/esm/resolve:322:10)',
    'packageExportsResolve (node:internal/modules/esm/resolve:670:9)',
  ];
  if (base === null) {
    putFramesOnTop(error, [...frames, ...throwers.exports]);
    noteArrow(error, 'node:internal/modules/cjs/loader:645\n      throw e;\n      ^\n');
  } else {
    placeInResolver(error, [
      ...frames,
      'packageResolve (node:internal/modules/esm/resolve:856:14)',
      moduleResolve(946, 18),
    ]);
    noteArrow(
      error,
      arrowOfLine({ frames, source: '  return new ERR_PACKAGE_PATH_NOT_EXPORTED(', caret: 9 }),
    );
  }
  return error;
}

/** A target of `exports` or `imports` that leads out of the package. */
export function invalidTarget(
  kind: 'exports' | 'imports',
  target: string,
  key: string,
  packageJson: string,
  base: string | null,
): Error {
  const from = base === null ? '' : ` imported from ${base}`;
  const hint = kind === 'exports' && !target.startsWith('./') ? '; targets must start with "./"' : '';
  const at = key === '.' ? '' : ` for '${key}'`;
  const message = `Invalid "${kind}"${at === '' ? ' main' : ''} target ${JSON.stringify(target)} defined${at} in the package config ${packageJson}${from}${hint}`;
  return coded(new Error(message), 'ERR_INVALID_PACKAGE_TARGET');
}

export function importNotDefined(specifier: string, packageJson: string | null, base: string): Error {
  const where = packageJson === null ? '' : ` in package ${packageJson}`;
  const message = `Package import specifier "${specifier}" is not defined${where} imported from ${base}`;
  const error = coded(new TypeError(message), 'ERR_PACKAGE_IMPORT_NOT_DEFINED');
  const frames = ['importNotDefined (node:internal/modules/esm/resolve:309:10)'];
  noteArrow(error, arrowOfLine({ frames, source: '  return new ERR_PACKAGE_IMPORT_NOT_DEFINED(', caret: 9 }));
  return error;
}

export function invalidSpecifier(specifier: string, reason: string, base: string): Error {
  const message = `Invalid module "${specifier}" ${reason} imported from ${base}`;
  return coded(new TypeError(message), 'ERR_INVALID_MODULE_SPECIFIER');
}

export function unknownBuiltin(specifier: string): Error {
  return coded(new Error(`No such built-in module: ${specifier}`), 'ERR_UNKNOWN_BUILTIN_MODULE');
}

export function unknownExtension(extension: string, path: string): Error {
  const message = `Unknown file extension "${extension}" for ${path}`;
  return coded(new TypeError(message), 'ERR_UNKNOWN_FILE_EXTENSION');
}

/** Only files, `data:` and `node:` can be imported. */
export function unsupportedScheme(url: URL): Error {
  const message = `Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol '${url.protocol}'`;
  return coded(new Error(message), 'ERR_UNSUPPORTED_ESM_URL_SCHEME');
}

/** `with { … }` that asks for what no module is. */
export function unsupportedAttribute(key: string, value: string): Error {
  return key === 'type'
    ? coded(
        new TypeError(`Import attribute type "${value}" is unsupported`),
        'ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED',
      )
    : coded(
        new TypeError(`Import attribute "${key}" with value "${value}" is not supported`),
        'ERR_IMPORT_ATTRIBUTE_UNSUPPORTED',
      );
}

/** Names the kind of module that a file is not, or is and was not asked for by. */
export function wrongAttribute(url: string, type: string | null): Error {
  if (type !== null) {
    const message = `Module "${url}" is not of type "${type}"`;
    return coded(new TypeError(message), 'ERR_IMPORT_ASSERTION_TYPE_FAILED');
  }
  const message = `Module "${url}" needs an import attribute of type "json"`;
  const error = coded(new TypeError(message), 'ERR_IMPORT_ASSERTION_TYPE_MISSING');
  error.stack = toldStack(error).split(/\n {4}at /)[0] ?? '';
  const frames = ['validateAttributes (node:internal/modules/esm/assert:89:15)'];
  putFramesOnTop(error, [
    ...frames,
    'defaultLoad (node:internal/modules/esm/load:155:3)',
    'async ModuleLoader.loadAndTranslate (node:internal/modules/esm/loader:543:45)',
  ]);
  const source = '        throw new ERR_IMPORT_ASSERTION_TYPE_MISSING(url, validType);';
  noteArrow(error, arrowOfLine({ frames, source, caret: 14 }));
  return error;
}

/** A `package.json` that is no JSON: `importing` says by what and for what, null where `require` asked. */
export function invalidPackageConfig(path: string, reason: unknown, importing: string | null): Error {
  const words = reason instanceof Error ? reason.message : String(reason);
  if (importing === null) {
    const error = new SyntaxError(`Error parsing ${path}: ${words}`);
    noteArrow(error, 'node:internal/modules/package_json_reader:93\n        throw error;\n        ^\n');
    return Object.assign(error, { path });
  }
  const message = `Invalid package config ${path} while importing ${importing}. ${words}`;
  return coded(new Error(message), 'ERR_INVALID_PACKAGE_CONFIG');
}
