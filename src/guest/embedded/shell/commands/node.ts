import type { Command } from 'just-bash/browser';
import { runChild } from '../jobs/runningChild.ts';
import { type CommandTools, command } from './command.ts';
import { stdinChunks } from './inputs.ts';
import { nodeApart } from './nodeApart.ts';

/** `node …`: a process of its own, its streams wired to where the command's lead. */
export function node(tools: CommandTools): Command {
  return command('node', async (args, context) => {
    if (!tools.processes && tools.startNodeWorker) return nodeApart(tools, args, context);
    const { route } = tools.live.takeCall('node');
    return runChild(tools, context, {
      spec: {
        kind: 'node',
        title: ['node', ...args].join(' '),
        // The kernel gives each process its own seed and clock.
        job: { args, cwd: context.cwd, env: { ...context.exportedEnv }, seed: 0, clockStartMs: null },
      },
      route,
      stdin: stdinChunks(tools, context),
    });
  });
}
