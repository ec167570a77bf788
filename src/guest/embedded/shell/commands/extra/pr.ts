import { strftime } from '../time/strftime.ts';
import { fieldsAt, zoneOf } from '../time/zone.ts';
import { type Options, optionsOf } from './getopt.ts';
import type { Io } from './io.ts';

const spec = [
  'a|across',
  'columns=',
  'd|double-space',
  'D|date-format=',
  'F|f|form-feed',
  'h|header=',
  'J|join-lines',
  'l|length=',
  'm|merge',
  'n|number-lines=?',
  'N|first-line-number=',
  'o|indent=',
  'r|no-file-warnings',
  's|separator=?',
  'S|sep-string=?',
  't|omit-header',
  'T|omit-pagination',
  'v|show-nonprinting',
  'w|width=',
  'W|page-width=',
  'e|expand-tabs=?',
  'i|output-tabs=?',
];

const headerLines = 5;
const trailerLines = 5;

interface Layout {
  readonly columns: number;
  readonly across: boolean;
  readonly merges: boolean;
  /** What stands between columns; null: they are padded to their width. */
  readonly separator: string | null;
  readonly width: number;
  /** Lines of text on a page. */
  readonly body: number;
  readonly hasHeader: boolean;
  readonly double: boolean;
  readonly indent: string;
  readonly number: { readonly digits: number; readonly after: string; readonly first: number } | null;
}

/** `pr`: pages with headers, and text in columns. `-4` is `--columns=4`, `+2:3` the pages to show. */
export async function pr(io: Io, args: readonly string[]): Promise<number> {
  const words = args.flatMap((arg) => {
    const columns = /^-(\d+)(\D.*)?$/.exec(arg);
    return columns ? [`--columns=${columns[1]}`, ...(columns[2] ? [`-${columns[2]}`] : [])] : [arg];
  });
  const pages = words.find((word) => /^\+\d+(:\d+)?$/.test(word));
  const options = optionsOf(
    words.filter((word) => word !== pages),
    spec,
  );
  if ('error' in options) return io.usage(options.error);
  const layout = layoutOf(options);
  const [from = 1, to = Number.POSITIVE_INFINITY] = (pages ?? '+1').slice(1).split(':').map(Number);
  const files = options.operands.length > 0 ? options.operands : ['-'];
  const texts: { readonly name: string; readonly lines: string[] }[] = [];
  let exitCode = 0;
  for (const file of files) {
    const text = await io.readText(file);
    if (typeof text !== 'string') exitCode = await io.fail(`${file}: ${text.failed}`);
    else texts.push({ name: file, lines: linesOf(text) });
  }
  const title = options.get('h');
  const shown =
    layout.merges && texts.length > 0 ? [{ name: '', rows: mergedRows(texts, layout), lines: [] }] : texts;
  for (const each of shown) {
    const rows = 'rows' in each ? [...each.rows] : null;
    const chunks = rows ? chunked(rows, layout.body) : pagesOf(each.lines, layout);
    const name = title ?? (each.name === '-' ? '' : each.name);
    const date = await dateOf(io, each.name, options);
    for (const [at, page] of chunks.entries()) {
      if (at + 1 < from || at + 1 > to) continue;
      if (!(await io.out(pageText(page, layout, { name, date, page: at + 1 })))) return exitCode;
    }
  }
  return exitCode;
}

function layoutOf(options: Options): Layout {
  const length = Number(options.get('l') ?? 66);
  const hasHeader = !options.has('t', 'T') && length > headerLines + trailerLines;
  const text = hasHeader ? length - headerLines - trailerLines : length;
  const double = options.has('d');
  const separator = options.has('S')
    ? (options.get('S') ?? '')
    : options.has('s')
      ? options.get('s') || '\t'
      : null;
  const numbered = /^(\D?)(\d*)$/.exec(options.get('n') ?? '');
  return {
    columns: Math.max(1, Number(options.get('columns') ?? 1)),
    across: options.has('a'),
    merges: options.has('m'),
    separator: options.has('J') && separator === null ? '\t' : separator,
    width: Number(options.get('W') ?? options.get('w') ?? 72),
    body: Math.max(1, double ? Math.floor(text / 2) : text),
    hasHeader,
    double,
    indent: ' '.repeat(Number(options.get('o') ?? 0)),
    number: options.has('n')
      ? {
          digits: Number(numbered?.[2] || 5),
          after: numbered?.[1] || '\t',
          first: Number(options.get('N') ?? 1),
        }
      : null,
  };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

function numbered(line: string, index: number, { number }: Layout): string {
  if (!number) return line;
  const digits = String(number.first + index).slice(-number.digits);
  return `${digits.padStart(number.digits)}${number.after}${line}`;
}

/** The rows of one file, page by page. */
function pagesOf(lines: readonly string[], layout: Layout): string[][] {
  const { columns, body, across } = layout;
  const entries = lines.map((line, index) => numbered(line, index, layout));
  if (columns === 1) return chunked(entries, body);
  return chunked(entries, body * columns).map((page) => {
    if (across) return chunked(page, columns).map((row) => rowText(row, columns, layout));
    const full = page.length === body * columns;
    const rest = page.length % columns;
    const heights = Array.from({ length: columns }, (_each, column) =>
      full ? body : Math.floor(page.length / columns) + (column < rest ? 1 : 0),
    );
    const starts = heights.map((_height, column) =>
      heights.slice(0, column).reduce((sum, each) => sum + each, 0),
    );
    return Array.from({ length: heights[0]! }, (_each, row) =>
      rowText(
        heights.flatMap((height, column) => (row < height ? [page[starts[column]! + row]!] : [])),
        columns,
        layout,
      ),
    );
  });
}

/** Files side by side, a line of each in a row. */
function mergedRows(texts: readonly { readonly lines: readonly string[] }[], layout: Layout): string[] {
  const count = Math.max(0, ...texts.map(({ lines }) => lines.length));
  return Array.from({ length: count }, (_each, row) =>
    numbered(
      rowText(
        texts.map(({ lines }) => lines[row] ?? ''),
        texts.length,
        layout,
      ),
      row,
      layout,
    ),
  );
}

function rowText(cells: readonly string[], columns: number, { separator, width, merges }: Layout): string {
  if (separator !== null) return cells.join(separator);
  const cellWidth = Math.max(1, Math.floor((width - (columns - 1)) / columns));
  let text = '';
  let at = 0;
  cells.forEach((cell, index) => {
    const start = index * (cellWidth + 1);
    if (cell === '' && index === cells.length - 1 && !merges) return;
    text += blanksTo(at, start);
    const cut = cell.includes('\t') ? cell : cell.slice(0, cellWidth);
    text += cut;
    at = Math.max(at, start) + cut.length;
  });
  return text;
}

/** Tabs as far as they reach, then blanks. */
function blanksTo(from: number, to: number): string {
  let [text, at] = ['', from];
  for (let next = (Math.floor(at / 8) + 1) * 8; next <= to && to - at > 1; next += 8) {
    text += '\t';
    at = next;
  }
  return text + ' '.repeat(Math.max(0, to - at));
}

async function dateOf(io: Io, name: string, options: Options): Promise<string> {
  const stat = name === '-' || name === '' ? null : await io.stat(io.path(name));
  const ms = stat?.mtimeMs ?? Date.now();
  return strftime(options.get('D') ?? '%Y-%m-%d %H:%M', fieldsAt(ms, zoneOf(io.context)));
}

function pageText(
  rows: readonly string[],
  layout: Layout,
  head: { readonly name: string; readonly date: string; readonly page: number },
): string {
  const end = layout.double ? '\n\n' : '\n';
  const body = rows.map((row) => `${row === '' ? '' : layout.indent}${row}${end}`).join('');
  if (!layout.hasHeader) return body;
  const pageWords = `Page ${head.page}`;
  const free = Math.max(0, 72 - head.date.length - head.name.length - pageWords.length);
  const left = Math.max(1, free >> 1);
  const title = `${head.date}${' '.repeat(left)}${head.name}${' '.repeat(Math.max(1, free - (free >> 1)))}${pageWords}`;
  const missing = layout.body - rows.length;
  return `\n\n${layout.indent}${title}\n\n\n${body}${'\n'.repeat(missing * end.length + trailerLines)}`;
}
