import type { ConformanceCheck } from './check.ts';
import { bytesOf, codeOf, collect, placesNamed, readText, said, textOf } from './observe.ts';

const ranges = [
  [0, 3, '012'],
  [7, 3, '789'],
  [7, 4, '789'],
  [9, 100, '9'],
  [10, 1, ''],
  [50, 1, ''],
  [4, 0, ''],
] as const;

/** Files as the page sees them. */
export const fileChecks: readonly ConformanceCheck[] = [
  {
    group: 'files',
    name: 'file errors carry POSIX codes',
    expected: {
      'reading nothing': 'ENOENT',
      'stat of nothing': 'ENOENT',
      'reading a directory': 'EISDIR',
      'listing a file': 'ENOTDIR',
      'a path through a file': 'ENOTDIR',
      'renaming nothing': 'ENOENT',
      'removing nothing': 'none',
    },
    async run({ guest: { fs }, dir }) {
      await fs.write(`${dir}/file`, bytesOf('x'));
      return {
        'reading nothing': await codeOf(fs.read(`${dir}/none`)),
        'stat of nothing': await codeOf(fs.stat(`${dir}/none`)),
        'reading a directory': await codeOf(fs.read(dir)),
        'listing a file': await codeOf(fs.readdir(`${dir}/file`)),
        'a path through a file': await codeOf(fs.read(`${dir}/file/below`)),
        'renaming nothing': await codeOf(fs.rename(`${dir}/none`, `${dir}/b`)),
        'removing nothing': await codeOf(fs.rm(`${dir}/none`)),
      };
    },
  },
  {
    group: 'files',
    name: 'an error names the path that was asked for',
    expected: 'DIR/none',
    async run(context) {
      const error: { readonly path?: string } = await context.guest.fs.read(`${context.dir}/none`).then(
        () => ({}),
        (reason) => reason,
      );
      return placesNamed(error.path ?? '', context);
    },
  },
  {
    group: 'files',
    name: 'rm takes a folder with what is in it',
    expected: [true, false],
    async run({ guest: { fs }, dir }) {
      await fs.write(`${dir}/a/b/c`, bytesOf('x'));
      const before = await fs.exists(`${dir}/a/b`);
      await fs.rm(`${dir}/a`);
      return [before, await fs.exists(`${dir}/a`)];
    },
  },
  {
    group: 'paths',
    name: 'the root looks like a small Linux, to the shell and to fs',
    expected: { missing: [], sh: true, commands: 3, hidden: 0 },
    async run({ guest }) {
      const names = (await guest.fs.readdir('/')).map(({ name }) => name);
      const listed = await said(guest, 'ls /bin | grep -cx "ls\\|sh\\|cat"; ls /bin | grep -c ^__');
      const [commands = 0, hidden = 1] = listed.trim().split('\n').map(Number);
      return {
        missing: ['bin', 'dev', 'etc', 'home', 'proc', 'tmp', 'usr'].filter((name) => !names.includes(name)),
        sh: await guest.fs.exists('/bin/sh'),
        commands,
        hidden,
      };
    },
  },
  {
    group: 'paths',
    name: '/dev/null takes and gives nothing, /dev/zero gives zeros',
    expected: '\0\0\0',
    run: ({ guest }) => said(guest, 'echo gone > /dev/null; head -c 3 /dev/zero; cat /dev/null'),
  },
  {
    group: 'files',
    name: 'a range gives exactly its bytes, fewer at the end, none behind it',
    expected: ranges.map(([offset, length, text]) => `${length} from ${offset}: ${text}`),
    async run({ guest: { fs }, dir }) {
      await fs.write(`${dir}/ranges`, bytesOf('0123456789'));
      const found = [];
      for (const [offset, length] of ranges) {
        const text = textOf(await fs.read(`${dir}/ranges`, { offset, length }));
        found.push(`${length} from ${offset}: ${text}`);
      }
      return found;
    },
  },
  {
    group: 'files',
    name: 'write makes parents and replaces, append adds, and the bytes given stay usable',
    expected: { content: 'first+more', given: 'first', size: 10 },
    async run({ guest: { fs }, dir }) {
      const path = `${dir}/made/on/the/way.txt`;
      const bytes = bytesOf('first');
      await fs.write(path, bytes);
      await fs.write(path, bytes);
      await fs.append(path, bytesOf('+more'));
      return { content: await readText(fs, path), given: textOf(bytes), size: (await fs.stat(path)).size };
    },
  },
  {
    group: 'files',
    name: 'readdir names what is there, with its kind, in order',
    expected: [
      { name: 'b.txt', kind: 'file' },
      { name: 'sub', kind: 'directory' },
      { name: 'z', kind: 'symlink' },
    ],
    async run({ guest, dir }) {
      await guest.fs.mkdir(`${dir}/sub`);
      await guest.fs.write(`${dir}/b.txt`, bytesOf(''));
      await collect(guest.run(`ln -s b.txt '${dir}/z'`));
      return (await guest.fs.readdir(dir)).map(({ name, kind }) => ({ name, kind }));
    },
  },
  {
    group: 'files',
    name: 'rename replaces a file whole and moves a directory with what is in it',
    expected: { replaced: 'new', oldName: false, moved: 'deep', oldFolder: false },
    async run({ guest: { fs }, dir }) {
      await fs.write(`${dir}/a`, bytesOf('new'));
      await fs.write(`${dir}/b`, bytesOf('old, longer'));
      await fs.rename(`${dir}/a`, `${dir}/b`);
      await fs.write(`${dir}/from/deep/file`, bytesOf('deep'));
      await fs.rename(`${dir}/from`, `${dir}/to`);
      return {
        replaced: await readText(fs, `${dir}/b`),
        oldName: await fs.exists(`${dir}/a`),
        moved: await readText(fs, `${dir}/to/deep/file`),
        oldFolder: await fs.exists(`${dir}/from`),
      };
    },
  },
  {
    group: 'paths',
    name: 'a link made in the shell is followed by stat and read, and named by lstat; a loop is ELOOP',
    expected: { lstat: 'symlink', stat: 'file', read: 'content', loop: 'ELOOP' },
    async run({ guest, dir }) {
      const { fs } = guest;
      await fs.write(`${dir}/real`, bytesOf('content'));
      await collect(guest.run(`cd '${dir}' && ln -s real link && ln -s loop loop`));
      return {
        lstat: (await fs.lstat(`${dir}/link`)).kind,
        stat: (await fs.stat(`${dir}/link`)).kind,
        read: await readText(fs, `${dir}/link`),
        loop: await codeOf(fs.read(`${dir}/loop`)),
      };
    },
  },
  {
    group: 'paths',
    name: 'walk gives everything below a folder, leaves out what is skipped and says when it stopped',
    expected: {
      skipped: ['a.txt', 'sub', 'sub/b.txt'],
      complete: true,
      atLimit: [6, true],
      oneUnder: [5, false],
    },
    async run({ guest: { fs }, dir }) {
      for (const name of ['a.txt', 'sub/b.txt', 'node_modules/big/index.js']) {
        await fs.write(`${dir}/${name}`, bytesOf(name));
      }
      const all = await fs.walk(dir, { limit: 100, skip: ['node_modules'] });
      const exact = await fs.walk(dir, { limit: 6 });
      const cut = await fs.walk(dir, { limit: 5 });
      return {
        skipped: all.entries.map(({ path }) => path.slice(dir.length + 1)).sort(),
        complete: all.complete,
        atLimit: [exact.entries.length, exact.complete],
        oneUnder: [cut.entries.length, cut.complete],
      };
    },
  },
];
