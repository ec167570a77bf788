import type { FileChange, Guest } from '../port.ts';
import {
  bytesOf,
  codeOf,
  collect,
  eventually,
  expectSame,
  expectTrue,
  type GuestBehaviour,
  readText,
  textOf,
} from './checks.ts';

/** Files as the page sees them. */
export const fileBehaviours: readonly GuestBehaviour[] = [
  {
    title: 'file errors carry POSIX codes and the path that was asked for',
    async run(guest) {
      const { fs } = guest;
      const dir = `${guest.dirs.tmp}/codes`;
      await fs.write(`${dir}/file`, bytesOf('x'));
      expectSame(await codeOf(fs.read(`${dir}/none`)), 'ENOENT', 'reading nothing');
      expectSame(await codeOf(fs.stat(`${dir}/none`)), 'ENOENT', 'stat of nothing');
      expectSame(await codeOf(fs.read(dir)), 'EISDIR', 'reading a directory');
      expectSame(await codeOf(fs.readdir(`${dir}/file`)), 'ENOTDIR', 'listing a file');
      expectSame(await codeOf(fs.read(`${dir}/file/below`)), 'ENOTDIR', 'a path through a file');
      expectSame(await codeOf(fs.rename(`${dir}/none`, `${dir}/b`)), 'ENOENT', 'renaming nothing');
      expectSame(await codeOf(fs.rm(`${dir}/none`)), 'none', 'removing nothing');
      const path = await fs.read(`${dir}/none`).then(
        () => '',
        (error: { path?: string }) => error.path,
      );
      expectSame(path, `${dir}/none`, 'the path of the error');
      await fs.rm(dir);
      expectSame(await fs.exists(dir), false, 'removed with what was in it');
    },
  },
  {
    title: 'the root looks like a small Linux, to the shell and to fs',
    async run(guest) {
      const { fs } = guest;
      const names = (await fs.readdir('/')).map(({ name }) => name);
      for (const name of ['bin', 'dev', 'etc', 'home', 'proc', 'tmp', 'usr']) {
        expectTrue(names.includes(name), `/${name} is there: ${names}`);
      }
      expectTrue(
        (await fs.readdir('/bin')).some(({ name }) => name === 'sh'),
        '/bin/sh for fs',
      );
      const listed = await collect(
        guest.run(
          'ls / | wc -l; ls /bin | grep -cx "ls\\|sh\\|cat"; ls /proc | wc -l; ls /bin | grep -c ^__',
        ),
      );
      const [root = 0, bin = 0, proc = 0, hidden = 1] = listed.stdout.trim().split('\n').map(Number);
      expectTrue(
        root >= 7 && bin === 3 && proc >= 1 && hidden === 0,
        `what the shell lists: ${listed.stdout}`,
      );
      const zeros = await collect(guest.run('echo gone > /dev/null; head -c 3 /dev/zero; cat /dev/null'));
      expectSame([zeros.stdout, zeros.status], ['\0\0\0', { kind: 'exited', code: 0 }], 'devices');
    },
  },
  {
    title: 'a range gives exactly its bytes, fewer at the end, none behind it',
    async run({ fs, dirs }) {
      const path = `${dirs.tmp}/ranges`;
      await fs.write(path, bytesOf('0123456789'));
      for (const [offset, length, expected] of [
        [0, 3, '012'],
        [7, 3, '789'],
        [7, 4, '789'],
        [9, 100, '9'],
        [10, 1, ''],
        [50, 1, ''],
        [4, 0, ''],
      ] as const) {
        expectSame(textOf(await fs.read(path, { offset, length })), expected, `${length} from ${offset}`);
      }
      await fs.rm(path);
    },
  },
  {
    title: 'write replaces and makes parents, append adds, and the bytes given stay usable',
    async run({ fs, dirs }) {
      const path = `${dirs.tmp}/made/on/the/way.txt`;
      const bytes = bytesOf('first');
      await fs.write(path, bytes);
      await fs.write(path, bytes);
      await fs.append(path, bytesOf('+more'));
      expectSame(await readText(fs, path), 'first+more', 'the content');
      expectSame(textOf(bytes), 'first', 'the given bytes');
      expectSame((await fs.stat(path)).size, 10, 'its size');
      await fs.mkdir(`${dirs.tmp}/made/on/the/way`);
      expectSame(
        await fs.readdir(`${dirs.tmp}/made/on/the`),
        [
          { name: 'way', kind: 'directory' },
          { name: 'way.txt', kind: 'file' },
        ],
        'the directory',
      );
      await fs.rm(`${dirs.tmp}/made`);
    },
  },
  {
    title: 'rename replaces a file whole and moves a directory with what is in it',
    async run({ fs, dirs }) {
      const dir = `${dirs.tmp}/renames`;
      await fs.write(`${dir}/a`, bytesOf('new'));
      await fs.write(`${dir}/b`, bytesOf('old, longer'));
      await fs.rename(`${dir}/a`, `${dir}/b`);
      expectSame(await readText(fs, `${dir}/b`), 'new', 'the replaced file');
      expectSame(await fs.exists(`${dir}/a`), false, 'the old name');
      await fs.write(`${dir}/from/deep/file`, bytesOf('deep'));
      await fs.rename(`${dir}/from`, `${dir}/to`);
      expectSame(await readText(fs, `${dir}/to/deep/file`), 'deep', 'the moved file');
      expectSame(await fs.exists(`${dir}/from`), false, 'the old directory');
      await fs.rm(dir);
    },
  },
  {
    title: 'a link made in the shell is followed by stat and read, and named by lstat',
    async run(guest) {
      const { fs, dirs } = guest;
      const dir = `${dirs.tmp}/links`;
      await fs.write(`${dir}/real`, bytesOf('content'));
      await collect(guest.run(`cd '${dir}' && ln -s real link && ln -s loop loop`));
      expectSame((await fs.lstat(`${dir}/link`)).kind, 'symlink', 'lstat');
      expectSame((await fs.stat(`${dir}/link`)).kind, 'file', 'stat');
      expectSame(await readText(fs, `${dir}/link`), 'content', 'read');
      expectSame(await codeOf(fs.read(`${dir}/loop`)), 'ELOOP', 'a loop');
      await fs.rm(dir);
    },
  },
  {
    title: 'walk gives everything below a directory, leaves out what is skipped and says when it stopped',
    async run({ fs, dirs }) {
      const dir = `${dirs.tmp}/walked`;
      for (const name of ['a.txt', 'sub/b.txt', 'node_modules/big/index.js']) {
        await fs.write(`${dir}/${name}`, bytesOf(name));
      }
      const pathsOf = (walk: { readonly entries: readonly { readonly path: string }[] }) =>
        walk.entries.map(({ path }) => path.slice(dir.length + 1)).sort();
      const all = await fs.walk(dir, { limit: 100, skip: ['node_modules'] });
      expectSame([pathsOf(all), all.complete], [['a.txt', 'sub', 'sub/b.txt'], true], 'with a skip');
      const exact = await fs.walk(dir, { limit: 6 });
      expectSame([exact.entries.length, exact.complete], [6, true], 'exactly at the limit');
      const cut = await fs.walk(dir, { limit: 5 });
      expectSame([cut.entries.length, cut.complete], [5, false], 'one under');
      await fs.rm(dir);
    },
  },
  {
    title: 'a watcher hears of changes by the shell and by fs until it leaves',
    async run(guest) {
      const { fs, dirs } = guest;
      const heard = new Set<string>();
      const stop = fs.watch((paths) => {
        for (const path of paths) heard.add(path);
      });
      await collect(guest.run(`echo x > '${dirs.workspace}/by-shell'`));
      await fs.write(`${dirs.workspace}/by-fs`, bytesOf('x'));
      await eventually(
        'both reports',
        5000,
        () => heard.has(`${dirs.workspace}/by-shell`) && heard.has(`${dirs.workspace}/by-fs`),
      );
      stop();
      heard.clear();
      await fs.rm(`${dirs.workspace}/by-shell`);
      await fs.rm(`${dirs.workspace}/by-fs`);
      const again = fs.watch(() => heard.add('other'));
      await fs.write(`${dirs.tmp}/last`, bytesOf('x'));
      await eventually('the second watcher', 5000, () => heard.has('other'));
      again();
      expectSame([...heard], ['other'], 'the first watcher left');
      await fs.rm(`${dirs.tmp}/last`);
    },
  },
  {
    title: 'changes are net: what came and went is none, a moved file is one removed and one made',
    async run(guest) {
      const { fs, dirs } = guest;
      const dir = `${dirs.workspace}/net`;
      await fs.write(`${dir}/old`, bytesOf('abc'));
      await guest.drainChanges();
      await fs.write(`${dir}/temporary`, bytesOf('x'));
      await fs.rm(`${dir}/temporary`);
      await fs.rename(`${dir}/old`, `${dir}/new`);
      const changes = (await guest.drainChanges()).filter(({ path }) => path.startsWith(dir));
      expectSame(
        changes.map((change) => [change.path, change.kind, 'size' in change ? change.size : null]),
        [
          [`${dir}/new`, 'file', 3],
          [`${dir}/old`, 'removed', null],
        ],
        'the changes',
      );
      expectSame(await guest.drainChanges(), [], 'nothing since');
      await fs.rm(dir);
      await guest.drainChanges();
    },
  },
  {
    title: 'a drained tree that was lost comes back by restore, with modes and times, unreported',
    async run(guest) {
      const { fs, dirs } = guest;
      const dir = `${dirs.workspace}/journal`;
      await guest.drainChanges();
      await collect(
        guest.run(
          `mkdir -p '${dir}/empty' '${dir}/deep' && echo run > '${dir}/deep/tool' && ` +
            `chmod 755 '${dir}/deep/tool' && ln -s deep/tool '${dir}/link' && : > '${dir}/nothing'`,
        ),
      );
      const changes = (await guest.drainChanges()).filter(({ path }) => path.startsWith(dir));
      const journal = await journalOf(guest, changes);
      const before = await factsOf(guest, changes);
      expectTrue(before.length === 6, `six entries, got ${JSON.stringify(changes)}`);
      await fs.rm(dir);
      await guest.drainChanges();
      await guest.restore(replay(journal));
      expectSame(await factsOf(guest, changes), before, 'the tree');
      expectSame(await guest.drainChanges(), [], 'nothing reported');
      await fs.rm(dir);
      await guest.drainChanges();
    },
  },
];

type Journal = readonly { readonly change: FileChange; readonly content: Uint8Array | null }[];

async function journalOf({ fs }: Guest, changes: readonly FileChange[]): Promise<Journal> {
  const journal = [];
  for (const change of changes) {
    journal.push({ change, content: change.kind === 'file' ? await fs.read(change.path) : null });
  }
  return journal;
}

async function* replay(journal: Journal) {
  for (const { change, content } of journal) {
    yield { change, bytes: content ? inTwo(content) : null };
  }
}

async function* inTwo(content: Uint8Array) {
  const middle = content.length >> 1;
  yield content.subarray(0, middle);
  yield content.subarray(middle);
}

/** Directories' times are not journalled: they change with every entry. */
async function factsOf({ fs }: Guest, changes: readonly FileChange[]) {
  const facts = [];
  for (const { path } of changes) {
    const { kind, mode, size, mtimeMs } = await fs.lstat(path);
    const text = kind === 'file' ? await readText(fs, path) : null;
    facts.push([path, kind, mode, kind === 'file' ? [size, mtimeMs, text] : null]);
  }
  return facts;
}
