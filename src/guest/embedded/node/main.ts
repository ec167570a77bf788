import type { NodeArgs } from './args.ts';
import { tellStack } from './errors/otherStacks.ts';
import { noteSource } from './errors/sources.ts';
import { installModuleGlobals } from './globals/globals.ts';
import type { Loader } from './loader/loader.ts';
import { commonJsNotFound } from './loader/loaderErrors.ts';
import type { ModuleRecord } from './loader/moduleClass.ts';
import { modulePaths, normalize, pathToUrl } from './loader/modulePaths.ts';
import { nativeFault } from './loader/nativePrograms.ts';
import { findFault, meansModule, placeFault, prepareScript, wordsOfV8 } from './loader/syntax.ts';
import type { NodeSystem } from './system.ts';

/** What running a program needs. */
export interface MainParts {
  readonly system: NodeSystem;
  readonly args: NodeArgs;
  readonly loader: Loader;
  readonly moduleNames: () => readonly string[];
  readonly print: (value: unknown) => void;
  readonly readStdin: () => Promise<string>;
  readonly runTests: (paths: readonly string[]) => void;
  /** The main program is an ES module that has not finished: the process may not end well while it is set. */
  readonly setPendingMain: (pending: boolean) => void;
}

/** Starts what the arguments ask for. Errors are thrown, or rejections of promises that nobody handles. */
export function runMain(parts: MainParts): void {
  const { args, system } = parts;
  const { entry } = args;
  for (const each of [...args.imports, ...args.requires])
    refuseNative(parts, `${system.process.cwd()}/node_modules/${each}/`);
  switch (entry.kind) {
    case 'version':
    case 'help':
    case 'interactive':
      return;
    case 'test':
      preload(parts);
      parts.runTests(entry.paths);
      return;
    case 'text':
      system.process.argv.push(...args.rest);
      preload(parts);
      runText(parts, entry.text, '[eval]', entry.prints);
      return;
    case 'stdin': {
      system.process.argv.push(...(args.rest.length > 0 ? args.rest : []));
      const release = system.loop.hold();
      void parts.readStdin().then((text) =>
        system.loop.enqueue(() => {
          release();
          preload(parts);
          runText(parts, text, '[stdin]', entry.prints);
        }),
      );
      return;
    }
    case 'file': {
      const path = entry.path.startsWith('/')
        ? entry.path
        : normalize(`${system.process.cwd()}/${entry.path}`);
      runFile(parts, path);
    }
  }
}

/** Ends the process with a sentence where a program cannot do its work here. */
function refuseNative({ system }: MainParts, path: string): void {
  const fault = nativeFault(path, system.files);
  if (fault === null) return;
  system.write(2, new TextEncoder().encode(`node: ${fault}\n`));
  system.process.exit(1);
}

function runFile(parts: MainParts, path: string): void {
  const { args, loader, system } = parts;
  const found = loader.resolver.fileOrDirectory(path);
  if (found === null) throw commonJsNotFound(path, []);
  const real = system.files.realpath(found);
  system.process.argv.push(real, ...args.rest);
  if (args.checksOnly) {
    checkSyntax(parts, real);
    return;
  }
  refuseNative(parts, real);
  preload(parts);
  const isModule = loader.isModule(real) ?? loader.commonJs.textIsModule(real);
  if (isModule) runEsm(parts, () => loader.esModules.importFile(real));
  else if (args.imports.length > 0) runEsm(parts, async () => loader.commonJs.runMain(real));
  else loader.commonJs.runMain(real);
}

function runEsm(parts: MainParts, run: () => Promise<unknown>): void {
  parts.setPendingMain(true);
  const imports = async () => {
    for (const each of parts.args.imports) {
      await parts.loader.esModules.import(each, `${parts.system.process.cwd()}/`);
    }
    // A main module is evaluated in a promise job: those that it makes run before what it gives to `nextTick`.
    await null;
    await run();
  };
  void imports().then(
    () => parts.setPendingMain(false),
    (error: unknown) => {
      // Its frames are told now, while the program still enters.
      if (error instanceof Error) tellStack(error);
      parts.setPendingMain(false);
      throw error;
    },
  );
}

function checkSyntax({ loader }: MainParts, path: string): void {
  const source = loader.commonJs.textOf(path);
  noteSource(path, source);
  const fault = loader.isModule(path) === true ? findFault(source, 'module') : findFault(source, 'script');
  if (!fault || (loader.isModule(path) === null && findFault(source, 'module') === null)) return;
  const error = new SyntaxError(wordsOfV8(fault, source, loader.isModule(path) === true));
  placeFault(error, fault, source, path);
  throw error;
}

/** `--require`. */
function preload({ args, loader, system }: MainParts): void {
  if (args.requires.length === 0) return;
  const { Module } = loader.commonJs;
  const preloader: ModuleRecord = new Module('internal/preload', null);
  preloader.path = system.process.cwd();
  preloader.paths = modulePaths(preloader.path);
  for (const each of args.requires) Module._load(each, preloader, false);
}

/** Program text: as a script in the global scope, or as a module where it is one. */
function runText(parts: MainParts, source: string, name: '[eval]' | '[stdin]', prints: boolean): void {
  const { args, loader, system } = parts;
  const cwd = system.process.cwd();
  const { Module } = loader.commonJs;
  const module: ModuleRecord = new Module(name);
  module.filename = `${cwd}/${name}`;
  module.path = cwd;
  module.paths = modulePaths(cwd);
  installModuleGlobals(parts.moduleNames(), (each) => system.builtin(each));
  const scope = {
    module,
    exports: module.exports,
    require: loader.commonJs.requireOf(module),
    __filename: name,
    __dirname: '.',
  };
  const asModule = () => {
    // A module has none of what a script has in its scope.
    for (const key of Object.keys(scope)) Reflect.deleteProperty(globalThis, key);
    installModuleGlobals(['module'], (each) => system.builtin(each));
    const base = `${cwd}/[eval1]`;
    runEsm(parts, () => loader.esModules.importText(source, pathToUrl(base).href, base));
  };
  if (args.inputType === 'module') {
    asModule();
    return;
  }
  for (const [key, value] of Object.entries(scope)) {
    Object.defineProperty(globalThis, key, { value, writable: true, configurable: true, enumerable: true });
  }
  noteSource(name, source);
  const text = prepareScript(source, name, '', loader.contexts.by(source, `${cwd}/${name}`));
  if (text !== source) {
    Object.defineProperty(globalThis, 'impor$', {
      value: (specifier: unknown, options: unknown) =>
        loader.dynamicImport(specifier, `${cwd}/${name}`, options),
    });
  }
  let value: unknown;
  try {
    const code = `${text}\n//# sourceURL=${name}`;
    // Only what `eval` runs has a value.
    value = prints ? system.natives.evaluate(code) : system.natives.run(code);
  } catch (error) {
    const isOwn = error instanceof SyntaxError && findFault(source, 'script');
    if (isOwn && args.inputType === null && meansModule(error.message, source)) {
      asModule();
      return;
    }
    if (isOwn) placeFault(error, isOwn, source, name);
    throw error;
  }
  if (prints) parts.print(value);
}
