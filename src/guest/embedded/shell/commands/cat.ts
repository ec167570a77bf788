import type { Command } from 'just-bash/browser';
import { catFormatter } from './catFormat.ts';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { type Input, openInput } from './inputs.ts';
import { parseOptions } from './options.ts';

const table = {
  flags: 'AbeEnstTuv',
  valued: '',
  long: {
    'show-all': 'A',
    'number-nonblank': 'b',
    'show-ends': 'E',
    number: 'n',
    'squeeze-blank': 's',
    'show-tabs': 'T',
    'show-nonprinting': 'v',
  },
};

/** GNU `cat`, a mebibyte at a time. */
export function cat(tools: CommandTools): Command {
  return command('cat', async (args, context) => {
    const call = tools.live.takeCall('cat');
    const parsed = parseOptions(args, table);
    if ('error' in parsed) {
      return fail(`cat: ${parsed.error}\nTry 'cat --help' for more information.\n`);
    }
    const operands = parsed.operands.length > 0 ? parsed.operands : ['-'];
    const format = catFormatter(new Set(parsed.given.keys()));
    const opened: (Input | { failed: string })[] = [];
    for (const operand of operands) opened.push(await openInput(tools, context, operand));

    const output = new CommandOutput('cat', tools, call);
    let exitCode = 0;
    for (const [index, input] of opened.entries()) {
      if ('failed' in input) {
        await output.error(`${operands[index]}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      for await (const chunk of input.chunks) {
        const taken = await (format
          ? output.write(format(chunk))
          : input.fresh
            ? output.pass(chunk)
            : output.write(chunk));
        if (!taken) return output.result(exitCode);
      }
    }
    return output.result(exitCode);
  });
}
