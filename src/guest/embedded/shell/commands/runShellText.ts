import { latin1Of } from '../disk/bytes.ts';
import { collected } from '../stream/route.ts';
import type { CommandTools, Context } from './command.ts';
import { runArgv } from './runArgv.ts';
import { textFromLatin1 } from './text/bytesText.ts';

export interface ShellAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs `sh -c TEXT` for a tool that needs its output (`awk`'s pipes, `sed`'s `e`). */
export async function runForTool(
  tools: CommandTools,
  context: Context,
  text: string,
  stdin: string,
): Promise<ShellAnswer> {
  const ran = await runArgv(tools, context, {
    argv: ['sh', '-c', text],
    route: collected,
    variables: { ...context.exportedEnv },
    cwd: context.cwd,
    stdin,
  });
  const stdout = ran.stdoutKind === 'bytes' ? textFromLatin1(ran.stdout) : ran.stdout;
  return { stdout, stderr: ran.stderr, exitCode: ran.exitCode };
}

export async function runShellText(tools: CommandTools, context: Context, text: string): Promise<string> {
  return (await runForTool(tools, context, text, latin1Of(context.stdin))).stdout;
}
