import type { Command } from 'just-bash/browser';

/** Commands that replace or add to just-bash's own. */
export function ownCommands(): Command[] {
  return [];
}
