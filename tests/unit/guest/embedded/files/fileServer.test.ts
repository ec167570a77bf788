import { afterEach, expect, test } from 'vitest';
import { fileOperations, serveFiles } from '../../../../../src/guest/embedded/files/fileServer.ts';
import { pageOperations } from '../../../../../src/guest/embedded/files/pageOperations.ts';
import { PortCalls } from '../../../../../src/guest/embedded/files/portCalls.ts';
import { createRemoteFiles } from '../../../../../src/guest/embedded/files/remoteFiles.ts';
import { Spools } from '../../../../../src/guest/embedded/files/spools.ts';
import { bytes, text, trackedFiles } from './fixtures.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function served(page = false) {
  const system = trackedFiles();
  const channel = new MessageChannel();
  const spools = new Spools(system.budget);
  const table = page
    ? pageOperations({ files: system.files, spools, tracker: system.tracker, watch: () => {} })
    : new Map(fileOperations(system.files));
  const close = serveFiles(channel.port1, table);
  closers.push(close, () => channel.port2.close());
  return { ...system, spools, close, port: channel.port2 };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  );

test('operations that are on no list are refused, whatever an object would inherit', async () => {
  const { port } = served();
  const calls = new PortCalls(port);
  const names = [
    'eval',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'walk',
    'put',
    'adoptSpool',
  ];
  for (const name of names) expect([name, await codeOf(calls.ask(name, ['/w']))]).toEqual([name, 'ENOSYS']);
});

test('arguments of a wrong shape are refused and change nothing', async () => {
  const { port, files } = served();
  const calls = new PortCalls(port);
  const wrong: readonly (readonly [string, readonly unknown[]])[] = [
    ['writeFile', ['/w/a', 'text']],
    ['writeFile', ['/w/a', [1, 2]]],
    ['writeFile', ['w/relative', bytes('x')]],
    ['writeFile', ['/w/nul\0', bytes('x')]],
    ['writeFile', [{ toString: '/w/a' }, bytes('x')]],
    ['writeFile', ['/w/a', bytes('x'), -1]],
    ['readFile', ['/w', -1]],
    ['readFile', ['/w', 0, 0.5]],
    ['truncate', ['/w/a', Number.NaN]],
    ['mkdir', ['/w/a', 'yes']],
    ['chmod', ['/w', '755']],
    ['utimes', ['/w', 1, Number.POSITIVE_INFINITY]],
  ];
  for (const [name, values] of wrong) expect(await codeOf(calls.ask(name, values))).toBe('EINVAL');
  expect(files.readdir('/w')).toEqual([]);
});

test('messages that are no calls are ignored', async () => {
  const { port, files } = served();
  const calls = new PortCalls(port);
  for (const junk of [null, 1, 'x', {}, [], [1], [1, 2, 3], ['1', 'stat', ['/']], [0, 'mkdir', '/w/a']]) {
    port.postMessage(junk);
  }
  expect(await calls.ask('readdir', ['/w'])).toEqual([]);
  expect(files.readdir('/w')).toEqual([]);
});

test('the whole FileOps face works over a port, and errors keep code, path and words', async () => {
  const { port } = served();
  const remote = createRemoteFiles(new PortCalls(port));
  await remote.mkdir('/w/d', false);
  await remote.writeFile('/w/d/a', bytes('hello'), 0o600);
  await remote.appendFile('/w/d/a', bytes(' world'));
  await remote.truncate('/w/d/a', 9);
  await remote.copy('/w/d', '/w/e', true);
  await remote.rename('/w/e/a', '/w/e/b');
  await remote.symlink('b', '/w/e/link');
  await remote.link('/w/e/b', '/w/e/hard');
  await remote.chmod('/w/e/b', 0o640);
  await remote.utimes('/w/e/b', 5, 6);
  expect(text(await remote.readFile('/w/e/link', 6, 100))).toBe('wor');
  expect(await remote.stat('/w/e/hard')).toEqual({
    ...{ kind: 'file', size: 9, mode: 0o640, mtimeMs: 6 },
    shared: { links: 2, inode: expect.any(Number) },
  });
  expect((await remote.lstat('/w/e/link')).kind).toBe('symlink');
  expect([await remote.readlink('/w/e/link'), await remote.realpath('/w/e/link')]).toEqual(['b', '/w/e/b']);
  await remote.rm('/w/d', { recursive: true, force: false });
  await remote.mkdir('/w/empty', true);
  await remote.rmdir('/w/empty');
  expect(await remote.readdir('/w')).toEqual([{ name: 'e', kind: 'directory' }]);
  const error = await remote.readFile('/w/none').catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: 'GuestFsError',
    code: 'ENOENT',
    path: '/w/none',
    message: "ENOENT: no such file or directory, open '/w/none'",
  });
});

test('a view of a large buffer sends its own bytes only, and the caller keeps them', async () => {
  const { port, files } = served();
  const remote = createRemoteFiles(new PortCalls(port));
  const large = new Uint8Array(1_000_000).fill(1);
  const view = large.subarray(10, 13);
  await remote.writeFile('/w/a', view);
  expect([[...files.readFile('/w/a')], large.length]).toEqual([[1, 1, 1], 1_000_000]);
});

test('after the server closed a port nothing sent on it has an effect', async () => {
  const { port, files, close } = served();
  const remote = createRemoteFiles(new PortCalls(port));
  await remote.writeFile('/w/before', bytes('x'));
  void remote.writeFile('/w/late', bytes('x'));
  close();
  void remote.writeFile('/w/later', bytes('x'));
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(files.readdir('/w')).toEqual([{ name: 'before', kind: 'file' }]);
});

test('closing the asking side rejects what waits and everything after with EIO', async () => {
  const { port } = served();
  const calls = new PortCalls(port);
  const waiting = codeOf(calls.ask('stat', ['/w']));
  calls.close('the guest ended');
  expect([await waiting, await codeOf(calls.ask('stat', ['/w']))]).toEqual(['EIO', 'EIO']);
});

test('the page walks with names and paths left out, stopping exactly at the limit', async () => {
  const { port, files } = served(true);
  for (const path of ['/w/a/x', '/w/b/x', '/w/c']) {
    files.mkdir(path.slice(0, path.lastIndexOf('/')), true);
    files.writeFile(path, bytes('1'));
  }
  const calls = new PortCalls(port);
  const walk = async (limit: number, skip: readonly string[]) => {
    const answer = (await calls.ask('walk', ['/w', limit, skip])) as {
      entries: { path: string }[];
      complete: boolean;
    };
    return [answer.entries.map(({ path }) => path), answer.complete];
  };
  expect(await walk(5, [])).toEqual([['/w/a', '/w/a/x', '/w/b', '/w/b/x', '/w/c'], true]);
  expect(await walk(4, [])).toEqual([['/w/a', '/w/a/x', '/w/b', '/w/b/x'], false]);
  expect(await walk(0, [])).toEqual([[], false]);
  expect(await walk(9, ['x', '/w/b'])).toEqual([['/w/a', '/w/c'], true]);
});
