import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadPage } from '../../../../../src/core/index.ts';
import {
  cellsOf,
  unitsOfFirstCells,
  unitsOfLastCells,
} from '../../../../../src/core/profiles/crush/cells.ts';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/crush.json';
import { failedWith } from '../../support/outputs.ts';
import { someOutput, viewUnder } from '../../support/profileViews.ts';
import { crushOracle } from '../oracles/middles.ts';

test('every golden of Crush gives the whole text', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
});

const cwd = '\n\n<cwd>/home/user/project</cwd>';

test('each stream is cut by cells as over its whole text, whatever the windows hold', () => {
  fc.assert(
    fc.property(someOutput, fc.integer({ min: 2, max: 120 }), (raw, limit) => {
      // The oracle knows no escape sequences.
      const output = raw.replace(/\u001b\[[0-9]*m/g, '');
      if (output.trim() === '') return;
      const view = viewUnder('crush', output, {
        overrides: { inlineLimit: { default: null, bash: limit } },
        windowUnits: 1500,
      });
      expect(view.text).toBe(crushOracle(output, limit) + cwd);
    }),
    { numRuns: 60 },
  );
});

describe('cells', () => {
  test.each([
    ['abc', 3],
    ['漢字', 4],
    ['😀', 2],
    ['👨‍👩‍👧', 2],
    ['👍🏽', 2],
    ['🇨🇭', 2],
    ['☃\ufe0f', 2],
    ['e\u0301', 1],
    ['\u001b[31mred\u001b[0m', 3],
    ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 4],
    ['a\tb\r\n', 2],
  ])('of %j are %i', (text, cells) => {
    expect(cellsOf(text)).toBe(cells);
  });

  test('never halve a wide character or an escape sequence', () => {
    expect(unitsOfFirstCells('a漢b', 2)).toBe(1);
    expect(unitsOfFirstCells('ab\n\ncd', 2)).toBe(4);
    expect(unitsOfFirstCells('a\u001b[31mb', 1)).toBe(6);
    expect(unitsOfLastCells('a漢b', 2)).toBe(2);
    expect(unitsOfLastCells('ab\ncd', 2)).toBe(2);
  });
});

test('stdout and stderr have a limit each', () => {
  const view = viewUnder('crush', 'o'.repeat(30_001), { stderr: 'e'.repeat(30_001), outcome: failedWith(1) });
  const cut = (letter: string) =>
    `${letter.repeat(15_000)}\n\n... [0 lines truncated] ...\n\n${letter.repeat(15_000)}`;
  expect(view.text).toBe(`${cut('o')}\n\n${cut('e')}\nExit code 1${cwd}`);
});

test('a command that was stopped at its time keeps its output', () => {
  const outcome = {
    status: 'timeout',
    timeoutMs: 60_000,
    signal: 'SIGKILL',
    unconfirmedStop: false,
  } as const;
  expect(viewUnder('crush', 'so far', { outcome }).text).toBe(
    `so far\nCommand was aborted before completion${cwd}`,
  );
});

test('a page is numbered, its long lines cut at 2,000 bytes, and told to go on behind its last line', () => {
  const page: ReadPage = {
    path: '/f',
    askedOffset: null,
    askedLimit: null,
    firstLine: 1,
    lastLine: 3,
    totalLines: 9,
    rangeTokens: null,
    capTokens: 200_000,
    encoding: 'o200k_base',
    cut: { kind: 'window' },
  };
  const long = '漢'.repeat(700);
  const facts = { kind: 'read-page', page } as const;
  expect(viewUnder('crush', `a\r\n${long}\nc\n`, { record: { tool: 'read', facts } }).text).toBe(
    `<file>\n     1|a\n     2|${'漢'.repeat(666)}...\n     3|c\n\n(File has more lines. Use 'offset' parameter to read beyond line 3)\n</file>\n`,
  );
});
