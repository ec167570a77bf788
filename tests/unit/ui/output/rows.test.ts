import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteRows } from '../../../../src/ui/output/byteRows.ts';
import { memorySource } from '../../../../src/ui/output/byteSource.ts';
import { BLOCK_BYTES, RowIndex } from '../../../../src/ui/output/rowIndex.ts';
import { LOOK_BACK_BYTES, MAX_ROW_BYTES, visitRowStarts } from '../../../../src/ui/output/rowSplit.ts';
import { plainText } from '../../../../src/ui/output/spans.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function startsOf(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  visitRowStarts(bytes, 0, 0, bytes.length, (start) => starts.push(start));
  return starts;
}

async function textOf(bytes: Uint8Array): Promise<string[]> {
  const rows = new ByteRows(memorySource(bytes), { paint: 'ansi', stderr: [], seen: [] });
  while (!rows.exact || rows.rows(0, rows.totalRows).includes(null))
    await new Promise((done) => setTimeout(done));
  const out = rows.rows(0, rows.totalRows).map((row) => plainText(row?.spans ?? []));
  rows.dispose();
  return out;
}

/** Lines of every length around the places where rows and blocks break. */
const lines = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 90 }),
    fc.constantFrom(4095, 4096, 4097, 8191, 8192, 8193, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1),
  ),
  { maxLength: 60 },
);

describe('rows of bytes', () => {
  test('nothing has no rows, and a newline alone is one empty row', async () => {
    expect(await textOf(utf8(''))).toEqual([]);
    expect(await textOf(utf8('\n'))).toEqual(['']);
  });

  test('a last line without a newline is a row, and a final newline adds none', async () => {
    expect(await textOf(utf8('a\nb'))).toEqual(['a', 'b']);
    expect(await textOf(utf8('a\r\nb\n'))).toEqual(['a', 'b']);
  });

  test('a page of a file keeps the numbers that its lines have there', async () => {
    const options = { paint: 'ansi', stderr: [], seen: [], firstLine: 2_281 } as const;
    const rows = new ByteRows(memorySource(utf8(`a\n${'x'.repeat(9_000)}\nc\n`)), options);
    const { rows: shown } = await rows.lastRows(10);
    expect(shown.map((row) => row.margin)).toEqual(['2281', '2282', '', '2283']);
    expect(rows.marginWidth).toBe(4);
    rows.dispose();
  });

  test('rows join to the whole text wherever lines and blocks break', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (lengths) => {
        const text = lengths.map((length) => 'é'.repeat(length >> 1) + (length & 1 ? 'x' : '')).join('\n');
        expect((await textOf(utf8(text))).join('')).toBe(text.replaceAll('\n', ''));
      }),
      { numRuns: 30 },
    );
  });

  test('a block finds its rows from the look-back alone, as the whole does', () => {
    fc.assert(
      fc.property(lines, (lengths) => {
        const bytes = utf8(
          lengths.map((length) => 'é'.repeat(length >> 1) + (length & 1 ? 'x' : '')).join('\n'),
        );
        const blockwise: number[] = [];
        for (let from = 0; from < bytes.length; from += BLOCK_BYTES) {
          const bufferStart = Math.max(0, from - LOOK_BACK_BYTES);
          const to = Math.min(bytes.length, from + BLOCK_BYTES);
          visitRowStarts(bytes.subarray(bufferStart, to + 4), bufferStart, from, to, (start) =>
            blockwise.push(start),
          );
        }
        expect(blockwise).toEqual(startsOf(bytes));
      }),
      { numRuns: 60 },
    );
  });

  test('no row is longer than its bound', () => {
    fc.assert(
      fc.property(lines, (lengths) => {
        const bytes = utf8(lengths.map((length) => 'x'.repeat(length)).join('\n'));
        const starts = [...startsOf(bytes), bytes.length];
        for (let at = 1; at < starts.length; at++)
          expect(starts[at]! - starts[at - 1]!).toBeLessThanOrEqual(MAX_ROW_BYTES);
      }),
      { numRuns: 60 },
    );
  });

  test('the estimate gives way to the exact number of rows once everything has been walked over', async () => {
    const bytes = utf8('0123456789\n'.repeat(300_000));
    const index = new RowIndex(memorySource(bytes));
    expect(index.complete).toBe(false);
    await index.advance();
    expect(Math.abs(index.totalRows - 300_000)).toBeLessThan(20);
    while (await index.advance());
    expect(index.totalRows).toBe(300_000);
  });

  test('a colour set lines before goes on in a later block', async () => {
    const bytes = utf8(`\x1b[31m${'red line\n'.repeat(20_000)}`);
    const rows = new ByteRows(memorySource(bytes), { paint: 'ansi', stderr: [], seen: [] });
    while (!rows.exact || rows.rows(19_990, 1).includes(null)) await new Promise((done) => setTimeout(done));
    expect(rows.rows(19_990, 1)).toEqual([
      { margin: '19991', mark: '', className: '', spans: [{ text: 'red line', className: 'fg-1' }] },
    ]);
    rows.dispose();
  });

  test('a row says which part stderr wrote and which part the model has seen', async () => {
    const rows = new ByteRows(memorySource(utf8('out err\n')), {
      paint: 'ansi',
      stderr: [{ start: 4, end: 8 }],
      seen: [{ start: 0, end: 6 }],
    });
    while (rows.rows(0, 1).includes(null) || rows.rows(0, 1).length === 0)
      await new Promise((done) => setTimeout(done));
    expect(rows.rows(0, 1)).toEqual([
      {
        margin: '1',
        mark: 'err',
        className: 'row-stderr row-seen',
        spans: [
          { text: 'out ', className: 'seen' },
          { text: 'er', className: 'stderr seen' },
          { text: 'r', className: 'stderr' },
        ],
      },
    ]);
    rows.dispose();
  });

  test('a search names every row that holds the words, in either case', async () => {
    const rows = new ByteRows(memorySource(utf8('one\nTWO\nthree two\n')), {
      paint: 'ansi',
      stderr: [],
      seen: [],
    });
    const found: number[] = [];
    for await (const some of rows.search('two', new AbortController().signal)) found.push(...some);
    expect(found).toEqual([1, 2]);
    rows.dispose();
  });

  test('a byte and its row lead to each other', async () => {
    const bytes = utf8('0123456789\n'.repeat(50_000));
    const rows = new ByteRows(memorySource(bytes), { paint: 'raw', stderr: [], seen: [] });
    for (const row of [0, 1, 5_957, 5_958, 49_999]) {
      const byte = row * 11;
      expect(await rows.rowOfByte(byte)).toBe(row);
      expect(await rows.rowOfByte(byte + 10)).toBe(row);
      expect(await rows.byteOfRow(row)).toBe(byte);
    }
    rows.dispose();
  });
});
