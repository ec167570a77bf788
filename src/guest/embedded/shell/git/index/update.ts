import { type Entry, readObject, type Tree } from '../base/objects.ts';
import { parentOf } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { changesBetween, pathOf } from '../diff/changes.ts';
import type { GitIndex } from './gitIndex.ts';
import { absolute, inParallel, isIgnored, lookAt, seenOf, statIfAny } from './worktree.ts';

/** Puts a file into the work tree and notes it in the index. */
export async function writeEntry(repo: Repo, index: GitIndex, path: string, entry: Entry): Promise<void> {
  await writeFileOf(repo, path, entry);
  const stat = await statIfAny(repo, path);
  index.set({ path, stage: 0, oid: entry.oid, mode: entry.mode, seen: stat ? seenOf(stat) : null });
}

/** Puts a file into the work tree as `entry` has it. */
export async function writeFileOf(repo: Repo, path: string, entry: Entry): Promise<void> {
  await writeContent(repo, path, (await readObject(repo, entry.oid)).bytes, entry.mode);
}

export async function writeContent(repo: Repo, path: string, bytes: Uint8Array, mode: string): Promise<void> {
  const at = absolute(repo, path);
  const parent = parentOf(path);
  if (parent !== '') await makeFolder(repo, parent);
  const there = await statIfAny(repo, path);
  if (there && (there.kind !== 'file' || mode === '120000')) {
    await repo.files.rm(at, { recursive: true, force: true });
  }
  if (mode === '120000') return repo.files.symlink(new TextDecoder().decode(bytes), at);
  const permissions = mode === '100755' ? 0o755 : 0o644;
  await repo.files.writeFile(at, bytes, permissions);
  if (there?.kind === 'file' && (there.mode & 0o777) !== permissions) {
    const isExecutable = (there.mode & 0o100) !== 0;
    if (isExecutable !== (mode === '100755')) await repo.files.chmod(at, permissions);
  }
}

/** A file that stands where a folder must be makes way. */
async function makeFolder(repo: Repo, folder: string): Promise<void> {
  try {
    await repo.files.mkdir(absolute(repo, folder), true);
  } catch {
    const parts = folder.split('/');
    for (let count = 1; count <= parts.length; count++) {
      const path = parts.slice(0, count).join('/');
      const stat = await statIfAny(repo, path);
      if (stat && stat.kind !== 'directory')
        await repo.files.rm(absolute(repo, path), { recursive: false, force: true });
    }
    await repo.files.mkdir(absolute(repo, folder), true);
  }
}

/** Removes a file of the work tree and the folders that become empty by it. */
export async function removeFile(repo: Repo, path: string): Promise<void> {
  await repo.files.rm(absolute(repo, path), { recursive: false, force: true });
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
    try {
      await repo.files.rmdir(absolute(repo, folder));
    } catch {
      return;
    }
  }
}

export interface Obstacles {
  /** Changes of the user's that would be lost. */
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
}

/** What stands in the way of going from `from` to `to`. */
export async function obstaclesTo(repo: Repo, index: GitIndex, from: Tree, to: Tree): Promise<Obstacles> {
  const changed: string[] = [];
  const untracked: string[] = [];
  await inParallel(changesBetween(from, to), async (change) => {
    const path = pathOf(change);
    const target = to.get(path);
    const staged = index.get(path);
    const now = await lookAt(repo, path, index);
    const isTarget = (entry: Entry | undefined | null) =>
      entry?.oid === target?.oid && entry?.mode === target?.mode;
    if (!staged && !index.has(path)) {
      // Deleted from the index: nothing is lost where nothing is there.
      if (from.has(path) && !isTarget(undefined)) changed.push(path);
      else if (now && !isTarget(now.entry) && !(await isIgnored(repo, path, false))) untracked.push(path);
      return;
    }
    if (isTarget(staged)) return;
    const base = from.get(path);
    const stagedIsBase = staged?.oid === base?.oid && staged?.mode === base?.mode;
    const nowIsStaged = !now || (now.entry.oid === staged?.oid && now.entry.mode === staged.mode);
    if (!stagedIsBase || !nowIsStaged) changed.push(path);
  });
  return { changed: changed.sort(), untracked: untracked.sort() };
}

/** Brings work tree and index from one tree to another, touching only what differs. */
export async function goFromTo(repo: Repo, index: GitIndex, from: Tree, to: Tree): Promise<void> {
  const changes = changesBetween(from, to);
  for (const change of changes) {
    const path = pathOf(change);
    if (to.has(path)) continue;
    await removeFile(repo, path);
    index.remove(path);
  }
  await inParallel(changes, async (change) => {
    const path = pathOf(change);
    const target = to.get(path);
    const staged = index.get(path);
    if (
      !target ||
      (staged?.oid === target.oid && staged.mode === target.mode && from.get(path)?.oid !== staged.oid)
    )
      return;
    await writeEntry(repo, index, path, target);
  });
}

/** Makes index and tracked files exactly `to`, whatever they are now. */
export async function forceTo(repo: Repo, index: GitIndex, to: Tree): Promise<void> {
  const tracked = [...new Set(index.entries.map(({ path }) => path))];
  for (const path of tracked) {
    if (to.has(path)) continue;
    await removeFile(repo, path);
    index.remove(path);
  }
  await inParallel([...to], async ([path, target]) => {
    const now = await lookAt(repo, path, index);
    if (now?.entry.oid !== target.oid || now.entry.mode !== target.mode)
      await writeEntry(repo, index, path, target);
    else index.set({ path, stage: 0, oid: target.oid, mode: target.mode, seen: seenOf(now.stat) });
  });
}
