import type { StreamName } from '../contract/index.ts';

/** A character without a width. Its bytes in its stream are `[ownedFrom, endByte)`. */
export interface Mark {
  readonly stream: StreamName;
  readonly codePoint: number;
  readonly ownedFrom: number;
  readonly endByte: number;
}

/** Characters without a width, by the column of the one that they follow; -1 before the first. */
export class RowMarks {
  readonly #byColumn: Map<number, Mark[]>;
  #count: number;

  constructor(from: RowMarks | null = null) {
    this.#byColumn = new Map();
    this.#count = from === null ? 0 : from.#count;
    for (const [column, marks] of from === null ? [] : from.#byColumn) this.#byColumn.set(column, [...marks]);
  }

  get count(): number {
    return this.#count;
  }

  add(column: number, mark: Mark): void {
    const there = this.#byColumn.get(column);
    if (there === undefined) this.#byColumn.set(column, [mark]);
    else there.push(mark);
    this.#count += 1;
  }

  at(column: number): readonly Mark[] {
    return this.#count === 0 ? [] : (this.#byColumn.get(column) ?? []);
  }

  forget(column: number): void {
    if (this.#count === 0) return;
    const marks = this.#byColumn.get(column);
    if (marks === undefined) return;
    this.#byColumn.delete(column);
    this.#count -= marks.length;
  }

  /** Those of this column and of all after it. */
  forgetFrom(first: number): void {
    if (this.#count === 0) return;
    for (const column of [...this.#byColumn.keys()]) if (column >= first) this.forget(column);
  }

  clear(): void {
    if (this.#count === 0) return;
    this.#byColumn.clear();
    this.#count = 0;
  }
}
