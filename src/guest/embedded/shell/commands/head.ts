import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { type Input, openInput } from './inputs.ts';
import { parseCount, parseOptions } from './options.ts';
import { allBut, firstBytes, firstLines, headerFor } from './pieces.ts';

const table = {
  flags: 'qvz',
  valued: 'nc',
  long: { lines: 'n', bytes: 'c', quiet: 'q', silent: 'q', verbose: 'v', 'zero-terminated': 'z' },
};

/** `-5` and `-5c` as the old syntax has them, in today's words. */
function modern(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const old = index === 0 ? /^-(\d+)([ckm]?)$/.exec(arg) : null;
    return old
      ? old[2] === ''
        ? `-n${old[1]}`
        : `-c${old[1]}${old[2] === 'c' ? '' : old[2]!.toUpperCase()}`
      : arg;
  });
}

/** GNU `head`: reads no further than it prints. */
export function head(tools: CommandTools): Command {
  return command('head', async (args, context) => {
    const call = tools.live.takeCall('head');
    const parsed = parseOptions(modern(args), table);
    if ('error' in parsed) return fail(`head: ${parsed.error}\nTry 'head --help' for more information.\n`);
    const bytes = parsed.given.get('c');
    const wanted = bytes ?? parsed.given.get('n') ?? '10';
    const count = parseCount(wanted.replace(/^[-+]/, ''));
    const unit = bytes === undefined ? 'lines' : 'bytes';
    if (count === null) return fail(`head: invalid number of ${unit}: '${wanted}'\n`);
    const end = parsed.given.has('z') ? 0 : 10;
    const cut = ({ chunks, giveBack }: Input): AsyncIterable<Uint8Array> => {
      if (wanted.startsWith('-')) return allBut(chunks, count, unit, end);
      return unit === 'lines'
        ? firstLines(chunks, count, end, giveBack)
        : firstBytes(chunks, count, giveBack);
    };

    const operands = parsed.operands.length > 0 ? parsed.operands : ['-'];
    const opened: (Input | { failed: string })[] = [];
    for (const operand of operands) opened.push(await openInput(tools, context, operand));

    const output = new CommandOutput('head', tools, call);
    const header = headerFor(parsed.given, operands.length);
    let exitCode = 0;
    for (const [index, input] of opened.entries()) {
      if ('failed' in input) {
        const verb = input.failed === 'Is a directory' ? 'error reading' : 'cannot open';
        const tail = input.failed === 'Is a directory' ? '' : ' for reading';
        await output.error(`${verb} '${operands[index]}'${tail}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      const title = header(input.name);
      if (title) await output.write(title);
      await output.writeAll(cut(input));
    }
    return output.result(exitCode);
  });
}
