import type { JsonValue } from '../../core/index.ts';
import type { FileChange, Guest } from '../port.ts';
import type { CheckContext, ConformanceCheck } from './check.ts';
import { bytesOf, collect, eventually, readText } from './observe.ts';

/** What a guest tells of changes to its files, to a watcher and to the journal, and how they come back. */
export const fileChangeChecks: readonly ConformanceCheck[] = [
  {
    group: 'files',
    name: 'a watcher hears of changes by the shell and by fs until it leaves',
    expected: { heard: 'both', afterLeaving: ['the other watcher'] },
    async run({ guest }) {
      const { fs, dirs } = guest;
      const [byShell, byFs] = [`${dirs.workspace}/check-by-shell`, `${dirs.workspace}/check-by-fs`];
      const heard = new Set<string>();
      const stop = fs.watch((paths) => {
        for (const path of paths) heard.add(path);
      });
      await collect(guest.run(`echo x > '${byShell}'`));
      await fs.write(byFs, bytesOf('x'));
      await eventually('both reports', () => heard.has(byShell) && heard.has(byFs));
      stop();
      heard.clear();
      await fs.rm(byShell);
      await fs.rm(byFs);
      const again = fs.watch(() => heard.add('the other watcher'));
      await fs.write(`${dirs.workspace}/check-last`, bytesOf('x'));
      await eventually('the second watcher', () => heard.has('the other watcher'));
      again();
      await fs.rm(`${dirs.workspace}/check-last`);
      return { heard: 'both', afterLeaving: [...heard] };
    },
  },
  {
    group: 'journal',
    name: 'changes are net: what came and went is none, a moved file is one removed and one made',
    expected: {
      changes: [
        ['new', 'file', 3],
        ['old', 'removed', null],
      ],
      since: 0,
    },
    async run({ guest }) {
      const { fs, dirs } = guest;
      const dir = `${dirs.workspace}/check-net`;
      await fs.write(`${dir}/old`, bytesOf('abc'));
      await guest.drainChanges();
      await fs.write(`${dir}/temporary`, bytesOf('x'));
      await fs.rm(`${dir}/temporary`);
      await fs.rename(`${dir}/old`, `${dir}/new`);
      const changes = (await guest.drainChanges()).filter(({ path }) => path.startsWith(dir));
      const since = await guest.drainChanges();
      await fs.rm(dir);
      await guest.drainChanges();
      return {
        changes: changes.map((change) => [
          change.path.slice(dir.length + 1),
          change.kind,
          'size' in change ? change.size : null,
        ]),
        since: since.length,
      };
    },
  },
  {
    group: 'journal',
    name: 'a drained tree that was lost comes back by restore, with modes and times, unreported',
    expected: { entries: 6, isSame: true, reported: 0 },
    async run({ guest }) {
      const { fs, dirs } = guest;
      const dir = `${dirs.workspace}/check-journal`;
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
      await fs.rm(dir);
      await guest.drainChanges();
      await guest.restore(replayed(journal));
      const after = await factsOf(guest, changes);
      const reported = await guest.drainChanges();
      await fs.rm(dir);
      await guest.drainChanges();
      const isSame = JSON.stringify(after) === JSON.stringify(before);
      return { entries: before.length, isSame: isSame || after, reported: reported.length };
    },
  },
];

export type Journal = readonly { readonly change: FileChange; readonly content: Uint8Array | null }[];

export async function journalOf({ fs }: Guest, changes: readonly FileChange[]): Promise<Journal> {
  const journal = [];
  for (const change of changes) {
    journal.push({ change, content: change.kind === 'file' ? await fs.read(change.path) : null });
  }
  return journal;
}

export async function* replayed(journal: Journal) {
  for (const { change, content } of journal) yield { change, bytes: content ? inTwo(content) : null };
}

async function* inTwo(content: Uint8Array) {
  const middle = content.length >> 1;
  yield content.subarray(0, middle);
  yield content.subarray(middle);
}

/** Directories' times are not journalled: they change with every entry. */
async function factsOf(
  { fs }: CheckContext['guest'],
  changes: readonly FileChange[],
): Promise<readonly JsonValue[]> {
  const facts: JsonValue[] = [];
  for (const { path } of changes) {
    const { kind, mode, size, mtimeMs } = await fs.lstat(path);
    const text = kind === 'file' ? await readText(fs, path) : null;
    facts.push([path, kind, mode, kind === 'file' ? [size, mtimeMs, text] : null]);
  }
  return facts;
}
