import { describe, expect, test } from 'vitest';
import { MemoryFiles } from '../../../../../src/guest/embedded/files/memoryFiles.ts';
import { SpaceBudget } from '../../../../../src/guest/embedded/files/spaceBudget.ts';
import { bytes, failure, text, trackedFiles } from './fixtures.ts';

describe('codes and words are those of Node', () => {
  const { files } = trackedFiles();
  files.mkdir('/d/sub', true);
  files.writeFile('/d/f', bytes('x'));
  files.symlink('loop', '/d/loop');
  const long = `/d/${'n'.repeat(256)}`;

  const cases: readonly (readonly [string, () => unknown, string])[] = [
    ['read of nothing', () => files.readFile('/d/x'), "ENOENT: no such file or directory, open '/d/x'"],
    ['stat of nothing', () => files.stat('/x/y'), "ENOENT: no such file or directory, stat '/x/y'"],
    ['an empty path', () => files.stat(''), "ENOENT: no such file or directory, stat ''"],
    [
      'read of a directory',
      () => files.readFile('/d'),
      "EISDIR: illegal operation on a directory, read '/d'",
    ],
    [
      'write to a directory',
      () => files.writeFile('/d', bytes('')),
      "EISDIR: illegal operation on a directory, open '/d'",
    ],
    ['a path through a file', () => files.stat('/d/f/x'), "ENOTDIR: not a directory, stat '/d/f/x'"],
    ['listing a file', () => files.readdir('/d/f'), "ENOTDIR: not a directory, scandir '/d/f'"],
    ['mkdir twice', () => files.mkdir('/d', false), "EEXIST: file already exists, mkdir '/d'"],
    ['mkdir -p over a file', () => files.mkdir('/d/f', true), "EEXIST: file already exists, mkdir '/d/f'"],
    [
      'mkdir without parents',
      () => files.mkdir('/a/b', false),
      "ENOENT: no such file or directory, mkdir '/a/b'",
    ],
    ['rmdir of a full one', () => files.rmdir('/d'), "ENOTEMPTY: directory not empty, rmdir '/d'"],
    ['rmdir of a file', () => files.rmdir('/d/f'), "ENOTDIR: not a directory, rmdir '/d/f'"],
    [
      'rm of a directory',
      () => files.rm('/d', { recursive: false, force: true }),
      "EISDIR: illegal operation on a directory, rm '/d'",
    ],
    [
      'rm of nothing',
      () => files.rm('/x', { recursive: true, force: false }),
      "ENOENT: no such file or directory, rm '/x'",
    ],
    [
      'rm of the root',
      () => files.rm('/', { recursive: true, force: true }),
      "EBUSY: resource busy or locked, rm '/'",
    ],
    [
      'a loop of links',
      () => files.stat('/d/loop'),
      "ELOOP: too many symbolic links encountered, stat '/d/loop'",
    ],
    ['readlink of a file', () => files.readlink('/d/f'), "EINVAL: invalid argument, readlink '/d/f'"],
    [
      'a link to a directory',
      () => files.link('/d', '/e'),
      "EPERM: operation not permitted, link '/d' -> '/e'",
    ],
    [
      'a directory into itself',
      () => files.rename('/d', '/d/sub/d'),
      "EINVAL: invalid argument, rename '/d' -> '/d/sub/d'",
    ],
    [
      'a file onto a directory',
      () => files.rename('/d/f', '/d/sub'),
      "EISDIR: illegal operation on a directory, rename '/d/f' -> '/d/sub'",
    ],
    [
      'a directory onto a file',
      () => files.rename('/d/sub', '/d/f'),
      "ENOTDIR: not a directory, rename '/d/sub' -> '/d/f'",
    ],
    [
      'a directory copied without r',
      () => files.copy('/d', '/e', false),
      "EISDIR: illegal operation on a directory, cp '/d' -> '/e'",
    ],
    [
      'a directory copied into itself',
      () => files.copy('/d', '/d/sub/c', true),
      "EINVAL: invalid argument, cp '/d' -> '/d/sub/c'",
    ],
    [
      'a name of 256 bytes',
      () => files.writeFile(long, bytes('')),
      `ENAMETOOLONG: name too long, open '${long}'`,
    ],
  ];
  test.each(cases)('%s', (_what, work, message) => {
    expect(failure(work)).toBe(message);
  });

  test('a path of exactly 4,096 units is looked up, one more is not', () => {
    const path = `/d${'/.'.repeat(2047)}`;
    expect([path.length, failure(() => files.stat(path))]).toEqual([4096, 'none']);
    expect(failure(() => files.stat(`${path}/`))).toContain('ENAMETOOLONG');
  });

  test('a name of exactly 255 bytes is taken, counted in UTF-8', () => {
    expect(failure(() => files.writeFile(`/d/${'n'.repeat(255)}`, bytes('')))).toBe('none');
    expect(failure(() => files.writeFile(`/d/${'é'.repeat(127)}`, bytes('')))).toBe('none');
    expect(failure(() => files.writeFile(`/d/${'é'.repeat(128)}`, bytes('')))).toContain('ENAMETOOLONG');
  });
});

describe('links', () => {
  test('are followed in every part of a path, relative to where they are, and ".." is that of the target', () => {
    const { files } = trackedFiles();
    files.mkdir('/a/b/c', true);
    files.writeFile('/a/b/file', bytes('found'));
    files.symlink('b/c', '/a/short');
    files.symlink('/a/short', '/jump');
    expect(text(files.readFile('/jump/../file'))).toBe('found');
    expect(files.realpath('/jump')).toBe('/a/b/c');
    expect(files.lstat('/jump')).toEqual({ kind: 'symlink', size: 8, mode: 0o777, mtimeMs: 1000 });
  });

  test('40 links in a row are followed, 41 are a loop', () => {
    const { files } = trackedFiles();
    files.writeFile('/l0', bytes('end'));
    for (let count = 1; count <= 41; count++) files.symlink(`l${count - 1}`, `/l${count}`);
    expect(text(files.readFile('/l40'))).toBe('end');
    expect(failure(() => files.readFile('/l41'))).toContain('ELOOP');
  });

  test('writing through a dangling link makes what it points to; removing a link leaves it', () => {
    const { files } = trackedFiles();
    files.symlink('/made', '/link');
    files.writeFile('/link', bytes('through'));
    files.rm('/link', { recursive: false, force: false });
    expect(text(files.readFile('/made'))).toBe('through');
  });

  test('hard links share content and mode, and the content lives until the last is gone', () => {
    const { files, budget } = trackedFiles();
    files.writeFile('/a', bytes('one'));
    files.link('/a', '/b');
    files.appendFile('/b', bytes('+two'));
    files.chmod('/b', 0o600);
    expect([text(files.readFile('/a')), files.stat('/a').mode]).toEqual(['one+two', 0o600]);
    files.rm('/a', { recursive: false, force: false });
    expect([text(files.readFile('/b')), budget.usedBytes]).toEqual(['one+two', 7]);
    files.rm('/b', { recursive: false, force: false });
    expect(budget.usedBytes).toBe(0);
  });

  test('renaming one hard link onto another changes nothing', () => {
    const { files } = trackedFiles();
    files.writeFile('/a', bytes('x'));
    files.link('/a', '/b');
    files.rename('/a', '/b');
    expect(files.readdir('/').map(({ name }) => name)).toEqual(['a', 'b', 'w']);
  });
});

describe('facts', () => {
  test('overwriting keeps the mode, a new file gets the one asked for, times follow the clock', () => {
    const { files, clock } = trackedFiles();
    files.writeFile('/a', bytes('x'), 0o755);
    clock.nowMs = 2000;
    files.writeFile('/a', bytes('longer'), 0o600);
    expect(files.stat('/a')).toEqual({ kind: 'file', size: 6, mode: 0o755, mtimeMs: 2000 });
    files.utimes('/a', 1, 2);
    expect(files.stat('/a').mtimeMs).toBe(2);
  });

  test('a copy keeps mode and content, merges directories and copies links as links', () => {
    const { files } = trackedFiles();
    files.mkdir('/from/sub', true);
    files.writeFile('/from/sub/tool', bytes('t'), 0o755);
    files.symlink('sub/tool', '/from/link');
    files.mkdir('/to', true);
    files.writeFile('/to/kept', bytes('k'));
    files.copy('/from', '/to', true);
    files.appendFile('/from/sub/tool', bytes('changed later'));
    expect(files.readdir('/to')).toEqual([
      { name: 'kept', kind: 'file' },
      { name: 'link', kind: 'symlink' },
      { name: 'sub', kind: 'directory' },
    ]);
    expect([text(files.readFile('/to/link')), files.stat('/to/sub/tool').mode]).toEqual(['t', 0o755]);
  });

  test('a copy that is refused or that a device swallows costs nothing', () => {
    const { files, budget } = trackedFiles();
    files.mkdir('/w/d', true);
    files.place('/w/null', { kind: 'device', device: 'null', mode: 0o666, mtimeMs: 0, atimeMs: 0 });
    files.writeFile('/w/f', bytes('abc'));
    expect(failure(() => files.copy('/w/f', '/w/d', false))).toMatch(/^EISDIR/);
    files.copy('/w/f', '/w/null', false);
    expect(budget.usedBytes).toBe(3);
  });

  test('the budget is exact at the limit, refuses one byte more and gets back what is removed', () => {
    const { files, budget } = trackedFiles(10);
    files.writeFile('/a', bytes('1234567'));
    files.appendFile('/a', bytes('890'));
    expect(failure(() => files.appendFile('/a', bytes('x')))).toBe(
      "ENOSPC: no space left on device, write '/a'",
    );
    expect(text(files.readFile('/a'))).toBe('1234567890');
    files.writeFile('/a', bytes('short'));
    expect(failure(() => files.truncate('/a', 11))).toContain('ENOSPC');
    files.truncate('/a', 10);
    expect([...files.readFile('/a', 4, 3)]).toEqual([116, 0, 0]);
    files.copy('/a', '/a', false);
    expect(budget.usedBytes).toBe(10);
    files.rm('/a', { recursive: true, force: false });
    expect(budget.usedBytes).toBe(0);
  });

  test('one file may be as large as the limit and no byte larger, however it grows; what was there stays', () => {
    const files = new MemoryFiles({ now: () => 0, budget: new SpaceBudget(1000, 10) });
    files.writeFile('/a', bytes('1234567890'));
    for (const grow of [
      () => files.appendFile('/a', bytes('x')),
      () => files.writeFile('/a', bytes('12345678901')),
      () => files.truncate('/a', 11),
    ]) {
      expect(failure(grow)).toBe("EFBIG: file too large, write '/a'");
    }
    expect(text(files.readFile('/a'))).toBe('1234567890');
    files.copy('/a', '/b', false);
    files.writeFile('/a', bytes('short'));
  });
});
