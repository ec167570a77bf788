import { displayWidth } from './text/columns.ts';

/** Names in columns as `ls -C` (down) and `-x` (across) put them: each column as wide as its own longest, two blanks between. */
export function lsColumns(names: readonly string[], lineWidth: number, across: boolean): string {
  const widths = names.map(displayWidth);
  const most = Math.max(1, Math.min(names.length, Math.floor(lineWidth / 3)));
  for (let columns = most; columns >= 1; columns--) {
    const rows = Math.ceil(names.length / columns);
    const columnOf = (index: number): number => (across ? index % columns : Math.floor(index / rows));
    const used: number[] = [];
    for (const [index, width] of widths.entries()) {
      const column = columnOf(index);
      used[column] = Math.max(used[column] ?? 0, width + (column === columns - 1 ? 0 : 2));
    }
    if (columns > 1 && (used.length < columns || used.reduce((sum, width) => sum + width, 0) >= lineWidth))
      continue;
    let text = '';
    for (let row = 0; row < rows; row++) {
      let at = 0;
      for (let column = 0; column < columns; column++) {
        const index = across ? row * columns + column : column * rows + row;
        const name = names[index];
        if (name === undefined) break;
        const start = used.slice(0, column).reduce((sum, width) => sum + width, 0);
        text += gap(at, start) + name;
        at = start + widths[index]!;
      }
      text += '\n';
    }
    return text;
  }
  return names.map((name) => `${name}\n`).join('');
}

/** From column to column, by tabs where they fit, as GNU's `ls` does. */
function gap(from: number, to: number): string {
  let text = '';
  let at = from;
  while (at < to) {
    const next = Math.floor(at / 8) * 8 + 8;
    if (next <= to && Math.floor(to / 8) > Math.floor((at + 1) / 8)) {
      text += '\t';
      at = next;
    } else {
      text += ' ';
      at++;
    }
  }
  return text;
}
