import { expect, test } from 'vitest';
import { otherFrames } from '../../../../../../src/guest/embedded/node/errors/otherStacks.ts';
import { otherText } from '../../../../../../src/guest/embedded/node/errors/otherText.ts';

test.each([
  ['SpiderMonkey, a function', 'f@/a.js:1:21\n', [['f', '/a.js', 1, 21]]],
  ['SpiderMonkey, no name', 'outer/inner/<@file:///a.mjs:2:3', [['', 'file:///a.mjs', 2, 3]]],
  [
    'SpiderMonkey, after an await',
    'async*load@/a.js:4:5\n@/a.js:6:7',
    [
      ['load', '/a.js', 4, 5],
      ['', '/a.js', 6, 7],
    ],
  ],
  [
    'JavaScriptCore, what eval compiled',
    'f@\nrun@blob:null/1-2:3:4',
    [
      ['f', '', 0, 0],
      ['run', 'blob:null/1-2', 3, 4],
    ],
  ],
  [
    'JavaScriptCore, what is no function',
    'map@[native code]\nglobal code@data:text/javascript,f():1:2',
    [
      ['map', '[native code]', 0, 0],
      ['', 'data:text/javascript,f()', 1, 2],
    ],
  ],
  ['no frames', '', []],
])('reads a stack of another engine: %s', (_, stack, expected) => {
  expect(otherFrames(stack)?.map(({ name, file, line, column }) => [name, file, line, column])).toEqual(
    expected,
  );
});

test("takes V8's stacks for no other engine's", () => {
  expect(otherFrames(String(new Error('a@b').stack))).toBeNull();
});

test('the constructors of an error stand in no stack', () => {
  class Base extends Error {}
  class Mine extends Base {}
  const frames = otherFrames('Base@/a.js:1:2\nMine@/a.js:2:3\nf@/a.js:3:4\nMine@/a.js:4:5');
  expect(otherText(new Mine('m'), frames ?? [])).toBe(
    `Error: m
    at f (/a.js:3:4)
    at Mine (/a.js:4:5)
    at node:internal/main/run_main_module:28:49`,
  );
});

test('a stack of another engine is worded as by Node, with what the engine runs for a program and nothing of ours', () => {
  const frames = otherFrames(
    [
      'parse@[native code]',
      '@/a.js:2:3',
      'then@[native code]',
      'loop@blob:null/1:2:3',
      '__spillwayModule@/a.js:9:1',
      'global code@[eval]:1:1',
      'run@blob:null/1:4:5',
      'importScripts@[native code]',
    ].join('\n'),
  );
  expect(otherText(new RangeError('r'), frames ?? [])).toBe(
    `RangeError: r
    at parse (<anonymous>)
    at /a.js:2:3
    at Object.<anonymous> (/a.js:9:1)
    at [eval]:1:1
    at node:internal/main/run_main_module:28:49`,
  );
});
