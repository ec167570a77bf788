import { plainText, type Row, type RowSource } from './spans.ts';

/** Rows that are held whole: a model view, a small file, a live tail. */
export class MemoryRows implements RowSource {
  readonly exact = true;
  readonly marginWidth: number;
  readonly hasMarks: boolean;
  readonly #rows: readonly Row[];

  constructor(rows: readonly Row[], marginWidth = String(rows.length).length) {
    this.#rows = rows;
    this.hasMarks = rows.some((row) => row.mark !== '');
    this.marginWidth = Math.max(3, marginWidth);
  }

  get totalRows(): number {
    return this.#rows.length;
  }

  rows(first: number, count: number): readonly Row[] {
    return this.#rows.slice(first, first + count);
  }

  subscribe(): () => void {
    return () => undefined;
  }

  async *search(needle: string): AsyncIterable<readonly number[]> {
    const wanted = needle.toLowerCase();
    yield this.#rows.flatMap((row, at) => (plainText(row.spans).toLowerCase().includes(wanted) ? [at] : []));
  }

  dispose(): void {}
}
