import { throwers } from '../errors/nodeLines.ts';
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
  void error.stack;
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

const moduleResolve = (line: number, column: number) =>
  `moduleResolve (node:internal/modules/esm/resolve:${line}:${column})`;

/** The frames of Node's resolver, in place of those of ours. */
function placeInResolver(error: Error, innermost: readonly string[]): void {
  error.stack = String(error.stack).split(/\n {4}at /)[0] ?? '';
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
  return coded(new Error(message), 'ERR_UNSUPPORTED_DIR_IMPORT', { url });
}

export function notExported(subpath: string, packageJson: string, base: string | null): Error {
  const from = base === null ? '' : ` imported from ${base}`;
  const message =
    subpath === '.'
      ? `No "exports" main defined in ${packageJson}${from}`
      : `Package subpath '${subpath}' is not defined by "exports" in ${packageJson}${from}`;
  return coded(new Error(message), 'ERR_PACKAGE_PATH_NOT_EXPORTED');
}

export function importNotDefined(specifier: string, packageJson: string | null, base: string): Error {
  const where = packageJson === null ? '' : ` in package ${packageJson}`;
  const message = `Package import specifier "${specifier}" is not defined${where} imported from ${base}`;
  return coded(new TypeError(message), 'ERR_PACKAGE_IMPORT_NOT_DEFINED');
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
