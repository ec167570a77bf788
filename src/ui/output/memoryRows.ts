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
    if (wanted === '') return;
    const hits: number[] = [];
    for (let at = 0; at < this.#rows.length; ) {
      // A line that goes on in other rows is searched whole; what is found belongs to the row in which it begins.
      const first = at;
      const ends: number[] = [];
      let line = '';
      do {
        line += plainText(this.#rows[at]?.spans ?? []).toLowerCase();
        ends.push(line.length);
        at++;
      } while (this.#rows[at]?.margin === '');
      for (let found = line.indexOf(wanted); found >= 0; ) {
        const row = ends.findIndex((end) => found < end);
        hits.push(first + row);
        found = line.indexOf(wanted, ends[row]);
      }
    }
    yield hits;
  }

  dispose(): void {}
}
