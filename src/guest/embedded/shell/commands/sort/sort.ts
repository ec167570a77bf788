import type { Command } from 'just-bash/browser';
import { type CommandTools, type Context, command, fail } from '../command.ts';
import { CommandOutput } from '../commandOutput.ts';
import { openInput, reasonOf } from '../inputs.ts';
import { decodeText } from '../text/bytesText.ts';
import { readAll } from '../text/readAll.ts';
import type { Piece } from './runs.ts';
import { firstDisorder, sortedInputs } from './sortedInputs.ts';
import { parseSort } from './sortOptions.ts';

/**
 * GNU `sort` in the C locale. The input is sorted in runs, which are kept as bytes alone and merged while they are
 * written: in memory it is once what was read, and what is made for the lines of one run.
 */
export function sort(tools: CommandTools): Command {
  return command('sort', async (args, context) => {
    const salt = [0, 1, 2, 3].map(() => tools.randomByte());
    const options = parseSort(args, salt);
    if ('error' in options) return fail(`sort: ${options.error}\n`, 2);
    const output = new CommandOutput('sort', tools, tools.live.takeCall('sort'));
    const failed = async (words: string) => {
      await output.error(words);
      return output.result(2);
    };
    let { operands } = options;
    if (options.namesFrom !== null) {
      const names = await readAll(tools, context, options.namesFrom);
      if ('failed' in names) return failed(`open failed: ${options.namesFrom}: ${names.failed}`);
      operands = decodeText(names).replace(/\0$/, '').split('\0');
    }
    const inputs: AsyncIterable<Uint8Array>[] = [];
    for (const operand of operands) {
      const input = await openInput(tools, context, operand);
      if (!('failed' in input)) inputs.push(input.chunks);
      else
        return failed(
          `${input.failed === 'Is a directory' ? 'read failed' : 'cannot read'}: ${operand}: ${input.failed}`,
        );
    }
    if (options.check !== null) {
      const disorder = await firstDisorder(inputs[0]!, options);
      if (disorder === null) return output.result(0);
      if (options.check === 'told')
        await output.error(`${operands[0]}:${disorder.line}: disorder: ${disorder.text}`);
      return output.result(1);
    }
    const sorted = await sortedInputs(inputs, options);
    if (options.target !== null) {
      try {
        await writeTo(tools, context, options.target, sorted);
      } catch (error) {
        return failed(`open failed: ${options.target}: ${reasonOf(error)}`);
      }
      return output.result(0);
    }
    for (const piece of sorted) if (!(await output.pass(piece))) break;
    return output.result(0);
  });
}

async function writeTo(
  { disk }: CommandTools,
  { cwd }: Context,
  target: string,
  pieces: Iterable<Piece>,
): Promise<void> {
  const path = disk.resolvePath(cwd, target);
  await disk.writeFile(path, new Uint8Array(0));
  for (const piece of pieces) await disk.appendFile(path, piece);
}
