import type { EventEmitter } from 'node:events';
import { isSignal, type ProcessSignal, signalNames } from '../../processes/signals.ts';
import type { NodeArgs } from '../args.ts';
import { modeFrom } from '../fs/fsConstants.ts';
import { checkObject, invalidArgType, outOfRange } from '../nodeErrors/argumentErrors.ts';
import { errnoOf } from '../nodeErrors/errno.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';
import type { NodeProcess, NodeSystem } from '../system.ts';
import { createEnvironment } from './environment.ts';
import { execPath, features, release, version, versions } from './facts.ts';
import { createReport } from './report.ts';
import { createWarnings } from './warnings.ts';

export interface ProcessParts {
  readonly args: NodeArgs;
  readonly reallyExit: (code: number) => never;
  readonly onHandles: (signals: readonly ProcessSignal[]) => void;
  readonly stdin: () => unknown;
  readonly stdout: () => unknown;
  readonly stderr: () => unknown;
}

/** `process` and what only this `node` does with it. */
export interface ProcessControl {
  readonly process: NodeProcess;
  /**
   * Runs the `exit` listeners once and ends the process; `code` where no exit code was set. `toldCode`: what the
   * listeners are given where that is another.
   */
  readonly finish: (code: number | undefined, toldCode?: number) => never;
  readonly isExiting: () => boolean;
  /** `process.setUncaughtExceptionCaptureCallback`. */
  readonly capture: () => ((error: unknown) => void) | null;
  readonly heard: (signal: ProcessSignal) => void;
}

const bytesOfMemory = {
  rss: 57_000_000,
  heapTotal: 18_000_000,
  heapUsed: 0,
  external: 2_000_000,
  arrayBuffers: 16_000,
};

/** What `resourceUsage` counts and nothing here can count. */
const otherUsage = {
  systemCPUTime: 0,
  maxRSS: 57_000,
  sharedMemorySize: 0,
  unsharedDataSize: 0,
  unsharedStackSize: 0,
  minorPageFault: 0,
  majorPageFault: 0,
  swappedOut: 0,
  fsRead: 0,
  fsWrite: 0,
  ipcSent: 0,
  ipcReceived: 0,
  signalsCount: 0,
  voluntaryContextSwitches: 0,
  involuntaryContextSwitches: 0,
};

/**
 * What `process` is an instance of; its name is in the frames of listeners. A function and no class: jest calls it on
 * an object of its own.
 */
function processClass(Emitter: { readonly prototype: unknown }): new () => object {
  function made(): void {}
  Object.defineProperty(made, 'name', { value: 'process' });
  made.prototype = Object.create(Emitter.prototype as object, { constructor: { value: made } });
  return made as unknown as new () => object;
}

/** Makes the `process` object on Node's EventEmitter, which must be there already. */
export function createProcess(system: NodeSystem, parts: ProcessParts): ProcessControl {
  const { clock, job } = system;
  const { args } = parts;
  const Emitter = system.builtin<(this: EventEmitter) => void>('events');
  let cwd = job.cwd;
  let umask = 0o22;
  let isExiting = false;
  let exitCode: unknown;
  let capture: ((error: unknown) => void) | null = null;

  const process = new (processClass(Emitter))() as NodeProcess & Record<string, unknown>;
  Emitter.call(process as unknown as EventEmitter);
  Object.defineProperty(process, Symbol.toStringTag, { value: 'process', configurable: true });

  function checkedCode(code: unknown, name: string): number | undefined {
    if (code === undefined || code === null) return undefined;
    const number = typeof code === 'string' && code.trim() !== '' ? Number(code) : code;
    if (typeof number === 'number' && Number.isInteger(number)) return number;
    if (typeof code === 'number') throw outOfRange(name, 'an integer', code);
    throw invalidArgType(name, 'number', code);
  }

  function finish(code: number | undefined, toldCode?: number): never {
    if (code !== undefined) exitCode = code;
    if (!isExiting) {
      isExiting = true;
      process.emit('exit', toldCode ?? Number(exitCode ?? 0));
    }
    return parts.reallyExit(Number(exitCode ?? 0));
  }

  function elapsedNs(): bigint {
    return BigInt(Math.round((clock.originMs % 1e9) * 1e3) + Math.round(clock.elapsedMs() * 1e3)) * 1000n;
  }
  const hrtime = Object.assign(
    (since?: readonly [number, number]): [number, number] => {
      if (since !== undefined) {
        if (!Array.isArray(since)) throw invalidArgType('time', 'Array', since);
        if (since.length !== 2) throw outOfRange('time', '2', since.length);
      }
      const now = elapsedNs();
      const passed = since ? now - (BigInt(since[0]) * 1_000_000_000n + BigInt(since[1])) : now;
      return [Number(passed / 1_000_000_000n), Number(passed % 1_000_000_000n)];
    },
    { bigint: elapsedNs },
  );

  const memory = () => {
    const measured = (system.natives.performance as { memory?: { readonly usedJSHeapSize: number } }).memory;
    // What was measured would differ from run to run.
    const heapUsed = clock.virtual ? undefined : measured?.usedJSHeapSize;
    return { ...bytesOfMemory, heapUsed: heapUsed ?? 6_000_000 };
  };

  function chdir(directory: unknown): void {
    if (typeof directory !== 'string') throw invalidArgType('directory', 'string', directory);
    const path = directory.startsWith('/') ? directory : `${cwd}/${directory}`;
    const kind = system.files.kindOf(path);
    if (kind !== 'directory') {
      const code = kind === null ? 'ENOENT' : 'ENOTDIR';
      const words = kind === null ? 'no such file or directory' : 'not a directory';
      const error = new Error(`${code}: ${words}, chdir '${cwd}' -> '${directory}'`);
      throw Object.assign(error, {
        errno: errnoOf[code],
        code,
        syscall: 'chdir',
        path: cwd,
        dest: directory,
      });
    }
    cwd = system.files.realpath(path);
  }

  function kill(pid: unknown, signal: unknown = 'SIGTERM'): true {
    if (typeof pid !== 'number') throw invalidArgType('pid', 'number', pid);
    const name = typeof signal === 'number' ? (signal === 0 ? null : signalNames[signal - 1]) : signal;
    if (name !== null && !isSignal(name)) {
      throw nodeError(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${String(signal)}`);
    }
    if (system.kernel.askBlocking('signal', [pid, name]) !== true) {
      const error = new Error('kill ESRCH');
      throw Object.assign(error, { errno: errnoOf.ESRCH, code: 'ESRCH', syscall: 'kill' });
    }
    return true;
  }

  const lazy = (name: string, make: () => unknown) =>
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = make();
        Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
        return value;
      },
    });

  const print = (text: string) => void system.write(2, new TextEncoder().encode(text));
  const warns = !args.options.has('no-warnings') && job.env.NODE_NO_WARNINGS !== '1';
  const emitWarning = createWarnings({
    process: () => process,
    print,
    isSilent: !warns,
    traces: args.options.has('trace-warnings'),
  });

  Object.assign(process, {
    version,
    versions: { ...versions },
    arch: 'x64',
    platform: 'linux',
    release: { ...release },
    config: { target_defaults: {}, variables: {} },
    features: { ...features },
    report: createReport(process),
    title: args.options.get('title')?.at(-1) ?? 'node',
    argv: [execPath],
    argv0: 'node',
    execArgv: [...args.execArgv],
    execPath,
    env: createEnvironment(job.env),
    pid: system.pid,
    ppid: system.ppid,
    debugPort: 9229,
    noDeprecation: args.options.has('no-deprecation') || undefined,
    throwDeprecation: args.options.has('throw-deprecation') || undefined,
    allowedNodeEnvironmentFlags: new Set<string>(),
    cwd: () => cwd,
    chdir,
    umask: (mask?: number | string) => {
      const before = umask;
      if (mask !== undefined) umask = modeFrom(mask, 0, 'mask') & 0o777;
      return before;
    },
    exit: (code?: unknown) => finish(checkedCode(code, 'code')),
    reallyExit: (code: number) => parts.reallyExit(code),
    abort: () => parts.reallyExit(134),
    kill,
    nextTick: function nextTick(callback: unknown, ...rest: unknown[]) {
      if (typeof callback !== 'function') throw invalidArgType('callback', 'function', callback);
      if (isExiting) return;
      system.loop.nextTick(callback as (...args: unknown[]) => void, ...rest);
    },
    emitWarning,
    hrtime,
    uptime: () => clock.elapsedMs() / 1000 + 0.02,
    memoryUsage: Object.assign(memory, { rss: () => bytesOfMemory.rss }),
    constrainedMemory: () => 0,
    cpuUsage: (since?: { readonly user: number; readonly system: number }) => {
      if (since !== undefined) {
        checkObject(since, 'prevValue');
        for (const name of ['user', 'system'] as const) {
          if (typeof since[name] !== 'number')
            throw invalidArgType(`prevValue.${name}`, 'number', since[name]);
        }
      }
      const user = Math.round(clock.elapsedMs() * 1000) - (since?.user ?? 0);
      return { user, system: 0 - (since?.system ?? 0) };
    },
    resourceUsage: () => ({ userCPUTime: Math.round(clock.elapsedMs() * 1000), ...otherUsage }),
    getuid: () => 1000,
    geteuid: () => 1000,
    getgid: () => 1000,
    getegid: () => 1000,
    getgroups: () => [1000],
    getActiveResourcesInfo: () => [],
    setUncaughtExceptionCaptureCallback: (callback: ((error: unknown) => void) | null) => {
      if (callback !== null && typeof callback !== 'function') {
        throw invalidArgType('fn', ['Function', 'null'], callback);
      }
      capture = callback;
    },
    hasUncaughtExceptionCaptureCallback: () => capture !== null,
    setSourceMapsEnabled: () => {},
    binding: (name: string) => {
      throw nodeError(Error, 'ERR_INVALID_MODULE', `No such module: ${name}`);
    },
    dlopen: () => {
      throw nodeError(Error, 'ERR_DLOPEN_FAILED', 'native add-ons do not run in this computer');
    },
    getBuiltinModule: (name: string) => {
      try {
        return system.builtin(String(name).replace(/^node:/, ''));
      } catch {
        return undefined;
      }
    },
  });
  Object.defineProperty(process, 'exitCode', {
    configurable: true,
    enumerable: true,
    get: () => exitCode,
    set: (code: unknown) => {
      checkedCode(code, 'code');
      exitCode = code;
    },
  });
  lazy('stdin', parts.stdin);
  lazy('stdout', parts.stdout);
  lazy('stderr', parts.stderr);

  const reportHandled = () => {
    const handled = signalNames.filter((name) => process.listenerCount(name) > 0);
    parts.onHandles(handled);
  };
  process.on('newListener', (event: unknown) => {
    // The listener is there only after this event.
    if (isSignal(event) && process.listenerCount(event) === 0) {
      parts.onHandles([...signalNames.filter((name) => process.listenerCount(name) > 0), event]);
    }
  });
  process.on('removeListener', (event: unknown) => {
    if (isSignal(event)) reportHandled();
  });

  return {
    process,
    finish,
    isExiting: () => isExiting,
    capture: () => capture,
    heard: (signal) => {
      process.emit(signal, signal, signalNames.indexOf(signal) + 1);
    },
  };
}
