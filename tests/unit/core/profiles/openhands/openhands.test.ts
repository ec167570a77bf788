import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadPage } from '../../../../../src/core/index.ts';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/openhands.json';
import { someOutput, viewUnder } from '../../support/profileViews.ts';
import { openhandsOracle } from '../oracles/middles.ts';

test('every golden of OpenHands gives the whole text', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
});

const trailer =
  '\n[The command completed with exit code 0.]\n[Current working directory: /home/user/project]\n[Command finished with exit code 0]';

test('head, notice and tail together are at most the limit in code points, whatever the windows hold', () => {
  fc.assert(
    fc.property(someOutput, fc.integer({ min: 20, max: 900 }), fc.boolean(), (output, limit, saves) => {
      // Python ends lines at more characters than the oracle knows.
      const plain = output.replaceAll('\r', ' ');
      const view = viewUnder('openhands', plain, {
        overrides: {
          inlineLimit: { default: limit, bash: limit },
          options: { saveFolder: saves ? 'set' : 'none' },
        },
        windowUnits: 2000,
      });
      const whole = plain.trimEnd() + trailer;
      expect(view.text).toBe(openhandsOracle(whole, limit, view.path));
      if (view.path !== null) expect([...view.text].length).toBeLessThanOrEqual(limit);
    }),
  );
});

test('the same content has the same file, other content another', () => {
  const pathOf = (output: string, callId: string) =>
    viewUnder('openhands', output, { record: { callId } }).path;
  const [long, other] = ['x'.repeat(40_000), 'y'.repeat(40_000)];
  expect(pathOf(long, 'a')).toBe(pathOf(long, 'b'));
  expect(pathOf(long, 'a')).not.toBe(pathOf(other, 'a'));
});

test('the line of the notice is counted as Python splits lines', () => {
  const lineOf = (output: string) => /around line (\d+)/.exec(viewUnder('openhands', output).text)?.[1];
  expect(lineOf('x'.repeat(60_000))).toBe('2');
  expect(lineOf('x\n'.repeat(30_000))).toBe(lineOf('x\r'.repeat(30_000)));
  expect(lineOf('x\u2028'.repeat(30_000))).toBe(lineOf('x\n'.repeat(30_000)));
});

test('a page of a file is numbered and clipped at 16,000 with the advice to grep', () => {
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
  };
  const read = (text: string) =>
    viewUnder('openhands', text, { record: { tool: 'read', facts: { kind: 'read-page', page } } }).text;
  expect(read('a\nb\n')).toBe("Here's the result of running `cat -n` on /f:\n     1\ta\n     2\tb\n");
  expect(read('z'.repeat(20_000))).toContain('searched inside the file with `grep -n`');
});
