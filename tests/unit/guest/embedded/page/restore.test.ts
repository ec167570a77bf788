import { expect, test } from 'vitest';
import { serveFiles } from '../../../../../src/guest/embedded/files/fileServer.ts';
import { pageOperations } from '../../../../../src/guest/embedded/files/pageOperations.ts';
import { PortCalls } from '../../../../../src/guest/embedded/files/portCalls.ts';
import { Spools } from '../../../../../src/guest/embedded/files/spools.ts';
import { restoreTree } from '../../../../../src/guest/embedded/page/restore.ts';
import type { FileChange } from '../../../../../src/guest/index.ts';
import { bytes, text, trackedFiles } from '../files/fixtures.ts';

function served(maxBytes?: number) {
  const { files, tracker, budget } = trackedFiles(maxBytes);
  const channel = new MessageChannel();
  const spools = new Spools(budget);
  const close = serveFiles(channel.port1, pageOperations({ files, spools, tracker, watch: () => {} }));
  const calls = new PortCalls(channel.port2);
  return {
    files,
    tracker,
    calls,
    close: () => {
      calls.close('over');
      close();
    },
  };
}

async function* journal(entries: readonly (readonly [FileChange, ...string[]])[]) {
  for (const [change, ...chunks] of entries) {
    yield {
      change,
      bytes:
        change.kind !== 'file'
          ? null
          : (async function* () {
              for (const chunk of chunks) yield bytes(chunk);
            })(),
    };
  }
}

const file = (path: string, size: number, mode = 0o644): FileChange => ({
  path,
  kind: 'file',
  mode,
  mtimeMs: 77,
  size,
});

test('thousands of files come back with content, mode and time, unreported', async () => {
  const { files, tracker, calls, close } = served();
  const entries = Array.from({ length: 1500 }, (_, index) => {
    const content = `file ${index}`;
    return [
      file(`/w/d${index % 7}/f${index}`, content.length, 0o755),
      content.slice(0, 3),
      content.slice(3),
    ] as const;
  });
  await restoreTree(calls, journal(entries));
  for (const [{ path }, ...chunks] of entries) {
    expect([text(files.readFile(path)), files.stat(path)]).toEqual([
      chunks.join(''),
      { kind: 'file', size: chunks.join('').length, mode: 0o755, mtimeMs: 77 },
    ]);
  }
  expect(tracker.drain(files)).toEqual([]);
  close();
});

test('whatever is at a path gives way to what the journal says', async () => {
  const { files, calls, close } = served();
  files.mkdir('/w/was-directory/full', true);
  files.writeFile('/w/was-file', bytes('old'));
  files.symlink('/etc', '/w/was-link');
  files.mkdir('/w/stays', true);
  files.writeFile('/w/stays/kept', bytes('k'));
  files.writeFile('/w/goes', bytes('x'));
  await restoreTree(
    calls,
    journal([
      [file('/w/was-directory', 3), 'new'],
      [{ path: '/w/was-file', kind: 'directory', mode: 0o700 }],
      [file('/w/was-link', 0)],
      [{ path: '/w/stays', kind: 'directory', mode: 0o711 }],
      [{ path: '/w/goes', kind: 'removed' }],
      [{ path: '/w/never-was', kind: 'removed' }],
      [{ path: '/w/link', kind: 'symlink', target: 'was-directory' }],
    ]),
  );
  expect(files.readdir('/w')).toEqual([
    { name: 'link', kind: 'symlink' },
    { name: 'stays', kind: 'directory' },
    { name: 'was-directory', kind: 'file' },
    { name: 'was-file', kind: 'directory' },
    { name: 'was-link', kind: 'file' },
  ]);
  expect(text(files.readFile('/w/link'))).toBe('new');
  expect([files.stat('/w/stays').mode, text(files.readFile('/w/stays/kept'))]).toEqual([0o711, 'k']);
  close();
});

test('sizes around what travels together, and kinds between them, come back in their order and whole', async () => {
  const { files, tracker, calls, close } = served(8 * 1024 * 1024);
  const sizes = [0, 1, 65_535, 65_536, 65_537, 300_000, 1, 1_100_000, 0, 65_536];
  const contentOf = (index: number) => String.fromCharCode(97 + index).repeat(sizes[index] ?? 0);
  await restoreTree(
    calls,
    journal(
      sizes.flatMap((size, index): (readonly [FileChange, ...string[]])[] => [
        [{ path: `/w/d${index}`, kind: 'directory', mode: 0o711 }],
        // The folder gives way to a file and that to a folder again, each in its turn.
        [file(`/w/d${index}`, 1), 'x'],
        [{ path: `/w/d${index}`, kind: 'directory', mode: 0o700 }],
        [file(`/w/d${index}/f`, size), contentOf(index).slice(0, 70_000), contentOf(index).slice(70_000)],
      ]),
    ),
  );
  for (const index of sizes.keys()) {
    expect(files.stat(`/w/d${index}`)).toMatchObject({ kind: 'directory', mode: 0o700 });
    expect(text(files.readFile(`/w/d${index}/f`)) === contentOf(index)).toBe(true);
    expect(files.stat(`/w/d${index}/f`).mtimeMs).toBe(77);
  }
  expect(tracker.drain(files)).toEqual([]);
  close();
});

test('rows of a wrong shape are refused', async () => {
  const { files, calls, close } = served();
  const wrong = [
    '{}',
    '[1]',
    '[["relative","file",420,1,0]]',
    '[["/w/a","file",420,1,2]]',
    '[["/w/a","device",420]]',
    '[["/w/a","file",-1,1,0]]',
  ];
  for (const rows of wrong) {
    await expect(calls.ask('restoreMany', [rows, bytes('x')])).rejects.toMatchObject({ code: 'EINVAL' });
  }
  expect(files.readdir('/w').filter(({ kind }) => kind !== 'file')).toEqual([]);
  close();
});

test('the first refusal rejects', async () => {
  const { calls, close } = served(5);
  await expect(restoreTree(calls, journal([[file('/w/a', 6), '123456']]))).rejects.toMatchObject({
    code: 'ENOSPC',
  });
  close();
});
