import type { EventEmitter } from 'node:events';
import type { Besides } from './child/besides.ts';
import type { NodeClock } from './clock.ts';
import type { NodeJob, NodeThread } from './contract.ts';
import type { NodeFiles } from './fs/nodeFiles.ts';
import type { Natives } from './natives.ts';

/** Makes one builtin module. It runs once, when the module is first asked for. */
export type ModuleFactory = (system: NodeSystem) => unknown;

/** What keeps the process alive and runs its callbacks. */
export interface NodeLoop {
  /** The process does not end while this is held. Call the answer once or more to let go. */
  hold(): () => void;
  /**
   * Runs `callback` as a turn of the event loop of its own: not before the present one is over, errors end as
   * uncaught, `nextTick`s and promise jobs follow it. The way in for whatever comes from outside (pipes, messages,
   * finished work). Holds the process until it has run.
   */
  enqueue(callback: () => void): void;
  /** The same after `steps` more rounds, as work of the thread pool ends in Node. */
  enqueueAfter(steps: number, callback: () => void): void;
  nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void;
  /** An error that nobody caught, as if it had been thrown at the top. */
  fail(error: unknown): void;
}

/** Numbers of `job.seed`. */
export interface NodeRandom {
  fill(bytes: Uint8Array): void;
  /** In [0, 1). */
  next(): number;
}

/** The kernel: operations by name, see `../processes`. */
export interface NodeKernel {
  ask(operation: string, values: readonly unknown[], transfer?: Transferable[]): Promise<unknown>;
  /** Blocks this worker; values come back as JSON or bytes. */
  askBlocking(operation: string, values: readonly unknown[], transfer?: Transferable[]): unknown;
  /** Messages of the kernel that answer nothing. Returns the disposer. */
  onEvent(listener: (event: unknown) => void): () => void;
}

/** `process`, as far as other builtin modules use it. */
export interface NodeProcess extends EventEmitter {
  argv: string[];
  execArgv: string[];
  execPath: string;
  env: Record<string, string | undefined>;
  exitCode: number | string | null | undefined;
  readonly pid: number;
  readonly ppid: number;
  readonly platform: string;
  readonly version: string;
  readonly versions: Record<string, string>;
  readonly stdin: unknown;
  readonly stdout: unknown;
  readonly stderr: unknown;
  cwd(): string;
  exit(code?: number | string | null): never;
  nextTick(callback: (...args: never[]) => void, ...args: unknown[]): void;
  emitWarning(warning: string | Error, ...rest: unknown[]): void;
}

/** Everything a builtin module of this `node` stands on. */
export interface NodeSystem {
  readonly job: NodeJob;
  readonly pid: number;
  readonly ppid: number;
  readonly thread: NodeThread | null;
  readonly files: NodeFiles;
  readonly clock: NodeClock;
  readonly besides: Besides;
  readonly random: NodeRandom;
  readonly loop: NodeLoop;
  readonly kernel: NodeKernel;
  /** The browser's own timers, ports and streams, taken before the program could replace them. */
  readonly natives: Natives;
  readonly process: NodeProcess;
  /**
   * Another builtin module by its name without `node:`; made on first use. Throws where there is none. The caller
   * names the type: `system.builtin<typeof import('node:events')>('events')`.
   */
  builtin<Module>(name: string): Module;
  /** Whether `value` is the namespace object of an ES module; `util.types` and inspect ask. */
  isModuleNamespace(value: unknown): boolean;
  /** Blocking write to the pipe of fd 1 or 2. False once nobody reads. */
  write(fd: 1 | 2, bytes: Uint8Array): boolean;
}
