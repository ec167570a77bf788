import type { Command } from 'just-bash/browser';
import { command, fail } from './command.ts';

/** Programs that come with a later version of the guest, and what to say until then. */
const notYet: Readonly<Record<string, string>> = {
  node: 'node: Node.js is not in this guest yet; shell commands are\n',
};

export const doorNames = Object.keys(notYet);

export function doors(): Command[] {
  return Object.entries(notYet).map(([name, sentence]) => command(name, async () => fail(sentence, 127)));
}
