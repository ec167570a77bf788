import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { guestHtml, guestPolicy } from '../../../../../src/guest/embedded/build/guestCsp.ts';
import { patchJustBash } from '../../../../../src/guest/embedded/build/justBashPatch.ts';
import { constants, gunzipSync, gzipSync } from '../../../../../src/guest/embedded/build/zlibShim.ts';

const installed = join(dirname(createRequire(import.meta.url).resolve('just-bash')), 'browser.js');

test('the installed just-bash has exactly the places of the patch', () => {
  const before = readFileSync(installed, 'utf8');
  const after = patchJustBash(before);
  expect(after.split('n=8192').length - before.split('n=8192').length).toBe(2);
  expect(after).toContain('case"EPOCHSECONDS":');
});

test('a just-bash that changed fails the build', () => {
  expect(() => patchJustBash('nothing to patch')).toThrow('0 places instead of 1');
  const twice = 'let n=65536,r="";for let n=65536,r="";for';
  expect(() => patchJustBash(twice)).toThrow('2 places instead of 1');
});

test('the policy names the script that is in the document, and no network', () => {
  const html = guestHtml('const end = "</script><!--";');
  const inline = /<script>(.*)<\/script>\n$/s.exec(html)?.[1] ?? '';
  expect(inline).toBe('const end = "<\\/script><\\!--";');
  const policy = guestPolicy(inline);
  expect(html).toContain(`content="${policy}"`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
});

test('gzip by the shim is read back, at every level that the shell passes', () => {
  const data = new TextEncoder().encode('line\n'.repeat(1000));
  for (const level of [constants.Z_DEFAULT_COMPRESSION, 1, 6, 9]) {
    expect(gunzipSync(gzipSync(data, { level }))).toEqual(data);
  }
});
