import { expect, test } from 'vitest';
import { CallArguments } from '../../../../../src/guest/embedded/files/arguments.ts';
import { pageOperations } from '../../../../../src/guest/embedded/files/pageOperations.ts';
import { Spools } from '../../../../../src/guest/embedded/files/spools.ts';
import { parseDrained } from '../../../../../src/guest/embedded/page/parseFiles.ts';
import { bytes, trackedFiles } from './fixtures.ts';

test('only what is below the tracked directories is reported, but every touch is heard', () => {
  const { files, tracker, touched } = trackedFiles();
  files.mkdir('/elsewhere', true);
  files.writeFile('/elsewhere/a', bytes('x'));
  files.writeFile('/w/a', bytes('x'));
  expect(tracker.drain(files)).toEqual([{ path: '/w/a', kind: 'file', mode: 0o644, mtimeMs: 1000, size: 1 }]);
  expect(touched.slice(-3)).toEqual(['/elsewhere', '/elsewhere/a', '/w/a']);
});

test('parents come before what is in them, and a removed tree is named path by path', () => {
  const { files, tracker } = trackedFiles();
  files.mkdir('/w/d/e', true);
  files.writeFile('/w/d/e/f', bytes('x'));
  files.symlink('d/e', '/w/link');
  expect(tracker.drain(files).map(({ path }) => path)).toEqual(['/w/d', '/w/d/e', '/w/d/e/f', '/w/link']);
  files.rm('/w/d', { recursive: true, force: false });
  expect(tracker.drain(files)).toEqual([
    { path: '/w/d', kind: 'removed' },
    { path: '/w/d/e', kind: 'removed' },
    { path: '/w/d/e/f', kind: 'removed' },
  ]);
});

test('a write to one hard link is a change of all of them; chmod and utimes are changes', () => {
  const { files, tracker } = trackedFiles();
  files.writeFile('/w/a', bytes('x'));
  files.link('/w/a', '/w/b');
  files.writeFile('/w/c', bytes('x'));
  tracker.drain(files);
  files.appendFile('/w/a', bytes('y'));
  files.chmod('/w/c', 0o700);
  expect(tracker.drain(files)).toEqual([
    { path: '/w/a', kind: 'file', mode: 0o644, mtimeMs: 1000, size: 2 },
    { path: '/w/b', kind: 'file', mode: 0o644, mtimeMs: 1000, size: 2 },
    { path: '/w/c', kind: 'file', mode: 0o700, mtimeMs: 1000, size: 1 },
  ]);
});

test('a directory that became a link to elsewhere is a link, and what was in it is removed', () => {
  const { files, tracker } = trackedFiles();
  files.mkdir('/w/d', true);
  files.writeFile('/w/d/f', bytes('x'));
  tracker.drain(files);
  files.rename('/w/d', '/w/moved');
  files.symlink('moved', '/w/d');
  expect(tracker.drain(files)).toEqual([
    { path: '/w/d', kind: 'symlink', target: 'moved' },
    { path: '/w/d/f', kind: 'removed' },
    { path: '/w/moved', kind: 'directory', mode: 0o755 },
    { path: '/w/moved/f', kind: 'file', mode: 0o644, mtimeMs: 1000, size: 1 },
  ]);
});

test('what is done unreported is in no drain, later changes of it are', () => {
  const { files, tracker } = trackedFiles();
  tracker.unreported(() => files.writeFile('/w/a', bytes('x')));
  expect(tracker.drain(files)).toEqual([]);
  files.rm('/w/a', { recursive: false, force: false });
  expect(tracker.drain(files)).toEqual([{ path: '/w/a', kind: 'removed' }]);
});

test('an answer holds 16 MiB of contents, and the files after those are read by themselves', () => {
  const mebibyte = 1024 * 1024;
  const { files, tracker, budget } = trackedFiles(32 * mebibyte);
  const table = pageOperations({ files, tracker, spools: new Spools(budget), watch() {} });
  const names = Array.from({ length: 18 }, (_, index) => `/w/${index + 10}`);
  for (const name of names) files.writeFile(name, new Uint8Array(mebibyte));
  const answer = table.get('drainChanges')?.(new CallArguments('drainChanges', [mebibyte]));
  const drained = parseDrained(answer, mebibyte);
  expect(drained?.changes.map(({ path }) => path)).toEqual(names);
  expect([...(drained?.contents.keys() ?? [])]).toEqual(names.slice(0, 16));
});
