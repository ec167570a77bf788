import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';

/**
 * Commands of just-bash that run one other command and hand its output through. The script that they make
 * of it streams where they themselves would.
 */
export function streamingWrapper(tools: CommandTools, name: string): Command {
  return command(name, async (args, context) => {
    const { route } = tools.live.takeCall(name);
    if (!context.origCommand) return fail(`bash: ${name}: command not found\n`, 127);
    tools.live.announceScript(route);
    try {
      return await context.origCommand(args);
    } finally {
      tools.live.announceScript(null);
    }
  });
}
