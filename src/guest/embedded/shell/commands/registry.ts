import type { Command } from 'just-bash/browser';
import { jobNames, jobOwnCommands } from '../jobs/commands.ts';
import { base64 } from './base64.ts';
import { bundledCommands, bundledNames } from './bundled.ts';
import { cat } from './cat.ts';
import { cksum } from './cksum.ts';
import type { CommandTools } from './command.ts';
import { env } from './env.ts';
import { extraCommands, extraNames } from './extra/all.ts';
import { gnuCommands, gnuNames } from './gnu.ts';
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

/** Commands that replace just-bash's own or are missing there. */
export function ownCommands(tools: CommandTools): Command[] {
  return describingThemselves(tools, [
    nestedShell(tools, 'bash'),
    nestedShell(tools, 'sh'),
    timeout(tools),
    streamingWrapper(tools, 'time'),
    base64(tools),
    cat(tools),
    cksum(tools),
    env(tools),
    head(tools),
    ...hashCommands(tools),
    ls(tools),
    rev(tools),
    seq(tools),
    tac(tools),
    tail(tools),
    tee(tools),
    tr(tools),
    wc(tools),
    xargs(tools),
    yes(tools),
    ...prefixCommands(tools),
    ...gnuCommands(tools),
    ...smallCommands(tools),
    ...bundledCommands(tools),
    node(tools),
    ...jobOwnCommands(tools),
    ...extraCommands(tools),
    ...netCommands(tools),
    ...machinePrograms(tools),
  ]);
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
