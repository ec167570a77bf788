import type { Command } from 'just-bash/browser';
import { alignedTable, jsonTable } from './columnTable.ts';
import { type CommandTools, command, fail } from './command.ts';
import { decodeText } from './text/bytesText.ts';
import { displayWidth } from './text/columns.ts';
import { getopt, lastValues } from './text/getopt.ts';
import { readAll } from './text/readAll.ts';
import { ToolOutput } from './text/toolOutput.ts';

/** Characters across a page that nobody has measured. */
const usualWidth = 80;

const spec = {
  short: 'tjs:o:c:xn:N:R:H:O:W:T:dLeE:l:J',
  long: {
    table: 't',
    'separator=': 's',
    'output-separator=': 'o',
    'output-width=': 'c',
    fillrows: 'x',
    'table-columns=': 'N',
    'table-name=': 'n',
    'table-order=': 'O',
    'table-truncate=': 'T',
    'table-wrap=': 'W',
    'table-noextreme=': 'E',
    'table-header-repeat': 'e',
    json: 'J',
    'table-right=': 'R',
    'table-hide=': 'H',
    'table-noheadings': 'd',
    'table-columns-limit=': 'l',
    'keep-empty-lines': 'L',
    'table-empty-lines': 'L',
  },
};

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
        await output.error(`${operand}: ${bytes.failed}`);
        exitCode = 1;
        continue;
      }
      const text = decodeText(bytes).replace(/\n$/, '');
      if (text !== '') lines.push(...text.split('\n'));
    }
    const kept = given.has('L') ? lines : lines.filter((line) => line.trim() !== '');
    if (given.has('t') || given.has('J')) {
      const made = given.has('J') ? jsonTable(kept, given) : alignedTable(kept, given);
      if (typeof made === 'string') output.print(made);
      else {
        await output.error(made.failed);
        exitCode = 1;
      }
    } else output.print(list(kept, given, Number(context.exportedEnv?.COLUMNS) || usualWidth));
    return output.end(exitCode);
  });
}

/** Names in columns parted by tabs, down the page, or across with `-x`. */
function list(lines: readonly string[], given: ReadonlyMap<string, string>, usual: number): string {
  const width = Number(given.get('c') ?? usual);
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
