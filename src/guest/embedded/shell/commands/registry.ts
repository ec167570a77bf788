import type { Command } from 'just-bash/browser';
import type { CommandTools } from './command.ts';
import { nestedShell } from './nestedShell.ts';
import { streamingWrapper } from './wrappers.ts';

/** Commands that replace just-bash's own or are missing there. */
export function ownCommands(tools: CommandTools): Command[] {
  return [
    nestedShell(tools, 'bash'),
    nestedShell(tools, 'sh'),
    streamingWrapper(tools, 'timeout'),
    streamingWrapper(tools, 'time'),
  ];
}

/** Their names, for the stubs that make just-bash find them. */
export const ownCommandNames = ['bash', 'sh', 'timeout', 'time'];
