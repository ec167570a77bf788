import { resolveShellLimits, type ShellLimits } from '../../core/index.ts';
import type { BashFormatter, BashToolDependencies, CommandRunner, SpillSink } from './contract.ts';
import { defaultBashFormatter } from './format.ts';

export interface BashSetup {
  readonly runner: BashToolDependencies['runner'];
  readonly env: BashToolDependencies['env'];
  readonly cwd: NonNullable<BashToolDependencies['cwd']> | null;
  readonly limits: ShellLimits;
  readonly spill: SpillSink | null;
  readonly formatter: BashFormatter;
}

const known = new Set(['runner', 'env', 'cwd', 'limits', 'spill', 'formatter']);

/** Checks once what a host gave. @throws TypeError for the first thing that is wrong. */
export function configure(given: BashToolDependencies): BashSetup {
  if (!isRecord(given)) throw new TypeError('bash tool dependencies must be an object');
  const unknown = Object.keys(given).find((key) => !known.has(key));
  if (unknown !== undefined) throw new TypeError(`Unknown bash tool dependency: ${unknown}`);
  const { runner, env, cwd = null, spill = null, formatter = defaultBashFormatter() } = given;
  if (typeof runner !== 'function' && !isRunner(runner)) {
    throw new TypeError('runner must be a command runner or a function that returns one');
  }
  if (env === undefined || env === null) {
    throw new TypeError('env is required: pass shellEnv(...) or a function that returns the environment');
  }
  if (typeof env !== 'function') throw new TypeError('env must be a function');
  if (cwd !== null && typeof cwd !== 'function' && !isAbsolute(cwd)) {
    throw new TypeError('cwd must be an absolute path, a function that returns one, or null');
  }
  if (spill !== null && (!isRecord(spill) || typeof spill.open !== 'function')) {
    throw new TypeError('spill must be a spill sink with open, or null');
  }
  if (!isRecord(formatter) || typeof formatter.format !== 'function') {
    throw new TypeError('formatter must have a format function');
  }
  return { runner, env, cwd, limits: resolveShellLimits(given.limits), spill, formatter };
}

export function isRunner(value: unknown): value is CommandRunner {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    isAbsolute(value.cwd) &&
    typeof value.run === 'function'
  );
}

export function isAbsolute(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('/');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
