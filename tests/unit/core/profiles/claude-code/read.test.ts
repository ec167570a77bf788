import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultProfileRef,
  type ReadPage,
  sentViewOf,
  type ToolFacts,
} from '../../../../../src/core/index.ts';
import { outputText, places, recordOf } from '../../support/outputs.ts';

const ref = defaultProfileRef();

const pageOf = (changes: Partial<ReadPage> = {}): ReadPage => ({
  path: '/home/user/project/a.txt',
  askedOffset: null,
  askedLimit: null,
  firstLine: 1,
  lastLine: 1,
  totalLines: 1,
  rangeTokens: null,
  capTokens: 25_000,
  encoding: 'o200k_base',
  cut: { kind: 'none' },
  ...changes,
});

const read = (output: string, page: Partial<ReadPage> = {}, windowUnits?: number) => {
  const facts: ToolFacts = { kind: 'read-page', page: pageOf(page) };
  const record = recordOf(output, '', { tool: 'read', facts });
  return sentViewOf(ref, record, outputText(output, '', windowUnits), places);
};

describe('lines', () => {
  test('are numbered as cat -n does', () => {
    expect(read('a\nb\n', { lastLine: 2, totalLines: 2 }).text).toBe('     1\ta\n     2\tb');
    expect(read('x\n', { firstLine: 999_999, lastLine: 999_999 }).text).toBe('999999\tx');
    expect(read('x\n', { firstLine: 1_000_000, lastLine: 1_000_000 }).text).toBe('1000000\tx');
  });

  test('of a CRLF file show no \\r, also where a line is empty', () => {
    const { text, account } = read('a\r\n\r\nb\r\n\r\n', { lastLine: 4, totalLines: 4 });
    expect(text).toBe('     1\ta\n     2\t\n     3\tb\n     4\t');
    expect(account).toMatchObject({ sourceUnits: 10, omittedUnits: 0, whole: true });
  });

  test('are the same with and without a final newline, and the view is whole', () => {
    const [ended, open] = [read('a\nb\n'), read('a\nb')];
    expect(ended.text).toBe(open.text);
    expect([ended.account.whole, open.account.whole]).toEqual([true, true]);
  });

  test('that are empty keep their numbers', () => {
    expect(read('\n').text).toBe('     1\t');
    expect(read('\n\na\n').text).toBe('     1\t\n     2\t\n     3\ta');
  });

  test('row 18: of a CRLF file show no \\r, and a \\r inside a line stays', () => {
    const view = read('a\r\nb\nc\rd\r\n', { lastLine: 3, totalLines: 3 });
    expect(view.text).toBe('     1\ta\n     2\tb\n     3\tc\rd');
    expect(view.account.whole).toBe(true);
  });

  test('of any text are what a plain split gives', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.nat(3),
        fc.boolean(),
        (all, from, ended) => {
          const lines = all.map((text) => text.toWellFormed());
          const output = lines.join('\n') + (ended ? '\n' : '');
          if (output === '') return;
          const numbered = output
            .replace(/\n$/, '')
            .split('\n')
            .map((text, at, list) => {
              const isLineEnd = at < list.length - 1 || ended;
              return `${String(from + 1 + at).padStart(6)}\t${isLineEnd ? text.replace(/\r$/, '') : text}`;
            });
          const view = read(output, { firstLine: from + 1 });
          expect(view.text).toBe(numbered.join('\n'));
          expect(view.account.omittedUnits).toBe(0);
        },
      ),
    );
  });

  test('beyond the windows are counted, never invented', () => {
    const view = read('abc\ndef\nghi\n', {}, 5);
    expect(view.text).toBe('     1\tabc\n     2\td\n... [7 characters truncated] ...');
  });
});

describe('what was cut', () => {
  test('of a whole file over the cap is told in the measured words', () => {
    const view = read('a\nb\n', {
      path: '/f',
      lastLine: 253,
      totalLines: 501,
      rangeTokens: 42_006,
      cut: { kind: 'partial' },
    });
    expect(view.text).toBe(
      '     1\ta\n     2\tb\n\n[Truncated: PARTIAL view — /f: showing lines 1-253 of 501 total (42006 tokens, cap 25000). Call Read with offset=254 limit=253 for the next page, or Grep to find a specific section. Do NOT answer from this page alone if the answer may be further in the file.]',
    );
    expect(view.account.whole).toBe(false);
  });

  test('of a range over the cap is everything: an error, word for word', () => {
    const view = read('', {
      askedOffset: 1,
      askedLimit: 9,
      lastLine: 0,
      totalLines: 9,
      rangeTokens: 33_606,
      cut: { kind: 'range-over-cap' },
    });
    expect(view.text).toBe(
      'File content (33606 tokens) exceeds maximum allowed tokens (25000). Use offset and limit parameters to read specific portions of the file, or search for specific content instead of reading the whole file.',
    );
    expect(view.account.whole).toBe(false);
  });

  test('by the window of 2,000 lines is silent, and still no whole view', () => {
    const view = read('a\n', { lastLine: 1, totalLines: 5_000, cut: { kind: 'window' } });
    expect(view.text).toBe('     1\ta');
    expect(view.account).toMatchObject({ omittedUnits: 0, whole: false });
  });

  test('row 23: of one long line names a command that goes on', () => {
    const cut = { kind: 'long-line', shownUnits: 3, lineUnits: 10, nextByte: 3 } as const;
    expect(read('abc', { path: "/it's here", totalLines: 2, cut }).text).toBe(
      "     1\tabc\n\n[Truncated: line 1 of 2 of /it's here is longer than the cap of 25000 tokens: its first 3 of 10 characters are shown. Go on with Bash: tail -c +4 '/it'\\''s here' | head -c 20000, or Read with offset=2 for the next line.]",
    );
    expect(read('abc', { path: '/f', cut: { ...cut, lineUnits: null } }).text).toBe(
      '     1\tabc\n\n[Truncated: line 1 of 1 of /f is longer than the cap of 25000 tokens: its first 3 characters are shown. Go on with Bash: tail -c +4 /f | head -c 20000.]',
    );
  });

  test('is said without a number while the tokens are not counted', () => {
    expect(read('a\n', { cut: { kind: 'partial' } }).text).toContain('(over 25000 tokens, cap 25000)');
  });
});
