import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadPage } from '../../../../../src/core/index.ts';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/cline.json';
import { failedWith } from '../../support/outputs.ts';
import { someOutput, viewUnder } from '../../support/profileViews.ts';
import { clineOracle } from '../oracles/middles.ts';

test('every golden of Cline gives the whole text', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
});

test('both halves are slices of the whole text, whatever the windows hold', () => {
  fc.assert(
    fc.property(someOutput, fc.integer({ min: 2, max: 500 }), (output, limit) => {
      const view = viewUnder('cline', output, {
        overrides: { inlineLimit: { default: limit } },
        windowUnits: 600,
      });
      if (output.trim() !== '') expect(view.text).toBe(clineOracle(output, limit));
      expect(view.text.isWellFormed()).toBe(true);
    }),
  );
});

test('a failing command and one that was stopped say so above what they wrote', () => {
  const outcome = {
    status: 'error',
    error: { code: 'ABORTED', phase: 'abort', message: 'stop' },
    stoppedBy: 'user',
    unconfirmedStop: false,
  } as const;
  expect(viewUnder('cline', 'out', { outcome: failedWith(2) }).text).toBe(
    'Command failed with exit code 2\nout',
  );
  expect(viewUnder('cline', 'out', { outcome }).text).toBe('Command was aborted\nout');
  expect(viewUnder('cline', '', { outcome: failedWith(2) }).text).toBe('Command failed with exit code 2');
});

test('a page numbers its lines, cuts long ones, and says which part it is', () => {
  const read = (text: string, changes: Partial<ReadPage>) => {
    const page: ReadPage = {
      path: '/f',
      askedOffset: null,
      askedLimit: null,
      firstLine: 1,
      lastLine: 2,
      totalLines: 2,
      rangeTokens: null,
      capTokens: 200_000,
      encoding: 'o200k_base',
      cut: { kind: 'none' },
      ...changes,
    };
    return viewUnder('cline', text, { record: { tool: 'read', facts: { kind: 'read-page', page } } }).text;
  };
  expect(read('a\nb\n', {})).toBe('1 | a\n2 | b');
  expect(read(`${'x'.repeat(2001)}\nb\n`, {})).toBe(`1 | ${'x'.repeat(2000)} [line truncated]\n2 | b`);
  expect(read('b\nc\n', { firstLine: 9, lastLine: 10, totalLines: 20, cut: { kind: 'window' } })).toBe(
    ' 9 | b\n10 | c\n\n[Showing lines 9-10 of 20. Use start_line/end_line to read other sections.]',
  );
  expect(read('b\nc\n', { firstLine: 2, askedLimit: 2, lastLine: 3, totalLines: 9 })).toBe('2 | b\n3 | c');
  const dense = `${'z'.repeat(99)}\n`.repeat(1500);
  const page = read(dense, { lastLine: 1500, totalLines: 1500 });
  expect(page.length).toBeLessThan(48_200);
  expect(page).toMatch(/\n\n\[Showing lines 1-\d+ of 1500\. Use start_line/);
});
