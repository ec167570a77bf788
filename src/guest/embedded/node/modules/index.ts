import type { ModuleFactory } from '../system.ts';
import { createEvents } from './events/events.ts';
import { createPath } from './path/path.ts';
import { createUtil, createUtilTypes } from './util/util.ts';

/** The builtin modules that stand on the runtime, each made on first use. */
export const libraryModules: Readonly<Record<string, ModuleFactory>> = {
  events: createEvents,
  path: createPath,
  'path/posix': (system) => system.builtin<{ posix: unknown }>('path').posix,
  'path/win32': (system) => system.builtin<{ win32: unknown }>('path').win32,
  sys: (system) => system.builtin('util'),
  util: createUtil,
  'util/types': createUtilTypes,
};
