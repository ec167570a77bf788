import type { ModuleFactory } from '../system.ts';
import { createUtil, createUtilTypes } from './util/util.ts';

/** The builtin modules that stand on the runtime, each made on first use. */
export const libraryModules: Readonly<Record<string, ModuleFactory>> = {
  sys: (system) => system.builtin('util'),
  util: createUtil,
  'util/types': createUtilTypes,
};
