import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isTurndown, patchTurndown } from '../../../../../src/guest/embedded/build/turndownProbes.ts';

// As just-bash finds it.
const justBash = createRequire(import.meta.url).resolve('just-bash');
const installed = join(dirname(createRequire(justBash).resolve('turndown')), 'turndown.browser.es.js');

/** How often an error comes about while the module is loaded as in a worker, which has no document. */
function failuresOf(code: string): number {
  let failures = 0;
  const prepareStackTrace = () => {
    failures += 1;
  };
  const script = code.replace(/^export .*$/gm, '').replaceAll('catch (e) {', 'catch (e) { void e.stack;');
  runInNewContext(`Error.prepareStackTrace = told; ${script}`, { told: prepareStackTrace });
  return failures;
}

test('the installed turndown fails at nothing while a worker loads it', () => {
  expect(isTurndown(installed)).toBe(true);
  const before = readFileSync(installed, 'utf8');
  expect(failuresOf(before)).toBe(2);
  expect(failuresOf(patchTurndown(before))).toBe(0);
});

test('a turndown that changed fails the build', () => {
  expect(() => patchTurndown('nothing to patch')).toThrow('0 places instead of 1');
});
