import { expect, test } from 'vitest';
import { scratchLoader } from '../fixtures.ts';

async function run(texts: Readonly<Record<string, string>>, entry = '/w/a.mjs'): Promise<unknown[]> {
  const { loader, printed } = scratchLoader(texts);
  await loader.esModules.importFile(entry);
  return printed;
}

test('modules of a cycle see functions before they ran and each other through live bindings', async () => {
  const printed = await run({
    '/w/a.mjs': `import { b, n, inc } from './b.mjs';
      export function a() { return 'A' + n }
      print(b()); inc(); print(n)`,
    '/w/b.mjs': `import { a } from './a.mjs';
      export let n = 1;
      export const inc = () => { n++ };
      export function b() { return 'B' + a() }
      print(typeof a)`,
  });
  expect(printed).toEqual(['function', 'BA1', 2]);
});

test('an import is read before it was made: the error of the language', async () => {
  const texts = {
    '/w/a.mjs': `import './b.mjs'; export const late = 1`,
    '/w/b.mjs': `import { late } from './a.mjs'; print(late)`,
  };
  await expect(run(texts)).rejects.toThrow(ReferenceError);
});

test('a call of an import has no this, and does not run on from a line without a semicolon', async () => {
  const printed = await run({
    '/w/a.mjs': `import { f } from './b.mjs'
let a = print
f()
if (a) f()
else f()
print({ f }.f === f)
print(f\`x\`)`,
    '/w/b.mjs': `export function f() { print(this === undefined); return 'r' }`,
  });
  expect(printed).toEqual([true, true, true, true, 'r']);
});

test('names that are declared further in hide an import', async () => {
  const printed = await run({
    '/w/a.mjs': `import { x } from './b.mjs';
      print(((x) => x)(1));
      { const x = 2; print(x) }
      for (const x of [3]) print(x);
      try { throw 4 } catch (x) { print(x) }
      function g() { if (true) { var x = 5 } return x }
      print(g());
      print(class { static x = x; static y = this.x }.y);
      const { x: y = 0, z = x } = {};
      print(y + z);
      label: print({ x, y: x, [x]: 1 });`,
    '/w/b.mjs': `export const x = 'X'`,
  });
  expect(printed).toEqual([1, 2, 3, 4, 5, 'X', '0X', { x: 'X', y: 'X', X: 1 }]);
});

test('every form of default export has its value and its name', async () => {
  const printed = await run({
    '/w/a.mjs': `import f from './f.mjs'; import c from './c.mjs'; import v from './v.mjs'; import n from './n.mjs';
      import o from './o.mjs';
      print([f.name, f(), c.name, v, n.name, o])`,
    '/w/f.mjs': `export default function () { return 1 }`,
    '/w/c.mjs': `export default class {}`,
    '/w/v.mjs': `export default (1, 2)\n`,
    '/w/n.mjs': `export default () => {}`,
    '/w/o.mjs': `export default { a: (1) }; // done`,
  });
  expect(printed).toEqual([['default', 1, 'default', 2, 'default', { a: 1 }]]);
});

test('stars pass names on, the same name from two of them is none', async () => {
  const printed = await run({
    '/w/a.mjs': `export * from './x.mjs'; export * from './y.mjs'; export * as y from './y.mjs'; export { q as w } from './x.mjs';
      import * as me from './a.mjs'; print(Object.keys(me)); print(me.y.q); print(me.w)`,
    '/w/x.mjs': 'export const q = 1, only = 2; export default 3',
    '/w/y.mjs': 'export const q = 4',
  });
  expect(printed).toEqual([['only', 'w', 'y'], 4, 1]);
});

test('top-level await holds up who imports it, and only those', async () => {
  const printed = await run({
    '/w/a.mjs': `import { v } from './t.mjs'; print(v); for await (const x of [1, 2]) print(x)`,
    '/w/t.mjs': `print('before'); export const v = await Promise.resolve('after')`,
  });
  expect(printed).toEqual(['before', 'after', 1, 2]);
});

test('CommonJS gives its exports by name and as default, JSON needs its attribute', async () => {
  const printed = await run({
    '/w/a.mjs': `import all, { x } from './c.cjs'; import j from './d.json' with { type: 'json' };
      print([all, x, j]);
      try { await import('./d.json') } catch (error) { print(error.code) }`,
    '/w/c.cjs': 'exports.x = 1; exports.y = 2',
    '/w/d.json': '{"k":[1]}',
  });
  expect(printed).toEqual([[{ x: 1, y: 2 }, 1, { k: [1] }], 'ERR_IMPORT_ASSERTION_TYPE_MISSING']);
});

test.each([
  [`import { no } from './b.mjs'`, "The requested module './b.mjs' does not provide an export named 'no'"],
  [`import x from './b.mjs'`, "The requested module './b.mjs' does not provide an export named 'default'"],
  [`import 'nopkg'`, "Cannot find package 'nopkg' imported from /w/a.mjs"],
  [`import './no.mjs'`, "Cannot find module '/w/no.mjs' imported from /w/a.mjs"],
  [
    `import './dir'`,
    "Directory import '/w/dir' is not supported resolving ES modules imported from /w/a.mjs",
  ],
  ['let x = 1;\nlet x = 2', "Identifier 'x' has already been declared"],
  ['export const x = 1;\n foo bar', "Unexpected identifier 'bar'"],
  ['if (1) {', 'Unexpected end of input'],
])('%s fails as in Node', async (text, message) => {
  const texts = { '/w/a.mjs': text, '/w/b.mjs': 'export const x = 1', '/w/dir/index.mjs': '' };
  await expect(run(texts)).rejects.toThrow(message);
});

test('a namespace shows values, nothing can be set in it', async () => {
  const { loader } = scratchLoader({ '/w/a.mjs': 'export let b = 1; export default 2' });
  const namespace = await loader.esModules.importFile('/w/a.mjs');
  expect(Object.getOwnPropertyDescriptor(namespace, 'b')).toMatchObject({ value: 1, writable: true });
  expect(Object.prototype.toString.call(namespace)).toBe('[object Module]');
  expect(Object.keys(namespace)).toEqual(['b', 'default']);
  expect(() => Reflect.set(namespace, 'b', 2)).toThrow(TypeError);
});

test('modules that await go on side by side, and what needs them waits for all', async () => {
  const printed = await run({
    '/w/a.mjs': `print('a'); import './slow.mjs'; import './fast.mjs'; import './sync.mjs'; print('end')`,
    '/w/slow.mjs': `print('slow'); await new Promise((resolve) => setTimeout(resolve, 5)); print('slow done')`,
    '/w/fast.mjs': `print('fast'); await null; print('fast done')`,
    '/w/sync.mjs': `print('sync')`,
  });
  expect(printed).toEqual(['slow', 'fast', 'sync', 'fast done', 'slow done', 'a', 'end']);
});

test('an error of a module that awaits reaches everything that waits for it, once', async () => {
  const texts = {
    '/w/a.mjs': `import './b.mjs'; print('never')`,
    '/w/b.mjs': `import './c.mjs'; await 1; print('never')`,
    '/w/c.mjs': `await 1; throw new Error('late')`,
  };
  const { loader, printed } = scratchLoader(texts);
  await expect(loader.esModules.importFile('/w/a.mjs')).rejects.toThrow('late');
  await expect(loader.esModules.importFile('/w/b.mjs')).rejects.toThrow('late');
  expect(printed).toEqual([]);
});

test.each([
  [`import { x } from './x.mjs'; x = 2`, 'TypeError: Assignment to constant variable.'],
  [
    `import { both } from './stars.mjs'`,
    "SyntaxError: The requested module './stars.mjs' contains conflicting star exports for name 'both'",
  ],
  [
    `import { z as a, y as b } from './x.mjs'`,
    "SyntaxError: The requested module './x.mjs' does not provide an export named 'z'",
  ],
  [
    `import './j.json' with { type: 'css' }`,
    'TypeError [ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED]: Import attribute type "css" is unsupported',
  ],
  [
    `import './x.mjs' with { lang: 'x' }`,
    'TypeError [ERR_IMPORT_ATTRIBUTE_UNSUPPORTED]: Import attribute "lang" with value "x" is not supported',
  ],
  [
    `import './dir'`,
    'Error [ERR_UNSUPPORTED_DIR_IMPORT]: Directory import \'/w/dir\' is not supported resolving ES modules imported from /w/a.mjs\nDid you mean to import "./dir/index.js"?',
  ],
  [
    `import 'http://h/x.js'`,
    "Error [ERR_UNSUPPORTED_ESM_URL_SCHEME]: Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol 'http:'",
  ],
  [
    `import * as all from './x.mjs'; delete all.x`,
    "TypeError: Cannot delete property 'x' of [object Module]",
  ],
  [
    `import 'p'`,
    'Error [ERR_INVALID_PACKAGE_TARGET]: Invalid "exports" main target "x.js" defined in the package config /w/node_modules/p/package.json imported from /w/a.mjs; targets must start with "./"',
  ],
])('%s fails as in Node', async (text, message) => {
  const texts = {
    '/w/a.mjs': text,
    '/w/x.mjs': 'export let x = 1; export const both = 1',
    '/w/y.mjs': 'export const both = 2',
    '/w/stars.mjs': `export * from './x.mjs'; export * from './y.mjs'`,
    '/w/j.json': '{}',
    '/w/dir/index.js': '',
    '/w/node_modules/p/package.json': '{"exports":"x.js"}',
  };
  const error: unknown = await run(texts).catch((thrown: unknown) => thrown);
  expect(String((error as Error).stack).split('\n    at ')[0]).toBe(message);
});

test('a namespace is sealed, with its tag', async () => {
  const printed = await run({
    '/w/a.mjs': `import * as all from './x.mjs'; print(Object.isSealed(all)); print(Reflect.ownKeys(all).map(String));
      import { inc } from './x.mjs'; inc(); print(all.n); print(Object.getOwnPropertyDescriptor(all, 'n'))`,
    '/w/x.mjs': 'export let n = 0; export const inc = () => { n += 1 }',
  });
  expect(printed).toEqual([
    true,
    ['inc', 'n', 'Symbol(Symbol.toStringTag)'],
    1,
    { value: 1, writable: true, enumerable: true, configurable: false },
  ]);
});
