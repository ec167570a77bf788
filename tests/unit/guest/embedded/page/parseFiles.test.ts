import { expect, test } from 'vitest';
import { parseChangedPaths, parseEntries } from '../../../../../src/guest/embedded/page/parseFiles.ts';

test.each(['', '.', '..', 'a/b', '/'])('a folder has no entry named %j', (name) => {
  expect(parseEntries([{ name, kind: 'file' }])).toBeNull();
});

test('a report of changed paths that is a list of holes is none', () => {
  expect(parseChangedPaths({ type: 'changed', paths: ['/a', 'b', 1] })).toEqual(['/a']);
  const holes = Object.assign([], { length: 2 ** 32 - 1 });
  expect(parseChangedPaths({ type: 'changed', paths: holes })).toEqual([]);
});
