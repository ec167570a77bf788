import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/goose.json';
import { someOutput, viewUnder } from '../../support/profileViews.ts';
import { gooseOracle } from '../oracles/middles.ts';

test('every golden of Goose gives the whole text', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
});

test('the last 50 lines are those of a plain split, whatever the windows hold', () => {
  fc.assert(
    fc.property(
      fc.array(someOutput, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 60, max: 200 }),
      fc.integer({ min: 50, max: 20_000 }),
      (parts, shellLines, shellBytes) => {
        const output = parts.join('\n');
        const view = viewUnder('goose', output, {
          overrides: { options: { shellLines, shellBytes } },
          windowUnits: 9000,
        });
        if (output.trim() !== '') {
          expect(view.text).toBe(gooseOracle(output, view.path ?? '', shellLines, shellBytes));
        }
      },
    ),
  );
});

test('last lines that begin in no window are shown from the first whole line that is', () => {
  const output = Array.from({ length: 3000 }, (_, at) => `line ${at} ${'x'.repeat(90)}`).join('\n');
  const view = viewUnder('goose', output, { windowUnits: 1000 });
  const shown = view.text.split('\n\n[')[0] ?? '';
  expect(output.endsWith(shown)).toBe(true);
  expect(shown.startsWith('line 299')).toBe(true);
  expect(view.text).toContain('Output exceeded 2000 line limit (3000 lines total).');
});

test('what could not be saved says so where the path would stand', () => {
  const saveError = { code: 'ENOSPC', phase: 'save', message: 'no space left' } as const;
  const unsaved = { unsaved: true, record: { saveError } };
  expect(viewUnder('goose', 'x'.repeat(60_000), unsaved).text).toContain(
    'Full output was not saved to a file (ENOSPC: no space left). Read it',
  );
});
