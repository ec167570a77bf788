import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Piece } from '../../../../src/core/index.ts';
import { modelRows } from '../../../../src/ui/inspector/modelRows.ts';
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
