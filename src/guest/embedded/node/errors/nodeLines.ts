/**
 * Lines of Node 20.20's own source that its stacks and the lines above an uncaught error show. Programs print them, so
 * they are part of what a program's output is.
 */
export interface NodeLine {
  /** Innermost first, without `at`. */
  readonly frames: readonly string[];
  /** The line of Node that threw, and the column of its caret, from 0. */
  readonly source: string;
  readonly caret: number;
}

const cjs = 'node:internal/modules/cjs/loader';

const compiling = [
  `Module._compile (${cjs}:1521:14)`,
  `Module._extensions..js (${cjs}:1623:10)`,
  `Module.load (${cjs}:1266:32)`,
  `Module._load (${cjs}:1091:12)`,
];
const requiring = [`Module.require (${cjs}:1289:19)`, 'require (node:internal/modules/helpers:182:18)'];
const asModule = [
  'ModuleJob.run (node:internal/modules/esm/module_job:325:25)',
  'async ModuleLoader.import (node:internal/modules/esm/loader:606:24)',
];
const scriptRun = (name: string) => [
  'runScriptInThisContext (node:internal/vm:209:10)',
  'node:internal/process/execution:118:14',
  `[${name}]-wrapper:6:24`,
  'runScript (node:internal/process/execution:101:62)',
  'evalScript (node:internal/process/execution:133:3)',
];

const execFailed = [
  'genericNodeError (node:internal/errors:984:15)',
  'wrappedFn (node:internal/errors:538:14)',
  'checkExecSyncError (node:child_process:891:11)',
];

/** What stands below the outermost frame of a program, by what called it. */
export const callers = {
  main: [
    ...compiling,
    'Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)',
    'node:internal/main/run_main_module:28:49',
  ],
  required: [...compiling, ...requiring],
  imported: [
    ...compiling,
    'cjsLoader (node:internal/modules/esm/translators:298:15)',
    'ModuleWrap.<anonymous> (node:internal/modules/esm/translators:240:7)',
    ...asModule,
  ],
  module: asModule,
  entry: ['async asyncRunEntryPointWithESMLoader (node:internal/modules/run_main:117:5)'],
  '[eval]': [...scriptRun('eval'), 'node:internal/main/eval_string:51:3'],
  '[stdin]': [
    ...scriptRun('stdin'),
    'node:internal/main/eval_stdin:32:5',
    'Socket.<anonymous> (node:internal/process/execution:234:5)',
    'Socket.emit (node:events:536:35)',
    'endReadableNT (node:internal/streams/readable:1698:12)',
  ],
  timer: [
    'listOnTimeout (node:internal/timers:581:17)',
    'process.processTimers (node:internal/timers:519:7)',
  ],
  immediate: ['process.processImmediate (node:internal/timers:483:21)'],
  tick: ['process.processTicksAndRejections (node:internal/process/task_queues:77:11)'],
  microtask: ['process.processTicksAndRejections (node:internal/process/task_queues:95:5)'],
} as const;

/** What stands above the program's frames in errors of the loader and of `child_process`. */
export const throwers = {
  notFound: [`Module._resolveFilename (${cjs}:1207:15)`, `Module._load (${cjs}:1038:27)`, ...requiring],
  exports: [
    `resolveExports (${cjs}:638:36)`,
    `Module._findPath (${cjs}:711:31)`,
    `Module._resolveFilename (${cjs}:1193:27)`,
    `Module._load (${cjs}:1038:27)`,
    ...requiring,
  ],
  link: [
    'ModuleJob._instantiate (node:internal/modules/esm/module_job:213:21)',
    'async ModuleJob.run (node:internal/modules/esm/module_job:320:5)',
    'async ModuleLoader.import (node:internal/modules/esm/loader:606:24)',
    'async asyncRunEntryPointWithESMLoader (node:internal/modules/run_main:117:5)',
  ],
  mainNotFound: [
    `Module._resolveFilename (${cjs}:1207:15)`,
    `Module._load (${cjs}:1038:27)`,
    'Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)',
    'node:internal/main/run_main_module:28:49',
  ],
  json: [
    'parse (<anonymous>)',
    `Module._extensions..json (${cjs}:1641:39)`,
    `Module.load (${cjs}:1266:32)`,
    `Module._load (${cjs}:1091:12)`,
    ...requiring,
  ],
  execSync: [...execFailed, 'Object.execSync (node:child_process:963:15)'],
  execFileSync: [...execFailed, 'Object.execFileSync (node:child_process:927:15)'],
  spawnSync: [
    'Object.spawnSync (node:internal/child_process:1123:20)',
    'spawnSync (node:child_process:877:24)',
  ],
} as const;

/** The lines that Node prints above an error that `line` threw. */
export function arrowOfLine({ frames, source, caret }: NodeLine): string {
  const place = /\(?(node:[^)]*):\d+\)?$/.exec(frames[0] ?? '')?.[1] ?? '';
  return `${place}\n${source}\n${' '.repeat(caret)}^\n`;
}
