import type { ExecResult } from 'just-bash/browser';
import type { Route } from '../stream/route.ts';
import { type CommandTools, type Context, fail, inheritedStdin, quoted } from './command.ts';

interface Argv {
  readonly argv: readonly string[];
  readonly route: Route;
  /** The exported variables of the command. */
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly signal?: AbortSignal;
  /** Default: the caller's own. */
  readonly stdin?: string;
}

/** Runs one command as a process of its own, as `env` and `timeout` do. It streams where they would. */
export async function runArgv(tools: CommandTools, context: Context, run: Argv): Promise<ExecResult> {
  if (!context.exec) return fail('bash: cannot run a command here\n', 126);
  const names = Object.keys(run.variables).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  const exports = names.length > 0 ? `export ${names.join(' ')}; ` : '';
  tools.live.announceScript(run.route);
  try {
    return await context.exec(`${exports}${run.argv.map(quoted).join(' ')}`, {
      env: { IFS: ' \t\n', ...run.variables },
      replaceEnv: true,
      cwd: run.cwd,
      stdin: run.stdin ?? inheritedStdin(context),
      stdinKind: 'bytes',
      signal: run.signal ?? context.signal,
    });
  } finally {
    tools.live.announceScript(null);
  }
}
