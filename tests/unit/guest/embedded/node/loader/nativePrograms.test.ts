import { expect, test } from 'vitest';
import { nativeFault } from '../../../../../../src/guest/embedded/node/loader/nativePrograms.ts';
import { scratchNodeFiles } from '../fixtures.ts';

const dependsOn = (...names: readonly string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) });

const files = scratchNodeFiles({
  '/w/node_modules/vitest/package.json': dependsOn('vite', 'chai'),
  '/w/node_modules/vite/package.json': dependsOn('rolldown'),
  '/w/node_modules/rolldown/package.json': '{}',
  '/w/node_modules/@rolldown/binding-linux-x64-gnu/package.json': '{}',
  '/w/node_modules/chai/package.json': 'no JSON',
  '/w/node_modules/prettier/package.json': '{}',
  '/w/vite.js': '',
  '/wasm/node_modules/rollup/package.json': '{}',
});

test('a program that stands on a native one says so, however far below that is; others run', () => {
  expect(nativeFault('/w/node_modules/vitest/vitest.mjs', files)).toBe(
    'vitest stands on rolldown, which is a native program, and those do not run in this computer; node --test runs tests here',
  );
  expect(nativeFault('/w/node_modules/rolldown/bin/cli.mjs', files)).toBe(
    'rolldown is a native program, and those do not run in this computer',
  );
  const others = ['/w/node_modules/prettier/bin.js', '/w/node_modules/chai/x.js', '/w/vite.js'];
  for (const path of [...others, '/wasm/node_modules/rollup/x.js'])
    expect(nativeFault(path, files)).toBeNull();
});
