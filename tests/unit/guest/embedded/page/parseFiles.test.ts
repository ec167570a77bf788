import { expect, test } from 'vitest';
import {
  parseChangedPaths,
  parseDrained,
  parseEntries,
} from '../../../../../src/guest/embedded/page/parseFiles.ts';

test.each(['', '.', '..', 'a/b', '/'])('a folder has no entry named %j', (name) => {
  expect(parseEntries([{ name, kind: 'file' }])).toBeNull();
});

test('a report of changed paths that is a list of holes is none', () => {
  expect(parseChangedPaths({ type: 'changed', paths: ['/a', 'b', 1] })).toEqual(['/a']);
  const holes = Object.assign([], { length: 2 ** 32 - 1 });
  expect(parseChangedPaths({ type: 'changed', paths: holes })).toEqual([]);
});

const file = { path: '/a', kind: 'file', mode: 0o644, mtimeMs: 1, size: 2 };
const drained = (changes: readonly unknown[], contained: unknown, length: number) => ({
  changes: JSON.stringify(changes),
  contained,
  bytes: new Uint8Array(length),
});

test('changes of the guest hold what they say they hold', () => {
  const two = [file, { ...file, path: '/b', size: 3 }];
  expect(parseDrained(drained(two, 2, 5), 3)?.contents.size).toBe(2);
  expect(parseDrained(drained(two, 1, 5), 3)?.contents.size).toBe(1);
  // `/b` is too large to have come along.
  expect(parseDrained(drained(two, 1, 2), 2)?.contents.size).toBe(1);
});

test.each([
  ['more files than bytes', drained([file], 1, 1)],
  ['more contents than files', drained([file], 2, 9)],
  ['a path twice', drained([file, file], 2, 9)],
  ['a count that is none', drained([file], -1, 9)],
  ['no text', { ...drained([file], 0, 0), changes: [file] }],
  ['a text that is no list', { ...drained([file], 0, 0), changes: '{"length":1}' }],
  ['a text that is no JSON', { ...drained([file], 0, 0), changes: '[' }],
  ['a path that is none', drained([{ ...file, path: 'a' }], 0, 0)],
  ['a size that is none', drained([{ ...file, size: -1 }], 0, 0)],
  ['a time that is none', drained([{ ...file, mtimeMs: null }], 0, 0)],
])('changes of the guest with %s are nonsense', (_, answer) => {
  expect(parseDrained(answer, 100)).toBeNull();
});
