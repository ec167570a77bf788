import { withoutProgram } from '../args.ts';
import { throwers } from '../errors/nodeLines.ts';
import { putFramesOnTop, withRoomForFrames } from '../errors/stackTrace.ts';
import { noteArrow } from '../errors/uncaught.ts';
import { pathText } from '../fs/fsArguments.ts';
import { calledAlone } from '../fs/fsErrors.ts';
import { checkAbortSignal, invalidArgType } from '../nodeErrors/argumentErrors.ts';
import { abortError, nodeError } from '../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../system.ts';
import { createChildProcessClass } from './childProcess.ts';
import { type ChildOptions, readCommand } from './command.ts';
import { readStdio } from './stdio.ts';
import { runSync, type SyncResult } from './syncChild.ts';

type Finished = (error: Error | null, stdout: unknown, stderr: unknown) => void;

/** `require('child_process')`. */
export function createChildProcess(system: NodeSystem): object {
  const ChildProcess = createChildProcessClass(system);
  type Child = InstanceType<typeof ChildProcess>;
  const timers = () => system.builtin<typeof import('node:timers')>('timers');

  /** `(file, args?, options?)`, with either left out. */
  function split(args: readonly unknown[]): {
    readonly words: readonly unknown[];
    readonly options: ChildOptions;
  } {
    const [first, second] = args;
    if (Array.isArray(first)) return { words: first, options: asOptions(second) };
    if (first === undefined || first === null) return { words: [], options: asOptions(second) };
    if (typeof first === 'object') return { words: [], options: asOptions(first) };
    throw invalidArgType('args', 'object', first);
  }

  function asOptions(options: unknown): ChildOptions {
    if (options === undefined || options === null) return {};
    if (typeof options !== 'object') throw invalidArgType('options', 'object', options);
    return options as ChildOptions;
  }

  function spawn(file: unknown, ...rest: unknown[]): Child {
    const { words, options } = split(rest);
    checkAbortSignal(options.signal, 'options.signal');
    const command = readCommand(system, file, words, options);
    const child = new ChildProcess();
    child.start(command, readStdio(options.stdio), options.argv0);
    stopLater(child, options);
    return child;
  }

  /** The options `timeout` and `signal`. */
  function stopLater(child: Child, options: ChildOptions): void {
    const { timeout, signal } = options;
    if (typeof timeout === 'number' && timeout > 0) {
      const timer = timers().setTimeout(() => child.kill(options.killSignal), timeout);
      child.once('exit', () => timers().clearTimeout(timer));
    }
    if (signal instanceof AbortSignal) {
      const stop = () => {
        if (child.kill(options.killSignal)) child.emit('error', abortError(signal.reason));
      };
      if (signal.aborted) system.loop.nextTick(stop);
      else signal.addEventListener('abort', stop, { once: true });
    }
  }

  function execFile(file: unknown, ...rest: unknown[]): Child {
    const callback = typeof rest.at(-1) === 'function' ? (rest.pop() as Finished) : null;
    while (rest.length > 0 && rest.at(-1) === undefined) rest.pop();
    const { words, options } = split(rest);
    const command = readCommand(system, file, words, options);
    const child = new ChildProcess();
    child.start(command, readStdio(undefined), undefined);
    collect(child, options, { callback, cmd: command.line ?? [command.file, ...command.args].join(' ') });
    return child;
  }

  function exec(line: unknown, ...rest: unknown[]): Child {
    if (typeof line !== 'string') throw invalidArgType('command', 'string', line);
    const callback = rest.find((each) => typeof each === 'function');
    const options = asOptions(rest.find((each) => typeof each === 'object' && each !== null));
    return execFile(line, [], { ...options, shell: options.shell || true }, callback);
  }

  function collect(
    child: Child,
    options: ChildOptions,
    { callback, cmd }: { readonly callback: Finished | null; readonly cmd: string },
  ): void {
    const { Buffer } = system.builtin<typeof import('node:buffer')>('buffer');
    const limit = typeof options.maxBuffer === 'number' ? options.maxBuffer : 1024 * 1024;
    const encoding = options.encoding === undefined ? 'utf8' : options.encoding;
    const isText = typeof encoding === 'string' && encoding !== 'buffer';
    const kept = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
    let failure: Error | null = null;
    let wasKilled = false;
    const stop = (error: Error) => {
      failure ??= error;
      wasKilled = true;
      child.kill(options.killSignal);
    };
    for (const name of ['stdout', 'stderr'] as const) {
      let length = 0;
      child[name]?.on('data', (chunk: Uint8Array) => {
        if (length > limit) return;
        length += chunk.length;
        const over = length - limit;
        kept[name].push(over > 0 ? chunk.subarray(0, chunk.length - over) : chunk);
        if (over <= 0) return;
        const message = `${name} maxBuffer length exceeded`;
        stop(nodeError(RangeError, 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER', message));
      });
    }
    let timer: NodeJS.Timeout | null = null;
    if (typeof options.timeout === 'number' && options.timeout > 0) {
      timer = timers().setTimeout(() => {
        wasKilled = true;
        child.kill(options.killSignal);
      }, options.timeout);
    }
    const { signal } = options;
    if (signal instanceof AbortSignal) {
      const abort = () => stop(abortError(signal.reason));
      if (signal.aborted) system.loop.nextTick(abort);
      else signal.addEventListener('abort', abort, { once: true });
    }
    let isDone = false;
    const finish = (code: number | null, signalName: string | null) => {
      if (isDone) return;
      isDone = true;
      if (timer) timers().clearTimeout(timer);
      if (!callback) return;
      const texts = [kept.stdout, kept.stderr].map((pieces) => {
        const all = Buffer.concat(pieces);
        return isText ? all.toString(encoding as BufferEncoding) : all;
      });
      const [stdout, stderr] = texts;
      if (!failure && code === 0 && signalName === null) {
        callback(null, stdout, stderr);
        return;
      }
      const message = `Command failed: ${cmd}\n${String(stderr)}`;
      const error =
        failure ??
        Object.assign(new Error(message), {
          code: code ?? undefined,
          killed: child.killed || wasKilled,
          signal: signalName,
        });
      if (!failure && code === null) Object.assign(error, { code: null });
      callback(Object.assign(error, { cmd }), stdout, stderr);
    };
    child.on('close', finish);
    child.on('error', (error: Error) => {
      failure ??= error;
      finish(null, null);
    });
  }

  function fork(path: unknown, ...rest: unknown[]): Child {
    const { fileURLToPath } = system.builtin<typeof import('node:url')>('url');
    const module = pathText(path, 'modulePath', fileURLToPath);
    const { words, options } = split(rest);
    const execArgv = Array.isArray(options.execArgv)
      ? options.execArgv
      : withoutProgram(system.process.execArgv);
    const command = readCommand(system, 'node', [...execArgv, module, ...words], options);
    const stdio = options.stdio ?? (options.silent === true ? 'pipe' : 'inherit');
    const list = typeof stdio === 'string' ? [stdio, stdio, stdio, 'ipc'] : stdio;
    const child = new ChildProcess();
    child.start(command, readStdio(list), undefined);
    stopLater(child, options);
    return child;
  }

  function spawnSync(file: unknown, ...rest: unknown[]): SyncResult {
    const { words, options } = split(rest);
    return runSync(system, readCommand(system, file, words, options), readStdio(options.stdio), options);
  }

  /** The exception of `execSync` and `execFileSync`. */
  function checked(
    result: SyncResult,
    by: 'execSync' | 'execFileSync',
    cmd: string | null,
    options: ChildOptions,
    isMethod: boolean,
  ): unknown {
    if (options.stdio === undefined && result.stderr) {
      const { Buffer } = system.builtin<typeof import('node:buffer')>('buffer');
      system.write(2, Buffer.from(result.stderr as string));
    }
    if (result.error) throw Object.assign(result.error, result);
    if (result.status === 0) return result.stdout;
    const text = String(result.stderr ?? '');
    const message = `Command failed: ${cmd ?? ''}${text.length > 0 ? `\n${text}` : ''}`;
    const error = Object.assign(
      withRoomForFrames(() => new Error(message)),
      result,
    );
    putFramesOnTop(error, isMethod ? throwers[by] : calledAlone(throwers[by]));
    noteArrow(error, `node:child_process:${by === 'execSync' ? 966 : 930}\n    throw err;\n    ^\n`);
    throw error;
  }

  function execSync(this: unknown, line: unknown, options?: unknown): unknown {
    if (typeof line !== 'string') throw invalidArgType('command', 'string', line);
    const given = asOptions(options);
    const result = spawnSync(line, [], { ...given, shell: given.shell || true });
    return checked(result, 'execSync', line, given, this !== undefined);
  }

  function execFileSync(this: unknown, file: unknown, ...rest: unknown[]): unknown {
    const { words, options } = split(rest);
    const result = spawnSync(file, words, options);
    return checked(result, 'execFileSync', [file, ...words].join(' '), options, this !== undefined);
  }

  const custom = Symbol.for('nodejs.util.promisify.custom');
  const promised =
    (run: (...args: unknown[]) => Child) =>
    (...args: unknown[]): Promise<unknown> => {
      let child: Child | undefined;
      const promise = new Promise((resolve, reject) => {
        child = run(...args, (error: Error | null, stdout: unknown, stderr: unknown) => {
          if (error) reject(Object.assign(error, { stdout, stderr }));
          else resolve({ stdout, stderr });
        });
      });
      return Object.assign(promise, { child });
    };
  Object.defineProperty(exec, custom, { value: promised(exec) });
  Object.defineProperty(execFile, custom, { value: promised(execFile) });

  return { ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
}
