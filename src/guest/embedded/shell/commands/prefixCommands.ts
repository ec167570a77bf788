import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { runArgv } from './runArgv.ts';

/** Commands that only change how another one runs, in ways that mean nothing in this guest. */
const prefixes: Readonly<Record<string, (args: readonly string[]) => readonly string[]>> = {
  nohup: (args) => args,
  setsid: (args) => args.slice(args.findIndex((arg) => !arg.startsWith('-'))),
  nice: (args) => (args[0] === '-n' ? args.slice(2) : /^-/.test(args[0] ?? '') ? args.slice(1) : args),
  stdbuf: (args) => args.slice(args.findIndex((arg) => !arg.startsWith('-'))),
};

export const prefixNames = Object.keys(prefixes);

export function prefixCommands(tools: CommandTools): Command[] {
  return Object.entries(prefixes).map(([name, argvOf]) =>
    command(name, async (args, context) => {
      const { route } = tools.live.takeCall(name);
      const argv = argvOf(args);
      if (argv.length === 0) return fail(`${name}: missing operand\n`, 125);
      return runArgv(tools, context, {
        argv,
        route,
        variables: { ...context.exportedEnv },
        cwd: context.cwd,
      });
    }),
  );
}
