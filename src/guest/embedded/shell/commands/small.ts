import type { Command } from 'just-bash/browser';
import { command, succeed } from './command.ts';

export const smallNames = ['umask'];

/** `umask`, which only tells: every file of the guest is made with 022. */
export function smallCommands(): Command[] {
  return [command('umask', async (args) => (args.length === 0 ? succeed('0022\n') : succeed()))];
}
