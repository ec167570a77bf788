import type { Command } from 'just-bash/browser';
import { cat } from './cat.ts';
import type { CommandTools } from './command.ts';
import { doorNames, doors } from './doors.ts';
import { env } from './env.ts';
import { head } from './head.ts';
import { nestedShell } from './nestedShell.ts';
import { seq } from './seq.ts';
import { tail } from './tail.ts';
import { wc } from './wc.ts';
import { streamingWrapper } from './wrappers.ts';
import { yes } from './yes.ts';

/** Commands that replace just-bash's own or are missing there. */
export function ownCommands(tools: CommandTools): Command[] {
  return [
    nestedShell(tools, 'bash'),
    nestedShell(tools, 'sh'),
    streamingWrapper(tools, 'timeout'),
    streamingWrapper(tools, 'time'),
    cat(tools),
    env(tools),
    head(tools),
    seq(tools),
    tail(tools),
    wc(tools),
    yes(tools),
    ...doors(),
  ];
}

/** Names that just-bash does not know; it finds a command only where its path holds a file. */
export const addedNames: readonly string[] = ['yes', ...doorNames];
