import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadPage } from '../../../../../src/core/index.ts';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/gemini-cli.json';
import { failedWith } from '../../support/outputs.ts';
import { someOutput, viewUnder } from '../../support/profileViews.ts';
import { geminiOracle } from '../oracles/middles.ts';

test('every golden of Gemini CLI gives the whole text', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
});

const wrap = (body: string) => `<untrusted_context>\n${body}\n</untrusted_context>`;

test('head and tail are slices of the whole wrapped text, whatever the windows hold', () => {
  fc.assert(
    fc.property(
      someOutput,
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom(0, 2),
      (output, limit, exitCode) => {
        const view = viewUnder('gemini-cli', output, {
          overrides: { inlineLimit: { default: null, bash: limit } },
          windowUnits: 400,
          ...(exitCode === 0 ? {} : { outcome: failedWith(exitCode) }),
        });
        const whole = wrap(
          `Output: ${output.replace(/\n+$/, '') || '(empty)'}${exitCode === 0 ? '' : `\nExit Code: ${exitCode}`}`,
        );
        expect(view.text).toBe(geminiOracle(whole, limit, view.path ?? ''));
      },
    ),
  );
});

test('the limit is four units for each token that the context has left, at most the setting', () => {
  const saved = (contextTokensLeft: number, units: number) =>
    viewUnder('gemini-cli', 'x'.repeat(units - wrap('Output: ').length), { record: { contextTokensLeft } })
      .path !== null;
  expect([saved(1000, 4000), saved(1000, 4001)]).toEqual([false, true]);
  expect([saved(1_000_000, 40_000), saved(1_000_000, 40_001)]).toEqual([false, true]);
  expect([saved(0, 90_000), saved(-5, 90_000)]).toEqual([false, false]);
});

test('a halved character is U+FFFD in exact, kept out in fixed, and never a lone surrogate', () => {
  const output = '😀'.repeat(30_000);
  for (const lead of ['', 'x']) {
    for (const quirk of ['exact', 'fixed'] as const) {
      const view = viewUnder('gemini-cli', lead + output, { quirks: { 'split-surrogate': quirk } });
      expect(view.text.isWellFormed()).toBe(true);
      expect(view.pieces.every((piece) => piece.from === 'output' || piece.text.isWellFormed())).toBe(true);
      if (quirk === 'fixed') expect(view.text).not.toContain('\ufffd');
    }
  }
  expect(viewUnder('gemini-cli', `x${output}`).text).toContain('😀\ufffd\n\n... [');
});

test('other tools are never cut', () => {
  const listing = 'x'.repeat(100_000);
  expect(viewUnder('gemini-cli', listing, { record: { tool: 'grep' } }).text).toBe(listing);
});

test('a result over the limit that could not be saved says why', () => {
  const saveError = { code: 'ENOSPC', phase: 'save', message: 'no space left' } as const;
  const view = viewUnder('gemini-cli', 'x'.repeat(50_000), { unsaved: true, record: { saveError } });
  expect(view.text.split('\n')[0]).toBe(
    'Output too large. Showing first 8,000 and last 32,000 characters. The full output was not saved to a file (ENOSPC: no space left)',
  );
});

describe('read_file', () => {
  const read = (text: string, changes: Partial<ReadPage>) => {
    const page: ReadPage = {
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
    };
    return viewUnder('gemini-cli', text, { record: { tool: 'read', facts: { kind: 'read-page', page } } })
      .text;
  };
  const notice = (a: number, b: number, total: number) =>
    `\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${a}-${b} of ${total} total lines.\nAction: To read more of the file, you can use the 'start_line' and 'end_line' parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use start_line: ${b + 1}.\n\n--- FILE CONTENT (truncated) ---\n`;

  test('shows a whole file as it is', () => {
    expect(read('a\nb\n', { lastLine: 2, totalLines: 2 })).toBe('a\nb\n');
  });

  test('says above a part which lines it has and how to go on', () => {
    expect(read('b\nc\n', { firstLine: 2, lastLine: 3, totalLines: 9, cut: { kind: 'window' } })).toBe(
      `${notice(2, 3, 10)}b\nc`,
    );
  });

  test('cuts a line over 2,000 units, between characters', () => {
    expect(read(`${'x'.repeat(2000)}\n`, {})).toBe(`${'x'.repeat(2000)}\n`);
    expect(read(`${'x'.repeat(2001)}\n`, {})).toBe(`${notice(1, 2, 2)}${'x'.repeat(2000)}... [truncated]\n`);
    expect(read(`a${'😀'.repeat(1000)}`, {})).toBe(`${notice(1, 1, 1)}a${'😀'.repeat(999)}... [truncated]`);
  });
});
