import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { reasonOf, stdinChunks } from './inputs.ts';
import { parseOptions } from './options.ts';

const table = {
  flags: 'aip',
  valued: '',
  long: { append: 'a', 'ignore-interrupts': 'i', 'output-error': 'p' },
};

/** GNU `tee`, a piece at a time. A file that cannot be written is named and left out. */
export function tee(tools: CommandTools): Command {
  return command('tee', async (args, context) => {
    const call = tools.live.takeCall('tee');
    const parsed = parseOptions(
      args.map((arg) => arg.replace(/^--output-error=.*/s, '-p')),
      table,
    );
    if ('error' in parsed) return fail(`tee: ${parsed.error}\nTry 'tee --help' for more information.\n`);
    const output = new CommandOutput('tee', tools, call);
    let exitCode = 0;
    const files: { readonly name: string; readonly path: string }[] = [];
    for (const name of parsed.operands) {
      const path = tools.disk.resolvePath(context.cwd, name);
      try {
        if (parsed.given.has('a')) await tools.disk.appendFile(path, '');
        else await tools.disk.writeFile(path, '');
        files.push({ name, path });
      } catch (error) {
        await output.error(`${name}: ${reasonOf(error)}`);
        exitCode = 1;
      }
    }
    let isTaken = true;
    for await (const chunk of stdinChunks(tools, context)) {
      for (const { path } of files) await tools.disk.appendFile(path, chunk);
      isTaken = await output.write(chunk);
      // A reader that has left ends `tee`, unless it was told to go on with its files (`-p`).
      if (!isTaken && (!parsed.given.has('p') || files.length === 0)) break;
    }
    return output.result(exitCode);
  });
}
