import type { ExecResult } from 'just-bash/browser';
import type { ProcessSpec } from '../../processes/contract.ts';
import { type CommandTools, type Context, quoted } from '../commands/command.ts';
import { stdinChunks } from '../commands/inputs.ts';
import type { Route } from '../stream/route.ts';
import { runChild } from './runningChild.ts';

/** What a shell that is a process of its own begins with: like any program, with what is exported to it. */
export interface ShellProcess {
  readonly title: string;
  readonly script: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** `$0`, and the positional parameters. */
  readonly zero?: string;
  readonly args?: readonly string[];
  /** Commands that come before the script. */
  readonly prefix?: string;
}

export function specOf(tools: CommandTools, shell: ShellProcess): ProcessSpec {
  const { title, script, variables, cwd, zero, args = [], prefix = '' } = shell;
  const words = args.map((arg) => (arg === '' ? "''" : quoted(arg))).join(' ');
  const env = zero === undefined ? { ...variables } : { ...variables, 0: zero };
  const prelude = [args.length > 0 ? `set -- ${words}` : '', prefix].filter((part) => part !== '').join('\n');
  return {
    kind: 'shell',
    title,
    job: {
      command: script,
      state: { cwd, env, prelude },
      stdin: null,
      // The kernel gives each process its own seed and clock.
      seed: 0,
      clockStartMs: null,
      maxBuiltBytes: tools.maxBuiltBytes,
    },
  };
}

/** A script that says `$$` is a process with a number of its own, to which it may send signals. */
export function namesItself(script: string): boolean {
  return /\$\$|\$\{\$\}|\bBASHPID\b/.test(script);
}

/** Runs a shell beside this one, to its end, as one command. */
export function runShellProcess(
  tools: CommandTools,
  context: Context,
  shell: ShellProcess,
  route: Route,
): Promise<ExecResult> {
  return runChild(tools, context, {
    spec: specOf(tools, shell),
    route,
    stdin: stdinChunks(tools, context),
  });
}
