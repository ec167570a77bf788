import type { Command, ExecResult } from 'just-bash/browser';
import { jobNames, jobOwnCommands } from '../jobs/commands.ts';
import { base64 } from './base64.ts';
import { bundledCommands, bundledNames } from './bundled.ts';
import { cat } from './cat.ts';
import { cksum } from './cksum.ts';
import type { CommandTools, Context } from './command.ts';
import { env } from './env.ts';
import { extraCommands, extraNames } from './extra/all.ts';
import { gnuFamilies, gnuNames } from './gnu.ts';
import { hashCommands, hashNames } from './hashes.ts';
import { head } from './head.ts';
import { ls } from './ls.ts';
import { machinePrograms } from './machineProgram.ts';
import { nestedShell } from './nestedShell.ts';
import { netCommands, netNames } from './net/netCommands.ts';
import { node } from './node.ts';
import { prefixCommands, prefixNames } from './prefixCommands.ts';
import { rev } from './rev.ts';
import { describingThemselves } from './selfDescription.ts';
import { seq } from './seq.ts';
import { smallCommands, smallNames } from './small.ts';
import { tac } from './tac.ts';
import { tail } from './tail.ts';
import { tee } from './tee.ts';
import { timeout } from './timeout.ts';
import { tr } from './tr.ts';
import { wc } from './wc.ts';
import { streamingWrapper } from './wrappers.ts';
import { xargs } from './xargs.ts';
import { yes } from './yes.ts';

type Family = (tools: CommandTools) => Command | readonly Command[];

/** Commands that replace just-bash's own or are missing there, as they are made together. */
const families: readonly Family[] = [
  (tools) => nestedShell(tools, 'bash'),
  (tools) => nestedShell(tools, 'sh'),
  timeout,
  (tools) => streamingWrapper(tools, 'time'),
  base64,
  cat,
  cksum,
  env,
  head,
  hashCommands,
  ls,
  rev,
  seq,
  tac,
  tail,
  tee,
  tr,
  wc,
  xargs,
  yes,
  prefixCommands,
  ...gnuFamilies,
  smallCommands,
  bundledCommands,
  node,
  jobOwnCommands,
  extraCommands,
  netCommands,
];

/** The family of each name, in order: found out when the first shell of a worker starts, since no name depends on it. */
const familyOf = new Map<string, Family>();

/**
 * The commands above, and the machine's programs. What a command needs is made when the first of its family is called:
 * there are 200, made anew for each shell and each stage of a pipeline, which call a few of them.
 */
export function ownCommands(tools: CommandTools): Command[] {
  if (familyOf.size === 0)
    for (const family of families) for (const { name } of [family(tools)].flat()) familyOf.set(name, family);
  const made = new Map<string, Command>();
  const madeNow = (name: string, family: Family): Command | undefined => {
    if (!made.has(name))
      for (const command of describingThemselves(tools, [family(tools)].flat()))
        if (familyOf.get(command.name) === family) made.set(command.name, command);
    return made.get(name);
  };
  const commands: Command[] = [];
  for (const [name, family] of familyOf) commands.push(new LaterCommand(name, family, madeNow));
  return [...commands, ...describingThemselves(tools, machinePrograms(tools))];
}

class LaterCommand implements Command {
  readonly trusted = true;

  constructor(
    readonly name: string,
    readonly family: Family,
    readonly made: (name: string, family: Family) => Command | undefined,
  ) {}

  execute(args: string[], context: Context): Promise<ExecResult> {
    const command = this.made(this.name, this.family);
    if (!command) throw new Error(`${this.name}: its family no longer makes it`);
    return command.execute(args, context);
  }
}

/** Names that just-bash does not know; it finds a command only where its path holds a file. */
export const addedNames: readonly string[] = [
  'yes',
  'cksum',
  ...gnuNames,
  ...hashNames,
  ...bundledNames,
  ...prefixNames,
  ...smallNames,
  'node',
  ...jobNames,
  ...extraNames,
  ...netNames,
];
