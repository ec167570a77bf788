import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { hasProgram, noProgram } from './programPlace.ts';
import { runArgv } from './runArgv.ts';

/** Commands that only change how another one runs, in ways that mean nothing in this guest. */
const prefixes: Readonly<Record<string, (args: readonly string[]) => readonly string[]>> = {
  nohup: (args) => args,
  setsid: (args) => args.slice(args.findIndex((arg) => !arg.startsWith('-'))),
  nice: (args) => (args[0] === '-n' ? args.slice(2) : /^-/.test(args[0] ?? '') ? args.slice(1) : args),
  stdbuf: (args) => args.slice(args.findIndex((arg) => !arg.startsWith('-'))),
};

/** What each says of a program that is not there. */
const missing: Readonly<Record<string, (program: string) => string>> = {
  nohup: (program) => `failed to run command '${program}'`,
  setsid: (program) => `failed to execute ${program}`,
  nice: (program) => `'${program}'`,
  stdbuf: (program) => `failed to run command '${program}'`,
};

export const prefixNames = Object.keys(prefixes);

export function prefixCommands(tools: CommandTools): Command[] {
  return Object.entries(prefixes).map(([name, argvOf]) =>
    command(name, async (args, context) => {
      const { route } = tools.live.takeCall(name);
      const argv = argvOf(args);
      const [program] = argv;
      if (program === undefined)
        return fail(`${name}: missing operand\nTry '${name} --help' for more information.\n`, 125);
      const { cwd } = context;
      const variables = { ...context.exportedEnv };
      if (!(await hasProgram(tools, { name: program, cwd, variables })))
        return noProgram(tools, context, program, `${name}: ${missing[name]?.(program)}`);
      return runArgv(tools, context, { argv, route, variables, cwd });
    }),
  );
}
