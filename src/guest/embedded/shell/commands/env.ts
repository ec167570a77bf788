import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail, succeed } from './command.ts';
import { hasProgram, noProgram } from './programPlace.ts';
import { runArgv } from './runArgv.ts';

/** `env [-i] [-u NAME] [-C DIR] [NAME=VALUE]… [COMMAND ARG…]`: only what is exported counts. */
export function env(tools: CommandTools): Command {
  return command('env', async (args, context) => {
    const { route } = tools.live.takeCall('env');
    let variables: Record<string, string> = { ...context.exportedEnv };
    let cwd = context.cwd;
    let separator = '\n';
    let index = 0;
    for (; index < args.length; index++) {
      const arg = args[index]!;
      const assignment = /^([^=]+)=([\s\S]*)$/.exec(arg);
      if (arg === '-i' || arg === '-' || arg === '--ignore-environment') variables = {};
      else if (arg === '-0' || arg === '--null') separator = '\0';
      else if (arg === '-u' || arg === '--unset') delete variables[args[++index] ?? ''];
      else if (arg.startsWith('--unset=')) delete variables[arg.slice('--unset='.length)];
      else if (arg === '-C' || arg === '--chdir') cwd = tools.disk.resolvePath(cwd, args[++index] ?? '');
      else if (arg === '--') {
        index++;
        break;
      } else if (/^-./.test(arg)) {
        return fail(
          `env: ${arg.startsWith('--') ? `unrecognized option '${arg}'` : `invalid option -- '${arg[1]}'`}\nTry 'env --help' for more information.\n`,
          125,
        );
      } else if (assignment) variables[assignment[1]!] = assignment[2]!;
      else break;
    }
    const argv = args.slice(index);
    // An `env` that `env` runs sees these variables and no others, which a shell between them would add to.
    if (argv.length === 0 || (argv.length === 1 && argv[0] === 'env')) {
      return succeed(
        Object.entries(variables)
          .map(([name, value]) => `${name}=${value}${separator}`)
          .join(''),
      );
    }
    const [name = ''] = argv;
    if (!(await hasProgram(tools, { name, cwd, variables })))
      return noProgram(tools, context, name, `env: '${name}'`);
    return runArgv(tools, context, { argv, route, variables, cwd });
  });
}
