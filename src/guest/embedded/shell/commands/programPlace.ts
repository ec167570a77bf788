import type { ExecResult } from 'just-bash/browser';
import { collected } from '../stream/route.ts';
import { type CommandTools, type Context, fail } from './command.ts';
import { runArgv } from './runArgv.ts';

interface Called {
  readonly name: string;
  readonly cwd: string;
  /** The exported variables it would be run with. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Whether a program of that name is on the path, or at the place that a name with a slash is: what `execvp` looks at. */
export async function hasProgram(tools: CommandTools, { name, cwd, variables }: Called): Promise<boolean> {
  const folders = name.includes('/') ? [''] : (variables.PATH ?? '/usr/bin:/bin').split(':');
  for (const folder of folders) {
    const place = tools.disk.resolvePath(cwd, folder === '' ? name : `${folder}/${name}`);
    if (await tools.disk.exists(place)) return true;
  }
  return false;
}

/** Ends a command whose program is not there: in its own words, and with what the shell adds of one that cannot be had. */
export async function noProgram(
  tools: CommandTools,
  context: Context,
  name: string,
  words: string,
): Promise<ExecResult> {
  const argv = [name];
  // A builtin of that name does run here: without arguments, and without the caller's input to take.
  const ran = await runArgv(tools, context, {
    argv,
    route: collected,
    variables: {},
    cwd: context.cwd,
    stdin: '',
  });
  const added = /command not found\n([\s\S]*)$/.exec(ran.stderr)?.[1] ?? '';
  return fail(`${words}: No such file or directory\n${added}`, 127);
}
