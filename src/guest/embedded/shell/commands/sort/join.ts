import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from '../command.ts';
import { openInput } from '../inputs.ts';
import { getopt } from '../text/getopt.ts';
import { LineReader } from '../text/lineReader.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { compareText } from './keys.ts';

interface Row {
  readonly fields: readonly string[];
  readonly key: string;
}

/** GNU `join` of two sorted files. */
export function join(tools: CommandTools): Command {
  return command('join', async (args, context) => {
    const parsed = getopt(args, {
      short: '1:2:a:e:ij:o:t:v:z',
      long: {
        'ignore-case': 'i',
        header: 'header',
        'check-order': 'check',
        'nocheck-order': 'nocheck',
        'zero-terminated': 'z',
      },
    });
    if ('error' in parsed) return fail(`join: ${parsed.error}\nTry 'join --help' for more information.\n`);
    const { options, operands } = parsed;
    const last = (key: string): string | undefined => options.findLast((option) => option.key === key)?.value;
    const all = (key: string): string[] =>
      options.filter((option) => option.key === key).map(({ value }) => value);
    if (operands.length < 2)
      return fail(
        `join: ${operands.length === 0 ? 'missing operand' : `missing operand after '${operands[0]}'`}\nTry 'join --help' for more information.\n`,
      );
    const places = [Number(last('1') ?? last('j') ?? 1), Number(last('2') ?? last('j') ?? 1)] as const;
    const separator = last('t') ?? null;
    const output = new ToolOutput('join', tools);
    const readers: LineReader[] = [];
    for (const operand of operands.slice(0, 2)) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) return fail(`join: ${operand}: ${input.failed}\n`);
      readers.push(new LineReader(input.chunks, last('z') === undefined ? '\n' : '\0'));
    }
    const checks = parsed.options.findLast(({ key }) => key === 'check' || key === 'nocheck')?.key;
    /** Of each file, the row before and how many were read. */
    const before: [Row | null, Row | null] = [null, null];
    const counts: [number, number] = [0, 0];
    const disorder: [string | null, string | null] = [null, null];
    const ignoresCase = last('i') !== undefined;
    const read = async (side: 0 | 1): Promise<Row | null> => {
      const line = await readers[side]!.line();
      if (line === null) return null;
      const fields =
        separator === null ? line.trim().split(/[ \t]+/) : line.split(separator === '\\t' ? '\t' : separator);
      const key = fields[places[side] - 1] ?? '';
      const row = { fields, key: ignoresCase ? key.toLowerCase() : key };
      counts[side]++;
      const last = before[side];
      if (last && disorder[side] === null && compareText(last.key, row.key) > 0)
        disorder[side] = `${operands[side]}:${counts[side]}: is not sorted: ${line}`;
      before[side] = row;
      return row;
    };
    const empty = last('e') ?? '';
    const between = separator === null ? ' ' : separator === '\\t' ? '\t' : separator;
    const format = all('o')
      .flatMap((each) => each.split(/[ ,]+/))
      .filter((each) => each !== '' && each !== 'auto');
    const unpaired = [...all('v'), ...all('a')];
    const onlyUnpaired = all('v').length > 0;
    let widths: [number, number] | null = null;

    const show = (left: Row | null, right: Row | null): void => {
      const rows = [left, right];
      let cells: string[];
      if (format.length > 0) {
        cells = format.map((each) => {
          if (each === '0')
            return (left?.fields[places[0] - 1] ?? right?.fields[places[1] - 1] ?? '') || empty;
          const [file, field] = each.split('.').map(Number);
          return rows[(file ?? 1) - 1]?.fields[(field ?? 1) - 1] || empty;
        });
      } else {
        const shared = left ? left.fields[places[0] - 1]! : right!.fields[places[1] - 1]!;
        const rest = (side: 0 | 1): string[] => {
          const row = rows[side];
          if (row)
            return row.fields
              .filter((_field, index) => index !== places[side] - 1)
              .map((field) => field || empty);
          return all('o').includes('auto') && widths
            ? new Array(Math.max(0, widths[side] - 1)).fill(empty)
            : [];
        };
        cells = [shared, ...rest(0), ...rest(1)];
      }
      output.print(`${cells.join(between)}\n`);
    };

    let left = await read(0);
    let right = await read(1);
    widths = [left?.fields.length ?? 0, right?.fields.length ?? 0];
    if (last('header') !== undefined && left && right) {
      before[0] = null;
      before[1] = null;
      show(left, right);
      left = await read(0);
      right = await read(1);
    }
    let unpairedSeen = false;
    while (left || right) {
      const fault = disorder[0] ?? disorder[1];
      if (checks === 'check' && fault !== null) {
        await output.error(fault);
        return output.end(1);
      }
      const order = !left ? 1 : !right ? -1 : compareText(left.key, right.key);
      if (order !== 0) unpairedSeen = true;
      if (order < 0) {
        if (unpaired.includes('1')) show(left, null);
        left = await read(0);
      } else if (order > 0) {
        if (unpaired.includes('2')) show(null, right);
        right = await read(1);
      } else {
        const { key } = left!;
        const [a, b]: [Row[], Row[]] = [[], []];
        for (; left?.key === key; left = await read(0)) a.push(left);
        for (; right?.key === key; right = await read(1)) b.push(right);
        if (!onlyUnpaired) for (const x of a) for (const y of b) show(x, y);
      }
      if (output.isFull) await output.flush();
    }
    // Without the option it is said at the end, and only where something found no pair.
    const faults = checks !== 'nocheck' && unpairedSeen ? disorder.filter((fault) => fault !== null) : [];
    for (const fault of faults) await output.error(fault);
    if (faults.length === 0) return output.end(0);
    await output.error('input is not in sorted order');
    return output.end(1);
  });
}
