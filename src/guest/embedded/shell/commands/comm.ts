import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { openInput } from './inputs.ts';
import { compareText } from './sort/keys.ts';
import { getopt, lastValues } from './text/getopt.ts';
import { LineReader } from './text/lineReader.ts';
import { ToolOutput } from './text/toolOutput.ts';

const spec = {
  short: '123z',
  long: {
    'check-order': 'check',
    'nocheck-order': 'nocheck',
    'output-delimiter=': 'delimiter',
    total: 'total',
    'zero-terminated': 'z',
  },
};

/** One of the two files: its line, and whether its lines were in order. */
class Side {
  readonly #reader: LineReader;
  line: string | null = null;
  #before: string | null = null;
  /** The order of the last two lines that were read. */
  isWrong = false;

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  /** At the end of the file the last two lines stay those that are looked at. */
  async advance(): Promise<void> {
    if (this.line !== null) this.#before = this.line;
    this.line = this.#reader.ready > 0 ? this.#reader.next() : await this.#reader.line();
    if (this.line !== null && this.#before !== null) this.isWrong = compareText(this.#before, this.line) > 0;
  }
}

/** GNU `comm`. */
export function comm(tools: CommandTools): Command {
  return command('comm', async (args, context) => {
    const parsed = getopt(args, spec);
    const tryHelp = "Try 'comm --help' for more information.\n";
    if ('error' in parsed) return fail(`comm: ${parsed.error}\n${tryHelp}`);
    const { operands } = parsed;
    if (operands.length === 0) return fail(`comm: missing operand\n${tryHelp}`);
    if (operands.length === 1) return fail(`comm: missing operand after '${operands[0]}'\n${tryHelp}`);
    if (operands.length > 2) return fail(`comm: extra operand '${operands[2]}'\n${tryHelp}`);
    const given = lastValues(parsed.options);
    const output = new ToolOutput('comm', tools);
    const end = given.has('z') ? '\0' : '\n';
    const delimiter = given.get('delimiter') || '\t';
    const sides: Side[] = [];
    for (const operand of operands) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        return output.end(1);
      }
      sides.push(new Side(new LineReader(input.chunks, end)));
    }
    const [left, right] = sides as [Side, Side];
    const columns = ['1', '2', '3'].map((key) => !given.has(key));
    const leads = columns.map((_shown, index) =>
      delimiter.repeat(columns.slice(0, index).filter(Boolean).length),
    );
    const totals = [0, 0, 0];
    const warned = [false, false];
    let isUnpaired = false;
    const look = async (index: number): Promise<boolean> => {
      if (given.has('nocheck') || warned[index] || !sides[index]?.isWrong) return true;
      if (!given.has('check') && !isUnpaired) return true;
      warned[index] = true;
      await output.error(`file ${index + 1} is not in sorted order`);
      return !given.has('check');
    };
    await Promise.all([left.advance(), right.advance()]);
    while ((left.line !== null || right.line !== null) && !output.closed) {
      const order =
        left.line === null ? 1 : right.line === null ? -1 : Math.sign(compareText(left.line, right.line));
      const column = order === 0 ? 2 : order < 0 ? 0 : 1;
      totals[column]! += 1;
      if (order !== 0) isUnpaired = true;
      if (columns[column]) output.print(`${leads[column]}${order > 0 ? right.line : left.line}${end}`);
      if (output.isFull) await output.flush();
      for (const [index, side] of sides.entries()) {
        if (order === (index === 0 ? 1 : -1)) continue;
        await side.advance();
        if (!(await look(index))) return output.end(1);
      }
    }
    if (given.has('total')) output.print(`${totals.join(delimiter)}${delimiter}total${end}`);
    if (warned.includes(true)) await output.error('input is not in sorted order');
    return output.end(warned.includes(true) ? 1 : 0);
  });
}
