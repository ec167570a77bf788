import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadPage, ToolFacts } from '../../../../../src/core/index.ts';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/pi.json';
import { failedWith } from '../../support/outputs.ts';
import { someOutput, viewUnder } from '../../support/profileViews.ts';
import { piOracle } from '../oracles/pi.ts';

test('every golden of Pi gives the whole text', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
});

test('the tail is what a plain split gives, whatever the windows hold, in both releases', () => {
  fc.assert(
    fc.property(
      someOutput,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 8, max: 400 }),
      fc.boolean(),
      fc.constantFrom(0, 3),
      (output, maxLines, maxBytes, newer, exitCode) => {
        const options = { release: newer ? 'newer' : '0.58.3', maxLines };
        const view = viewUnder('pi', output, {
          overrides: { options, inlineLimit: { default: null, bash: maxBytes } },
          windowUnits: 6000,
          ...(exitCode === 0 ? {} : { outcome: failedWith(exitCode) }),
        });
        const expected = piOracle(output, { newer, maxLines, maxBytes, exitCode, path: view.path });
        if (output.trim() !== '') expect(view.text).toBe(expected.toWellFormed());
      },
    ),
  );
});

test('the tail of a text that is larger than its windows is the same', () => {
  fc.assert(
    fc.property(
      fc.array(someOutput, { minLength: 4, maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, maxLines) => {
        const output = `${'start\n'.repeat(40)}${parts.join('\n')}\nthe end of it\n`;
        const view = viewUnder('pi', output, {
          overrides: { options: { maxLines }, inlineLimit: { default: null, bash: 150 } },
          windowUnits: 200,
        });
        expect(view.text).toBe(piOracle(output, { maxLines, maxBytes: 150, path: view.path }));
      },
    ),
  );
});

describe('quirks', () => {
  const lines = (n: number) => Array.from({ length: n }, (_, at) => `${at + 1}\n`).join('');

  test('undefined-path fixed: many short lines are saved and named', () => {
    const fixed = viewUnder('pi', lines(3000), { quirks: { 'undefined-path': 'fixed' } });
    expect(fixed.path).toMatch(/^\/tmp\/pi-bash-[0-9a-f]{16}\.log$/);
    expect(fixed.text.endsWith(`[Showing lines 1002-3001 of 3001. Full output: ${fixed.path}]`)).toBe(true);
  });

  test('last-newline-line fixed: 2,000 ended lines are whole and a huge ended line shows its end', () => {
    const quirks = { 'last-newline-line': 'fixed' } as const;
    expect(viewUnder('pi', lines(2000), { quirks }).text).toBe(lines(2000));
    const huge = viewUnder('pi', `${'x'.repeat(60_000)}\n`, { quirks });
    expect(huge.text).toBe(
      `${'x'.repeat(51_200)}\n\n[Showing last 50.0KB of line 1 (line is 58.6KB). Full output: ${huge.path}]`,
    );
  });

  test('killed-looks-fine: a signal is silent there and named when fixed', () => {
    const outcome = { status: 'failed', exitCode: null, signal: 'SIGKILL' } as const;
    expect(viewUnder('pi', 'x', { outcome }).text).toBe('x');
    expect(viewUnder('pi', 'x', { outcome, quirks: { 'killed-looks-fine': 'fixed' } }).text).toBe(
      'x\n\nCommand was ended by SIGKILL',
    );
  });
});

test('a file that could not be saved is told with the reason', () => {
  const saveError = { code: 'ENOSPC', phase: 'save', message: 'no space left' } as const;
  const view = viewUnder('pi', 'x'.repeat(60_000), { unsaved: true, record: { saveError } });
  expect(view.text.endsWith('. Full output was not saved (ENOSPC: no space left)]')).toBe(true);
});

describe('read', () => {
  const pageOf = (changes: Partial<ReadPage>): ReadPage => ({
    path: '/f',
    askedOffset: null,
    askedLimit: null,
    firstLine: 1,
    lastLine: 1,
    totalLines: 1,
    rangeTokens: null,
    capTokens: 200_000,
    encoding: 'o200k_base',
    cut: { kind: 'none' },
    ...changes,
  });
  const read = (text: string, changes: Partial<ReadPage>) =>
    viewUnder('pi', text, {
      record: { tool: 'read', facts: { kind: 'read-page', page: pageOf(changes) } },
    }).text;

  test('shows a small file as it is', () => {
    expect(read('a\nb\n', { lastLine: 2, totalLines: 2 })).toBe('a\nb\n');
    expect(read('a\nb', { lastLine: 2, totalLines: 2 })).toBe('a\nb');
  });

  test('counts the empty line behind the last newline', () => {
    expect(read('x\n'.repeat(2000), { lastLine: 2000, totalLines: 2000 })).toBe(
      `${'x\n'.repeat(1999)}x\n\n[Showing lines 1-2000 of 2001. Use offset=2001 to continue.]`,
    );
    expect(read('x\n'.repeat(1999), { lastLine: 1999, totalLines: 1999 })).toBe('x\n'.repeat(1999));
  });

  test('says where the window, the bytes or the caller’s limit ended it', () => {
    const window = { lastLine: 2, totalLines: 9, cut: { kind: 'window' } } as const;
    expect(read('a\nb\n', window)).toBe('a\nb\n\n[Showing lines 1-2 of 10. Use offset=3 to continue.]');
    const line = 'y'.repeat(30_000);
    expect(
      read(`${line}\n${line}\n`, { firstLine: 4, lastLine: 5, totalLines: 9, cut: { kind: 'window' } }),
    ).toBe(`${line}\n\n[Showing lines 4-4 of 10 (50.0KB limit). Use offset=5 to continue.]`);
    expect(read('a\n', { askedLimit: 1, totalLines: 4 })).toBe(
      'a\n\n[4 more lines in file. Use offset=2 to continue.]',
    );
  });

  test('names a command for a line that is over the limit', () => {
    expect(read('z'.repeat(60_000), {})).toBe(
      "[Line 1 is 58.6KB, exceeds 50.0KB limit. Use bash: sed -n '1p' /f | head -c 51200]",
    );
  });

  test('past the end is an error in its words', () => {
    const facts: ToolFacts = { kind: 'read-past-end', path: '/f', askedOffset: 9, totalLines: 3 };
    expect(viewUnder('pi', '', { record: { tool: 'read', facts } }).text).toBe(
      'Offset 9 is beyond end of file (4 lines total)',
    );
  });
});

test('find names its limit in one pair of brackets', () => {
  const listing = Array.from({ length: 1200 }, (_, at) => `/f${at}`).join('\n');
  const facts: ToolFacts = { kind: 'glob', found: 1200, shown: 1200, complete: true };
  expect(viewUnder('pi', listing, { record: { tool: 'glob', facts } }).text).toBe(
    `${listing.split('\n').slice(0, 1000).join('\n')}\n\n[1000 results limit reached. Use limit=2000 for more, or refine pattern]`,
  );
});
