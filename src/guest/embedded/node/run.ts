import { BlockingCalls, PortCalls } from '../files/index.ts';
import { openStdio } from '../pipes/index.ts';
import type { ProcessSignal } from '../processes/signals.ts';
import { type NodeArgs, parseNodeArgs } from './args.ts';
import { Builtins } from './builtins.ts';
import { joinChannel } from './child/ipc.ts';
import { createClock } from './clock.ts';
import type { NodeJob, NodeWorkerReply, NodeWorkerRequest } from './contract.ts';
import { coreModules } from './coreModules.ts';
import { createFatalErrors } from './errors/fatal.ts';
import { installStackTraces } from './errors/stackTrace.ts';
import { createNodeFiles } from './fs/nodeFiles.ts';
import { installGlobals } from './globals/globals.ts';
import { createLoader } from './loader/loader.ts';
import { isNamespace } from './loader/namespaces.ts';
import { EventLoop } from './loop/eventLoop.ts';
import { createTimerFunctions } from './loop/timers.ts';
import { runMain } from './main.ts';
import { invalidArgType } from './modules/errors/argumentErrors.ts';
import type { Natives } from './natives.ts';
import { createReallyExit } from './process/exit.ts';
import { execPath, version } from './process/facts.ts';
import { createProcess } from './process/process.ts';
import { createInputStream, createOutputStream } from './process/streams.ts';
import { createRandom } from './random.ts';
import type { NodeKernel, NodeSystem } from './system.ts';

import { runTests } from './testRunner/runTests.ts';
import { linkToStarter } from './threads/parentPort.ts';

type RunRequest = Extract<NodeWorkerRequest, { readonly type: 'run' }>;

/** What the worker's global scope is to this `node`; `listen` hears of errors that nobody caught. */
export interface WorkerScope {
  post(reply: NodeWorkerReply): void;
  listen(type: 'error', listener: (event: ErrorEvent) => void): void;
  listen(
    type: 'unhandledrejection' | 'rejectionhandled',
    listener: (event: PromiseRejectionEvent) => void,
  ): void;
}

/** Runs one `node …`. Answers how signals of the kernel get in. */
export function runNode(
  request: RunRequest,
  scope: WorkerScope,
  natives: Natives,
): { readonly signal: (signal: ProcessSignal) => void } {
  const { pid, ppid, thread } = request;
  const job = jobOf(request);
  // The streams of a process have one writer, its main thread: the others hand it their output.
  const link = thread && linkToStarter(thread.port);
  const stdio = openStdio(thread ? { stdin: null, stdout: null, stderr: null } : request.stdio);
  const encoder = new TextEncoder();
  const write = (fd: 1 | 2, bytes: Uint8Array): boolean => {
    if (link) link.write(fd, bytes);
    return (fd === 1 ? stdio.stdout : stdio.stderr)?.writeSync(bytes) ?? true;
  };
  const reallyExit = createReallyExit((reply) => {
    if (reply.type === 'exit') link?.exit(reply.code);
    scope.post(reply);
  });
  const parsed = parseNodeArgs(job.args);
  const say = (fd: 1 | 2, text: string) => void write(fd, encoder.encode(text));
  if (parsed.kind === 'refused') {
    say(2, `${execPath}: ${parsed.message}\n`);
    return reallyExit(9);
  }
  const { args } = parsed;
  answerAtOnce(args, say, reallyExit);

  const clock = createClock(job.clockStartMs);
  const loop = new EventLoop(natives, clock, {
    onIdle: () => onIdle(),
    onFail: (error) => fatal.uncaught(error, null),
  });
  const { functions: timers, promiseTimers } = createTimerFunctions(loop, (value) =>
    invalidArgType('callback', 'function', value),
  );
  const streams = { stdin: stdio.stdin, write };
  const builtins: Builtins = new Builtins(
    coreModules({ streams, timers, promiseTimers, loader: () => loader }),
    () => system,
  );
  const system: NodeSystem = {
    job,
    pid,
    ppid,
    thread,
    files: createNodeFiles(new BlockingCalls(request.files.port, request.files.memory)),
    clock,
    random: createRandom(job.seed, pid),
    loop,
    kernel: createKernel(request),
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
    onHandles: (signals) => scope.post({ type: 'handles', signals }),
    stdin: () => createInputStream(system, stdio.stdin),
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
    evaluate: natives.evaluate,
    conditions: args.conditions,
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

  installStackTraces();
  installGlobals({
    system,
    timers,
    console: () => builtins.load('console'),
    hasModule: (name) => builtins.nameIn(name) !== null,
  });

  let mainIsPending = false;
  function onIdle(): void {
    if (mainIsPending) {
      // A top-level await that nothing will ever settle.
      if (control.process.exitCode === undefined) control.finish(13);
    } else control.process.emit('beforeExit', Number(control.process.exitCode ?? 0));
    loop.afterIdle(() => control.finish(undefined));
  }

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
        if (stdio.stdin) for await (const piece of stdio.stdin) pieces.push(piece);
        return new natives.Blob(pieces).text();
      },
      runTests: (paths) => {
        const release = loop.hold();
        const importModule = (specifier: string) =>
          loader.dynamicImport(specifier, `${control.process.cwd()}/`);
        void runTests({ system, args, importModule }, paths).finally(release);
      },
      setPendingMain: (pending) => {
        mainIsPending = pending;
      },
    }),
  );
  return { signal: (signal) => loop.enqueue(() => control.heard(signal)) };
}

/** The job of a thread is its program with the arguments that its starter gave. */
function jobOf({ job, thread }: RunRequest): NodeJob {
  if (!thread) return job;
  const { argv, cwd, entry, env, execArgv, isText } = thread;
  const known = execArgv.filter((arg) => !/^(-[epr]|--eval|--print|--require|--input-type|--test)/.test(arg));
  const args = isText ? [...known, '--eval', entry, '--', ...argv] : [...known, entry, ...argv];
  return { ...job, args, cwd, env };
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

function createKernel(request: RunRequest): NodeKernel {
  const listeners = new Set<(event: unknown) => void>();
  const calls = new PortCalls(request.system, (event) => {
    for (const listener of listeners) listener(event);
  });
  const blocking = new BlockingCalls(request.blocking.port, request.blocking.memory);
  return {
    ask: (operation, values, transfer) => calls.ask(operation, values, transfer),
    askBlocking: (operation, values, transfer) => blocking.call(operation, values, transfer),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
