import type { Command, ExecResult } from 'just-bash/browser';
import { runChild } from '../jobs/runningChild.ts';
import type { Route } from '../stream/route.ts';
import { type CommandTools, type Context, command } from './command.ts';
import { stdinChunks } from './inputs.ts';

/** Commands by the names of the machine's own programs; they take the place of ours. */
export function machinePrograms(tools: CommandTools): Command[] {
  return [...(tools.machine?.programs ?? [])].map((name) =>
    command(name, async (args, context) => {
      const { route } = tools.live.takeCall(name);
      return runMachineProgram(tools, context, { file: name, args, route });
    }),
  );
}

/** Runs a real program with its streams wired to where the command's lead. */
export function runMachineProgram(
  tools: CommandTools,
  context: Context,
  call: { readonly file: string; readonly args: readonly string[]; readonly route: Route },
): Promise<ExecResult> {
  const { file, args, route } = call;
  return runChild(tools, context, {
    spec: {
      kind: 'program',
      title: [file, ...args].join(' '),
      job: { file, args, cwd: context.cwd, env: { ...context.exportedEnv } },
    },
    route,
    stdin: stdinChunks(tools, context),
  });
}
