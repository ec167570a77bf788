import type { NodeSystem } from '../../system.ts';

/** `constants`: those of `os`, `fs` and `crypto` in one object, as old packages look for them. */
export function createConstants(system: NodeSystem): object {
  const os = system.builtin<typeof import('node:os')>('os').constants;
  const fs = system.builtin<typeof import('node:fs')>('fs').constants;
  const crypto = system.builtin<typeof import('node:crypto')>('crypto').constants;
  return Object.freeze({ ...os.dlopen, ...os.errno, ...os.priority, ...os.signals, ...fs, ...crypto });
}
