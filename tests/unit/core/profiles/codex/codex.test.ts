import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/codex.json';
import { someOutput, viewUnder } from '../../support/profileViews.ts';
import { codexOracle } from '../oracles/middles.ts';

test('every golden of Codex gives the whole text, its own five tests among them', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
  expect(golden.cases.filter(({ id }) => id.startsWith('its own test'))).toHaveLength(5);
});

test('the middle is cut at characters within each share, whatever the windows hold', () => {
  fc.assert(
    fc.property(
      someOutput,
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom('tokens' as const, 'bytes' as const),
      (output, limit, policy) => {
        const view = viewUnder('codex', output, {
          overrides: { options: { policy, form: 'text', header: 'none' }, inlineLimit: { default: limit } },
          windowUnits: 1300,
        });
        if (output.trim() !== '') expect(view.text).toBe(codexOracle(output, limit, policy));
      },
    ),
  );
});

test('“Total output lines” stands where the counts differ, and whenever something was cut when fixed', () => {
  const says = (output: string, quirk: 'exact' | 'fixed') =>
    viewUnder('codex', output, { quirks: { 'lines-by-difference': quirk } }).text.includes(
      'Total output lines',
    );
  const line = 'x'.repeat(50_000);
  const lines = 'x\n'.repeat(30_000);
  expect([says(line, 'exact'), says(line, 'fixed')]).toEqual([false, true]);
  expect([says(lines, 'exact'), says(lines, 'fixed'), says('x\n', 'fixed')]).toEqual([true, true, false]);
});

test('a stopped command loses its output there and keeps it when fixed', () => {
  const outcome = {
    status: 'error',
    error: { code: 'ABORTED', phase: 'abort', message: 'stop' },
    stoppedBy: 'user',
    unconfirmedStop: false,
  } as const;
  expect(viewUnder('codex', 'so far\n', { outcome }).text).toBe('Wall time: 1.0 seconds\naborted by user');
  const fixed = viewUnder('codex', 'so far\n', { outcome, quirks: { 'abort-drops-output': 'fixed' } });
  expect(fixed.text).toBe('Wall time: 1.0 seconds\naborted by user\nOutput:\nso far\n');
});

test('nothing is saved, whatever the size', () => {
  expect(viewUnder('codex', 'x'.repeat(300_000)).path).toBe(null);
});
