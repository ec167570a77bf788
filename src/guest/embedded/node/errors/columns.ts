/** A change of a line before it was compiled; `at` is the column in the source, from 0. */
export interface LineEdit {
  readonly at: number;
  readonly removed: number;
  readonly added: number;
  /** The callee of a call: V8 points behind it where its text is in parentheses. */
  readonly isCallee?: boolean;
}

/** How compiled texts differ from their sources: by file, by line, in order. */
const editsOf = new Map<string, ReadonlyMap<number, readonly LineEdit[]>>();

export function noteEdits(file: string, edits: ReadonlyMap<number, readonly LineEdit[]>): void {
  editsOf.set(file, edits);
}

/** The column in the program's own text; both count from 1. */
export function ownColumn(file: string, line: number, column: number): number {
  let shift = 0;
  for (const { at, removed, added, isCallee } of editsOf.get(file)?.get(line) ?? []) {
    const start = at + shift;
    if (column - 1 < start) break;
    if (column - 1 < start + added || (isCallee && column - 1 === start + added)) return at + 1;
    shift += added - removed;
  }
  return column - shift;
}

export function isEdited(file: string): boolean {
  return editsOf.has(file);
}

/** What was put before the whole text: so many characters of line 1 are no program's. */
export function headLength(file: string): number {
  const [first] = editsOf.get(file)?.get(1) ?? [];
  return first?.at === 0 && first.removed === 0 ? first.added : 0;
}
