import { expect, test } from 'vitest';
import { otherFrames } from '../../../../../../src/guest/embedded/node/errors/otherStacks.ts';

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
  ['no frames', '', []],
])('reads a stack of another engine: %s', (_, stack, expected) => {
  expect(otherFrames(stack)?.map(({ name, file, line, column }) => [name, file, line, column])).toEqual(
    expected,
  );
});

test("takes V8's stacks for no other engine's", () => {
  expect(otherFrames(String(new Error('a@b').stack))).toBeNull();
});
