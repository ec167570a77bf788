import type { ModuleFactory } from '../system.ts';

/** The builtin modules that stand on `NodeSystem` alone, by their names without `node:`. */
export const libraryModules: Readonly<Record<string, ModuleFactory>> = {};
