import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Piece } from '../../../../src/core/index.ts';
import { modelRowSource, modelRows } from '../../../../src/ui/inspector/modelRows.ts';
import { viewParts } from '../../../../src/ui/inspector/viewParts.ts';
import { plainText } from '../../../../src/ui/output/spans.ts';

const texts = fc.array(
  fc.record({
    harness: fc.boolean(),
    text: fc.string({ unit: fc.constantFrom('a', '\n', 'é', ' '), minLength: 1, maxLength: 30 }),
  }),
);

function viewOf(parts: readonly { readonly harness: boolean; readonly text: string }[]) {
  let at = 0;
  const pieces: Piece[] = parts.map((part) => {
    if (part.harness) return { from: 'harness', role: 'notice', text: part.text };
    const start = at;
    at += part.text.length;
    return { from: 'output', of: 'merged', start, end: at };
  });
  return { pieces, text: parts.map((part) => part.text).join('') };
}

test('rows are the lines of the exact text', () => {
  fc.assert(
    fc.property(texts, (parts) => {
      const view = viewOf(parts);
      const lines = view.text.endsWith('\n') ? view.text.slice(0, -1).split('\n') : view.text.split('\n');
      expect(modelRows(view).map((row) => plainText(row.spans))).toEqual(lines);
    }),
  );
});

test('what the harness said is tinted and marked, output is plain', () => {
  const view = viewOf([
    { harness: true, text: 'Exit code 1\n' },
    { harness: false, text: 'a\nb' },
    { harness: true, text: '\n...' },
  ]);
  expect(modelRows(view)).toEqual([
    {
      margin: '1',
      mark: '›',
      className: 'row-harness',
      spans: [{ text: 'Exit code 1', className: 'harness' }],
      output: null,
    },
    {
      margin: '2',
      mark: '',
      className: '',
      spans: [{ text: 'a', className: '' }],
      output: { piece: 1, offset: 0 },
    },
    {
      // Only the newline after it is the harness's: what is read in this row is output.
      margin: '3',
      mark: '',
      className: '',
      spans: [{ text: 'b', className: '' }],
      output: { piece: 1, offset: 2 },
    },
    {
      margin: '4',
      mark: '›',
      className: 'row-harness',
      spans: [{ text: '...', className: 'harness' }],
      output: null,
    },
  ]);
});

test('a very long line comes in rows that join to it, with one line number', () => {
  const rows = modelRows(viewOf([{ harness: false, text: `${'x'.repeat(4_001)}\ny` }]));
  expect(rows.map((row) => [row.margin, plainText(row.spans).length])).toEqual([
    ['1', 2_000],
    ['', 2_000],
    ['', 1],
    ['2', 1],
  ]);
});

test('at any number of columns the rows of a line join to it, lines of output stay whole, and no row begins in harness words past them', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (parts, columns) => {
      const view = viewOf(parts);
      const joined: string[] = [];
      const rows = modelRows(view, columns);
      for (const row of rows) {
        if (row.margin === '') joined.push(`${joined.pop()}${plainText(row.spans)}`);
        else joined.push(plainText(row.spans));
      }
      expect(joined).toEqual(modelRows(view).map((row) => plainText(row.spans)));
      const onlyHarness = rows.filter(({ spans }) => spans.every(({ className }) => className === 'harness'));
      expect(onlyHarness.filter(({ spans }) => plainText(spans).length > columns)).toEqual([]);
      const onlyOutput = viewOf(parts.filter(({ harness }) => !harness));
      expect(modelRows(onlyOutput, columns)).toEqual(modelRows(onlyOutput));
    }),
  );
});

test('harness words go on behind a blank or a slash where there is one in the second half of the row', () => {
  const rows = (text: string, columns: number) =>
    modelRows(viewOf([{ harness: true, text }]), columns).map(({ spans }) => plainText(spans));
  expect(rows('Full output saved to: /home/user/saved.txt', 20)).toEqual([
    'Full output saved ',
    'to: /home/user/',
    'saved.txt',
  ]);
  expect(rows('a bcdefghij', 6)).toEqual(['a bcde', 'fghij']);
  expect(rows('ab😀cd', 3)).toEqual(['ab', '😀c', 'd']);
});

test('control characters are shown, not swallowed', () => {
  expect(plainText(modelRows(viewOf([{ harness: false, text: 'a\x1b\r' }]))[0]?.spans ?? [])).toBe('a␛␍');
});

test('the parts of a view by who said them hold all of its text', () => {
  fc.assert(
    fc.property(texts, (parts) => {
      const view = viewOf(parts);
      const byRole = (harness: boolean) =>
        parts
          .filter((part) => part.harness === harness)
          .map((part) => part.text)
          .join('');
      const runs = viewParts(view);
      const found = (role: string) => runs.flatMap((run) => (run.role === role ? [run.text] : [])).join('');
      expect([found('notice'), found('output')]).toEqual([byRole(true), byRole(false)]);
      expect(runs.map(({ text }) => text).join('')).toBe(view.text);
    }),
  );
});

test('words that go on in the next row are found, in the row in which they begin', async () => {
  const text = 'Full output saved to: /home/user/saved.txt\nsaved to\n';
  const source = modelRowSource(modelRows(viewOf([{ harness: true, text }]), 20));
  const found = async (needle: string) => {
    const hits: number[] = [];
    for await (const some of source.search(needle)) hits.push(...some);
    return hits;
  };
  expect(await Promise.all(['SAVED TO', 'saved', 'user/saved', 'txt saved', ''].map(found))).toEqual([
    [0, 3],
    [0, 2, 3],
    [1],
    [],
    [],
  ]);
});
