import { createChildProcess } from './child/childProcessModule.ts';
import { createGlobalConsole } from './console/globalConsole.ts';
import type { ProcessStreams } from './fs/fdTable.ts';
import { createFs } from './fs/fs.ts';
import type { Loader } from './loader/loader.ts';
import type { TimerFunctions } from './loop/timers.ts';
import type { ModuleFactory } from './system.ts';
import { createWorkerThreads } from './threads/workerThreads.ts';

/** The builtin modules that this `node` itself is made of. */
export function coreModules(parts: {
  readonly streams: ProcessStreams;
  readonly timers: TimerFunctions;
  readonly promiseTimers: () => object;
  readonly loader: () => Loader;
}): Readonly<Record<string, ModuleFactory>> {
  return {
    fs: (system) => createFs(system, parts.streams),
    'fs/promises': (system) => system.builtin<{ promises: object }>('fs').promises,
    child_process: createChildProcess,
    process: (system) => system.process,
    console: (system) => createGlobalConsole(system),
    timers: () =>
      Object.defineProperty({ ...parts.timers }, 'promises', { get: parts.promiseTimers, enumerable: true }),
    'timers/promises': parts.promiseTimers,
    worker_threads: createWorkerThreads,
    module: () => parts.loader().commonJs.Module,
  };
}
