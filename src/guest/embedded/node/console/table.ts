/** The table of `console.table`, drawn as Node 20 draws it. */
export function drawTable(
  head: readonly string[],
  columns: readonly (readonly string[])[],
  width: (text: string) => number,
): string {
  const rowCount = Math.max(0, ...columns.map((column) => column.length));
  const widths = columns.map((column, index) => {
    const cells = [head[index] ?? '', ...column];
    return Math.max(...cells.map(width)) + 2;
  });
  const line = (left: string, middle: string, right: string) =>
    `${left}${widths.map((each) => '─'.repeat(each)).join(middle)}${right}\n`;
  const row = (cells: readonly string[]) =>
    `│${cells.map((cell, index) => ` ${cell}${' '.repeat(Math.max(0, (widths[index] ?? 0) - width(cell) - 1))}`).join('│')}│\n`;
  let text = line('┌', '┬', '┐') + row(head) + line('├', '┼', '┤');
  for (let at = 0; at < rowCount; at++) text += row(columns.map((column) => column[at] ?? ''));
  return text + line('└', '┴', '┘').slice(0, -1);
}
