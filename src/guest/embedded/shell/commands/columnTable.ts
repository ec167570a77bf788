import { displayWidth } from './text/columns.ts';

type Given = ReadonlyMap<string, string>;
type Failed = { readonly failed: string };

interface Table {
  /** Null where the columns have no names. */
  readonly names: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  readonly count: number;
  /** Of the columns in the order in which they are written. */
  readonly shown: readonly number[];
  readonly right: ReadonlySet<number>;
}

/** Fields of a line; with a limit the last of them is the rest of the line. */
function fieldsOf(line: string, separators: string | undefined, limit: number): string[] {
  if (separators === undefined) {
    const words = [...line.trim().matchAll(/[^ \t]+/g)];
    const last = words[limit - 1];
    if (limit === 0 || !last) return words.map(([word]) => word);
    return [...words.slice(0, limit - 1).map(([word]) => word), line.trim().slice(last.index)];
  }
  const cells: string[] = [''];
  for (const character of line) {
    if (separators.includes(character) && (limit === 0 || cells.length < limit)) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}

function read(lines: readonly string[], given: Given): Table | Failed {
  const rows = lines.map((line) => fieldsOf(line, given.get('s'), Number(given.get('l') ?? 0)));
  const names = given.get('N')?.split(',').filter(Boolean) ?? null;
  const count = Math.max(names?.length ?? 0, ...rows.map((row) => row.length));
  let failed: string | null = null;
  /** Columns by name or number: 0 is all of them, -1 the last, `-` those without a name. */
  const columnsOf = (option: string): number[] =>
    (given.get(option) ?? '')
      .split(',')
      .filter((word) => word !== '')
      .flatMap((word) => {
        const named = names?.indexOf(word) ?? -1;
        if (named >= 0) return [named];
        if (word === '0') return Array.from({ length: count }, (_none, index) => index);
        if (word === '-1') return [count - 1];
        if (word === '-')
          return Array.from({ length: count }, (_none, index) => index).slice(names?.length ?? 0);
        if (!/^\d+$/.test(word)) failed ??= `undefined column name '${word}'`;
        return [Number(word) - 1];
      })
      .filter((index) => index < count);
  const hidden = new Set(columnsOf('H'));
  const ordered = new Set(columnsOf('O'));
  const right = new Set(columnsOf('R'));
  if (failed !== null) return { failed };
  const all = Array.from({ length: count }, (_none, index) => index);
  const shown = [...ordered, ...all.filter((index) => !ordered.has(index))].filter(
    (index) => !hidden.has(index),
  );
  return { names, rows, count, shown, right };
}

function padded(text: string, width: number, isRight: boolean): string {
  const gap = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return isRight ? gap + text : text + gap;
}

/** `column -t`: every row has all columns, and only the last of them is as wide as what is in it. */
export function alignedTable(lines: readonly string[], given: Given): string | Failed {
  const table = read(lines, given);
  if ('failed' in table) return table;
  const { names, shown, right } = table;
  if (table.rows.length === 0) return '';
  const rows = names && !given.has('d') ? [names, ...table.rows] : table.rows;
  const widths = shown.map((index) => Math.max(0, ...rows.map((row) => displayWidth(row[index] ?? ''))));
  const between = given.get('o') ?? '  ';
  const lineOf = (row: readonly string[]): string =>
    shown
      .map((index, place) => {
        const cell = row[index] ?? '';
        const isLast = place === shown.length - 1;
        return isLast && !right.has(index) ? cell : padded(cell, widths[place] ?? 0, right.has(index));
      })
      .join(between);
  return rows.map((row) => `${lineOf(row)}\n`).join('');
}

/** `column -J`: names in lower case, and null for a cell in which nothing is. */
export function jsonTable(lines: readonly string[], given: Given): string | Failed {
  const table = read(lines, given);
  if ('failed' in table) return table;
  const { names, rows, shown } = table;
  if (!names) return { failed: 'option --table-columns required for --json' };
  const wide = rows.findIndex((row) => row.length > names.length);
  if (wide >= 0)
    return { failed: `line ${wide + 2}: for JSON the name of the column ${names.length + 1} is required` };
  if (rows.length === 0) return '';
  const objects = rows.map((row) => {
    const members = shown.map((index) => {
      const cell = row[index] ?? '';
      return `         ${JSON.stringify(names[index]!.toLowerCase())}: ${cell === '' ? 'null' : JSON.stringify(cell)}`;
    });
    return `{\n${members.join(',\n')}\n      }`;
  });
  const name = JSON.stringify((given.get('n') ?? 'table').toLowerCase());
  return `{\n   ${name}: [\n      ${objects.join(',')}\n   ]\n}\n`;
}
