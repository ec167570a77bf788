import type { Column } from './labState.svelte.ts';

/** A column that is shown, and those with the very same text that stand behind it. */
export interface ColumnGroup {
  readonly column: Column;
  readonly others: readonly Column[];
}

/** Every column by itself, or one for each different text; what is not worked out yet stands by itself. */
export function groupColumns(columns: readonly Column[], onlyDiffer: boolean): readonly ColumnGroup[] {
  if (!onlyDiffer) return columns.map((column) => ({ column, others: [] }));
  const groups: { column: Column; others: Column[] }[] = [];
  for (const column of columns) {
    const same = groups.find((group) => isSame(group.column, column));
    if (same) same.others.push(column);
    else groups.push({ column, others: [] });
  }
  return groups;
}

function isSame(left: Column, right: Column): boolean {
  return (
    !!left.result?.ok && !!right.result?.ok && left.result.view.sent.text === right.result.view.sent.text
  );
}
