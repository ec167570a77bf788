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
