import type { ProcessSpec } from '../../processes/contract.ts';
import type { NodeJob } from '../contract.ts';
import { invalidArgType, invalidArgValue } from '../nodeErrors/argumentErrors.ts';
import { execPath } from '../process/facts.ts';
import type { NodeSystem } from '../system.ts';

/** What is to be run, read from the arguments of `spawn` and the like. */
export interface ChildCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A line for the shell in place of a program with arguments. */
  readonly line: string | null;
}

export type ChildOptions = Readonly<Record<string, unknown>>;

/** How the shell ends where the program of a `spawn` is not there: a code that programs do not use. */
export const missingProgramCode = 251;

export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Throws Node's errors for arguments of the wrong kind. */
export function readCommand(
  system: NodeSystem,
  file: unknown,
  args: readonly unknown[],
  options: ChildOptions,
): ChildCommand {
  if (typeof file !== 'string') throw invalidArgType('file', 'string', file);
  if (file === '') throw invalidArgValue('file', file, 'cannot be empty');
  const words = args.map((arg, index) => {
    const text = String(arg);
    if (text.includes('\0'))
      throw invalidArgValue(`args[${index}]`, arg, 'must be a string without null bytes');
    return text;
  });
  const given = (options.env ?? system.process.env) as Readonly<Record<string, unknown>>;
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) if (value !== undefined) env[name] = String(value);
  const line = options.shell ? [file, ...words].join(' ') : null;
  return { file, args: words, cwd: directoryOf(system, options.cwd), env, line };
}

function directoryOf(system: NodeSystem, cwd: unknown): string {
  const here = system.process.cwd();
  if (cwd === undefined || cwd === null) return here;
  if (cwd instanceof URL || (typeof cwd === 'object' && 'pathname' in cwd)) {
    return decodeURIComponent((cwd as URL).pathname);
  }
  if (typeof cwd !== 'string') throw invalidArgType('options.cwd', ['string', 'Buffer', 'URL'], cwd);
  return cwd.startsWith('/') ? cwd : `${here}/${cwd}`;
}

/** What the kernel starts for it: `node` as itself, a shell for everything else. */
export function specOf(
  command: ChildCommand,
  clockStartMs: number | null,
  ipc: NodeJob['ipc'] = null,
): ProcessSpec {
  const { file, args, cwd, env, line } = command;
  const isNode = line === null && (file === 'node' || file === execPath || file === '/usr/local/bin/node');
  if (isNode) {
    // The kernel gives each process its own seed.
    const job: NodeJob = { args, cwd, env, seed: 0, clockStartMs, ipc };
    return { kind: 'node', title: ['node', ...args].join(' '), job };
  }
  return {
    kind: 'shell',
    title: line ?? [file, ...args].join(' '),
    job: {
      command: line ?? shellLine(file, args),
      state: { cwd, env, prelude: '' },
      stdin: null,
      seed: 0,
      clockStartMs,
      maxBuiltBytes: 0,
    },
  };
}

function shellLine(file: string, args: readonly string[]): string {
  const [first, second] = args;
  const isShell = /^(\/(usr\/)?bin\/)?(ba)?sh$/.test(file);
  if (isShell && args.length === 2 && first === '-c' && second !== undefined) return second;
  const program = quoted(file);
  return `command -v ${program} >/dev/null 2>&1 || exit ${missingProgramCode}; ${[program, ...args.map(quoted)].join(' ')}`;
}
