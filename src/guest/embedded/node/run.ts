import type { ProcessSignal } from '../processes/signals.ts';
import { type NodeArgs, parseNodeArgs } from './args.ts';
import { Builtins } from './builtins.ts';
import { joinChannel } from './child/ipc.ts';
import { coreModules } from './coreModules.ts';
import { createFatalErrors } from './errors/fatal.ts';
import type { ErrorReport } from './errors/mutedErrors.ts';
import { installStackTraces } from './errors/stackTrace.ts';
import { installGlobals } from './globals/globals.ts';
import type { NodeHost } from './host/nodeHost.ts';
import { installFunctionConstructors } from './loader/functionConstructors.ts';
import { createLoader } from './loader/loader.ts';
import { normalize } from './loader/modulePaths.ts';
import { isNamespace } from './loader/namespaces.ts';
import { EventLoop } from './loop/eventLoop.ts';
import { createTimerFunctions } from './loop/timers.ts';
import { runMain } from './main.ts';
import { parseEnv, runTestCommand } from './modules/index.ts';
import type { Natives } from './natives.ts';
import { invalidArgType } from './nodeErrors/argumentErrors.ts';
import { execPath, version } from './process/facts.ts';
import { createProcess } from './process/process.ts';
import { createInputStream, createOutputStream } from './process/streams.ts';
import { createRandom } from './random.ts';
import type { NodeSystem } from './system.ts';

/** What the worker's global scope is to this `node`; `listen` hears of errors that nobody caught. */
export interface WorkerScope {
  listen(type: 'error', listener: (event: ErrorReport) => void): void;
  listen(
    type: 'unhandledrejection' | 'rejectionhandled',
    listener: (event: PromiseRejectionEvent) => void,
  ): void;
}

/** Runs one `node …`. Answers how signals of the kernel get in. */
export function runNode(
  host: NodeHost,
  scope: WorkerScope,
  natives: Natives,
): { readonly signal: (signal: ProcessSignal) => void } {
  const { besides, clock, job, link, pid, ppid, stdin, thread } = host;
  const encoder = new TextEncoder();
  const write = (fd: 1 | 2, bytes: Uint8Array) => host.write(fd, bytes);
  const reallyExit = (code: number) => host.exit(code);
  const parsed = parseNodeArgs(job.args, job.env.NODE_OPTIONS);
  const say = (fd: 1 | 2, text: string) => void write(fd, encoder.encode(text));
  if (parsed.kind === 'refused') {
    say(2, `node: ${parsed.message}\n`);
    return reallyExit(9);
  }
  const { args } = parsed;
  answerAtOnce(args, say, reallyExit);

  const loop = new EventLoop(natives, clock, {
    onIdle: () => onIdle(),
    onFail: (error) => fatal.uncaught(error, null),
  });
  const { functions: timers, promiseTimers } = createTimerFunctions(loop, (value) =>
    invalidArgType('callback', 'function', value),
  );
  const streams = { stdin, write };
  const builtins: Builtins = new Builtins(
    coreModules({ streams, timers, promiseTimers, loader: () => loader }),
    () => system,
  );
  const system: NodeSystem = {
    job,
    pid,
    ppid,
    thread,
    files: host.files,
    clock,
    besides,
    random: createRandom(job.seed, pid),
    loop,
    kernel: host.kernel,
    natives,
    get process() {
      return control.process;
    },
    builtin: <Module>(name: string) => builtins.load(name) as Module,
    isModuleNamespace: isNamespace,
    write,
  };
  const control = createProcess(system, {
    args,
    reallyExit,
    onHandles: (signals) => host.handles(signals),
    stdin: () => createInputStream(system, stdin),
    stdout: () => createOutputStream(system, 1),
    stderr: () => createOutputStream(system, 2),
  });
  const fatal = createFatalErrors(system, control, {
    rejectionMode: args.options.get('unhandled-rejections')?.at(-1) ?? 'throw',
    // The starter of a thread hears of its error as an event.
    report: link && ((error) => link.failed(error)),
  });
  const loader = createLoader({
    files: system.files,
    builtinIn: (specifier) => builtins.nameIn(specifier),
    builtinNames: () => builtins.names,
    loadBuiltin: (name) => builtins.load(name),
    evaluate: natives.compile,
    conditions: args.conditions,
    globalPaths: (job.env.NODE_PATH ?? '')
      .split(':')
      .filter((path) => path !== '')
      .map((path) => normalize(path.startsWith('/') ? path : `${job.cwd}/${path}`)),
    warn: (message, type, code) => control.process.emitWarning(message, type, code),
    invalidArgument: invalidArgType,
    setMain: (module) => Object.assign(control.process, { mainModule: module }),
    hold: () => loop.hold(),
    nextTurn: () => new Promise((resolve) => loop.enqueue(resolve)),
  });

  scope.listen('error', (event) => {
    event.preventDefault();
    const { filename, lineno, colno } = event;
    fatal.uncaught(event.error as unknown, { file: filename, line: lineno, column: colno });
  });
  scope.listen('unhandledrejection', (event) => {
    event.preventDefault();
    fatal.rejected(event.reason, event.promise);
  });
  scope.listen('rejectionhandled', (event) => control.process.emit('rejectionHandled', event.promise));

  installGlobals({
    system,
    timers,
    console: () => builtins.load('console'),
    hasModule: (name) => builtins.has(name),
  });
  installFunctionConstructors(loader.dynamicImport, () => control.process.cwd());

  let mainIsPending = false;
  const limit = args.options.get('stack-trace-limit')?.at(-1);
  if (limit !== undefined) Error.stackTraceLimit = Number(limit);
  installStackTraces({
    main: () => loader.commonJs.main?.filename ?? null,
    isEntering: () => mainIsPending,
    hasTicked: () => loop.hasTicked,
  });
  function onIdle(): void {
    if (mainIsPending) {
      // A top-level await that nothing will ever settle.
      if (control.process.exitCode === undefined) control.finish(13, 0);
    } else control.process.emit('beforeExit', Number(control.process.exitCode ?? 0));
    loop.afterIdle(() => control.finish(undefined));
  }

  readEnvFiles(args, system, (path) => {
    say(2, `node: ${path}: not found\n`);
    return reallyExit(9);
  });
  link?.online();
  if (job.ipc && !thread) joinChannel(system, job.ipc);
  loop.start(() =>
    runMain({
      system,
      args,
      loader,
      moduleNames: () => builtins.names,
      print: (value) => (builtins.load('console') as Console).log(value),
      readStdin: async () => {
        const pieces: Uint8Array<ArrayBuffer>[] = [];
        for (let piece = await stdin?.read(); piece; piece = await stdin?.read()) pieces.push(piece);
        return new natives.Blob(pieces).text();
      },
      runTests: (paths) => {
        const release = loop.hold();
        const asked = args.options.get('test-concurrency')?.at(-1);
        const concurrency = asked === undefined ? null : Number(asked);
        // Options of this process alone; the words behind those without "=" are their values.
        const ownOption = /^--(test$|test-reporter|test-concurrency|watch)/;
        const childArgs = args.execArgv.filter(
          (arg, index) =>
            !ownOption.test(arg) &&
            !/^--test-(reporter|concurrency)\S*$/.test(args.execArgv[index - 1]?.replace(/=.*$/, '=') ?? ''),
        );
        void runTestCommand(system, paths, childArgs, concurrency).then((code) => {
          if (code !== 0) control.process.exitCode = code;
          release();
        });
      },
      setPendingMain: (pending) => {
        mainIsPending = pending;
      },
    }),
  );
  return { signal: (signal) => loop.enqueue(() => control.heard(signal)) };
}

/** `--env-file`: a later file goes over an earlier one, and what is set already over both. */
function readEnvFiles({ envFiles }: NodeArgs, system: NodeSystem, refuse: (path: string) => never): void {
  const { env } = system.process;
  const read: Record<string, string> = {};
  for (const { path, mayMiss } of envFiles) {
    try {
      const bytes = system.files.readFile(path.startsWith('/') ? path : `${system.process.cwd()}/${path}`);
      Object.assign(read, parseEnv(new TextDecoder().decode(bytes)));
    } catch {
      if (!mayMiss) refuse(path);
    }
  }
  for (const [name, value] of Object.entries(read)) env[name] ??= value;
}

/** `--version` and the like need nothing of a process. */
function answerAtOnce(
  args: NodeArgs,
  say: (fd: 1 | 2, text: string) => void,
  exit: (code: number) => never,
): void {
  const { kind } = args.entry;
  if (kind === 'version') {
    say(1, `${version}\n`);
    exit(0);
  }
  if (kind === 'help') {
    say(
      1,
      'Usage: node [options] [ script.js ] [arguments]\n       node inspect [options] [ script.js | host:port ] [arguments]\n',
    );
    exit(0);
  }
  if (kind === 'interactive') {
    say(2, `${execPath}: there is no interactive mode in this computer; use -e, -p or a file\n`);
    exit(9);
  }
}
