import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { decodeText } from './text/bytesText.ts';
import { displayWidth } from './text/columns.ts';
import { getopt, lastValues } from './text/getopt.ts';
import { readAll } from './text/readAll.ts';
import { ToolOutput } from './text/toolOutput.ts';

const spec = {
  short: 'tjs:o:c:xnN:R:H:O:W:T:dLeE:l:J',
  long: {
    table: 't',
    'separator=': 's',
    'output-separator=': 'o',
    'output-width=': 'c',
    fillrows: 'x',
    'table-columns=': 'N',
    'table-right=': 'R',
    'table-hide=': 'H',
    'table-noheadings': 'd',
    'table-columns-limit=': 'l',
    'keep-empty-lines': 'L',
    'table-empty-lines': 'L',
  },
};

function padded(text: string, width: number, right: boolean): string {
  const gap = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return right ? gap + text : text + gap;
}

/** `column` of util-linux: lists in columns, and tables with `-t`. */
export function column(tools: CommandTools): Command {
  return command('column', async (args, context) => {
    const parsed = getopt(args, spec);
    if ('error' in parsed)
      return fail(`column: ${parsed.error}\nTry 'column --help' for more information.\n`);
    const given = lastValues(parsed.options);
    const output = new ToolOutput('column', tools);
    let exitCode = 0;
    const lines: string[] = [];
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const bytes = await readAll(tools, context, operand);
      if ('failed' in bytes) {
        await output.error(`cannot open ${operand}: ${bytes.failed}`);
        exitCode = 1;
        continue;
      }
      const text = decodeText(bytes).replace(/\n$/, '');
      if (text !== '') lines.push(...text.split('\n'));
    }
    const kept = given.has('L') ? lines : lines.filter((line) => line.trim() !== '');
    output.print(given.has('t') ? table(kept, given) : list(kept, given));
    return output.end(exitCode);
  });
}

function table(lines: readonly string[], given: ReadonlyMap<string, string>): string {
  const separators = given.get('s');
  const limit = Number(given.get('l') ?? 0);
  const rows = lines.map((line) => {
    if (separators === undefined) return line.trim().split(/[ \t]+/);
    const cells: string[] = [''];
    for (const character of line) {
      const splits = separators.includes(character) && (limit === 0 || cells.length < limit);
      if (splits) cells.push('');
      else cells[cells.length - 1] += character;
    }
    return cells;
  });
  const names = given.get('N')?.split(',');
  if (names && !given.has('d')) rows.unshift(names);
  const count = Math.max(0, ...rows.map((row) => row.length));
  const columnsNamed = (option: string): Set<number> =>
    new Set(
      (given.get(option) ?? '')
        .split(',')
        .filter((name) => name !== '')
        .map((name) =>
          (names?.indexOf(name) ?? -1) >= 0
            ? names!.indexOf(name)
            : name === '-1'
              ? count - 1
              : Number(name) - 1,
        ),
    );
  const [right, hidden] = [columnsNamed('R'), columnsNamed('H')];
  const widths = Array.from({ length: count }, (_each, index) =>
    Math.max(...rows.map((row) => displayWidth(row[index] ?? ''))),
  );
  const shown = widths.flatMap((_width, index) => (hidden.has(index) ? [] : [index]));
  const between = given.get('o') ?? '  ';
  return rows
    .map((row) => {
      const last = shown.at(-1);
      const cells = shown.map((index) =>
        index === last && !right.has(index)
          ? (row[index] ?? '')
          : padded(row[index] ?? '', widths[index]!, right.has(index)),
      );
      // Cells that a short row lacks at its end are not filled up.
      const present = shown.filter((index) => index < row.length).length;
      return `${(given.has('o') || row.length === count ? cells : cells.slice(0, present)).join(between)}\n`;
    })
    .map((line, index) => (rows[index]!.length < count && !given.has('o') ? `${line.trimEnd()}\n` : line))
    .join('');
}

/** Names in columns parted by tabs, down the page, or across with `-x`. */
function list(lines: readonly string[], given: ReadonlyMap<string, string>): string {
  const width = Number(given.get('c') ?? 80);
  const entries = lines.map((line) => line.trim());
  const longest = Math.max(0, ...entries.map(displayWidth));
  const step = (Math.floor(longest / 8) + 1) * 8;
  if (longest >= width || entries.length === 0) return entries.map((entry) => `${entry}\n`).join('');
  const columns = Math.max(1, Math.floor(width / step));
  const rows = Math.ceil(entries.length / columns);
  const across = given.has('x');
  let text = '';
  for (let row = 0; row < rows; row++) {
    let at = 0;
    for (let index = 0; index < columns; index++) {
      const place = across ? row * columns + index : index * rows + row;
      const entry = entries[place];
      if (entry === undefined) break;
      const next = across ? place + 1 : place + rows;
      const isLast = index === columns - 1 || next >= entries.length;
      text += entry;
      at = index * step + displayWidth(entry);
      if (!isLast) text += '\t'.repeat(Math.ceil(((index + 1) * step - at) / 8));
    }
    text += '\n';
  }
  return text;
}
