import { die } from '../base/failure.ts';
import { type Entry, readObject, type Tree } from '../base/objects.ts';
import { isSafePath, parentOf } from '../base/paths.ts';
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

/** Dies where a path of the tree must not be written: before the first file is. */
function checkPaths(tree: Tree): void {
  for (const path of tree.keys()) {
    const isFile = !parentsOf(path).some((folder) => tree.has(folder));
    // Twice under one name, as a file (perhaps a link to somewhere else) and as a folder, is no tree of git's either.
    if (!isFile || !isSafePath(path)) die(`invalid path '${path}'`);
  }
}

function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
}

export async function writeContent(repo: Repo, path: string, bytes: Uint8Array, mode: string): Promise<void> {
  if (!isSafePath(path)) die(`invalid path '${path}'`);
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

/** Folders of the work tree that are known to be there and to be no links, per repository and call. */
const realFolders = new WeakMap<object, Set<string>>();

/** A file that stands where a folder must be makes way, and so does a link: what is written would go where it leads. */
async function makeFolder(repo: Repo, folder: string): Promise<void> {
  const known = realFolders.get(repo.cache) ?? new Set<string>();
  realFolders.set(repo.cache, known);
  if (known.has(folder)) return;
  for (const path of [...parentsOf(folder), folder]) {
    if (known.has(path)) continue;
    const stat = await statIfAny(repo, path);
    if (stat && stat.kind !== 'directory')
      await repo.files.rm(absolute(repo, path), { recursive: false, force: true });
    if (stat?.kind !== 'directory') await repo.files.mkdir(absolute(repo, path), true);
    known.add(path);
  }
}

/** Removes a file of the work tree and the folders that become empty by it. */
export async function removeFile(repo: Repo, path: string): Promise<void> {
  if (!isSafePath(path)) die(`invalid path '${path}'`);
  realFolders.delete(repo.cache);
  for (const folder of parentsOf(path)) {
    // Behind a link lies what is no part of the work tree.
    if ((await statIfAny(repo, folder))?.kind === 'symlink') return;
  }
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
  checkPaths(to);
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
  checkPaths(to);
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
