import type { FileStat } from '../../../../port.ts';
import { type Entry, hashObject, type Tree } from '../base/objects.ts';
import { byPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import type { GitIndex, IndexEntry } from './gitIndex.ts';
import { IgnoreRules } from './ignoreRules.ts';

/** Requests to the file worker that are on their way at once. */
const manyAtOnce = 64;

/** Calls `work` for every item, several at once; results in order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(manyAtOnce, items.length) }, lane));
  return results;
}

export function absolute(repo: Repo, path: string): string {
  return repo.root === '/' ? `/${path}` : `${repo.root}/${path}`;
}

export async function statIfAny(repo: Repo, path: string): Promise<FileStat | null> {
  try {
    return await repo.files.lstat(absolute(repo, path));
  } catch {
    return null;
  }
}

export function modeOf(stat: FileStat): string {
  if (stat.kind === 'symlink') return '120000';
  return (stat.mode & 0o100) === 0 ? '100644' : '100755';
}

/** Bytes that git stores for a file of the work tree: a link's are its target. */
export async function worktreeBytes(repo: Repo, path: string): Promise<Uint8Array> {
  const stat = await repo.files.lstat(absolute(repo, path));
  if (stat.kind === 'symlink')
    return new TextEncoder().encode(await repo.files.readlink(absolute(repo, path)));
  return repo.files.readFile(absolute(repo, path));
}

export interface Seen {
  readonly entry: Entry;
  readonly stat: FileStat;
}

/** A file as it is now, hashed unless the index has seen it just so; null where there is no file. */
export async function lookAt(repo: Repo, path: string, index: GitIndex): Promise<Seen | null> {
  const stat = await statIfAny(repo, path);
  if (!stat || stat.kind === 'directory' || stat.kind === 'device') return null;
  const mode = modeOf(stat);
  const known = index.get(path);
  const unchanged =
    known?.seen &&
    known.seen.mtimeMs === stat.mtimeMs &&
    known.seen.size === stat.size &&
    known.mode === mode;
  // A file that changed in the moment in which the index was written may have changed after it.
  if (known && unchanged && stat.mtimeMs < index.writtenMs) {
    return { entry: { oid: known.oid, mode, inWorktree: true }, stat };
  }
  const oid = hashObject('blob', await worktreeBytes(repo, path));
  return { entry: { oid, mode, inWorktree: true }, stat };
}

export function seenOf(stat: FileStat): IndexEntry['seen'] {
  return { mtimeMs: stat.mtimeMs, size: stat.size };
}

/**
 * The tracked files as they are now; what is missing is left out. What was hashed and found unchanged is
 * noted in the index, so that the next look is cheap; `refreshed` says whether that is worth writing it.
 */
export async function trackedNow(
  repo: Repo,
  index: GitIndex,
  isWanted: (path: string) => boolean = () => true,
): Promise<{ readonly tree: Tree; readonly refreshed: boolean }> {
  const paths = [...new Set(index.entries.map(({ path }) => path))].filter(isWanted);
  const seen = await inParallel(paths, (path) => lookAt(repo, path, index));
  const found: [string, Entry][] = [];
  let refreshed = false;
  paths.forEach((path, at) => {
    const now = seen[at];
    if (!now) return;
    found.push([path, now.entry]);
    const known = index.get(path);
    if (!known || known.oid !== now.entry.oid || known.mode !== now.entry.mode) return;
    const isNews = known.seen?.mtimeMs !== now.stat.mtimeMs || known.seen.size !== now.stat.size;
    const wasRacy = now.stat.mtimeMs >= index.writtenMs;
    if (isNews) index.set({ ...known, seen: seenOf(now.stat) });
    refreshed ||= isNews || wasRacy;
  });
  return { tree: new Map(found), refreshed };
}

export interface Untracked {
  /** Paths of files; a folder without a tracked file ends in `/` and stands for all below it. */
  readonly untracked: readonly string[];
  readonly ignored: readonly string[];
}

/** What the index does not know. `everyFile` lists files where a folder would do. */
export async function untrackedFiles(
  repo: Repo,
  index: GitIndex,
  options: { readonly everyFile: boolean; readonly isWanted?: (folder: string) => boolean },
): Promise<Untracked> {
  const tracked = new Set<string>();
  const trackedFolders = new Set<string>();
  for (const { path } of index.entries) {
    tracked.add(path);
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
      trackedFolders.add(path.slice(0, at + 1));
  }
  /** What is below a folder. A folder without a tracked file becomes one entry, unless each file is asked for. */
  async function visit(folder: string, rules: IgnoreRules): Promise<{ fresh: string[]; hidden: string[] }> {
    const here = await rules.with(repo.files, absolute(repo, `${folder}.gitignore`), folder);
    const found: { fresh: string[]; hidden: string[] } = { fresh: [], hidden: [] };
    for (const { name, kind } of await repo.files.readdir(absolute(repo, folder))) {
      if (name === '.git') continue;
      const path = `${folder}${name}`;
      if (kind !== 'directory') {
        if (!tracked.has(path)) (here.ignores(path, false) ? found.hidden : found.fresh).push(path);
        continue;
      }
      const below = `${path}/`;
      const hasTracked = trackedFolders.has(below);
      if (!hasTracked && here.ignores(path, true)) {
        found.hidden.push(below);
        continue;
      }
      if (options.isWanted && !options.isWanted(below)) continue;
      if (!hasTracked && (await isRepository(repo, below))) {
        found.fresh.push(below);
        continue;
      }
      const inside = await visit(below, here);
      const asOne = !hasTracked && !options.everyFile;
      if (inside.fresh.length > 0) found.fresh.push(...(asOne ? [below] : inside.fresh));
      if (asOne && inside.fresh.length === 0 && inside.hidden.length > 0) found.hidden.push(below);
      else found.hidden.push(...inside.hidden);
    }
    return found;
  }

  const { fresh, hidden } = await visit('', await baseRules(repo));
  return { untracked: fresh.sort(byPath), ignored: hidden.sort(byPath) };
}

async function isRepository(repo: Repo, folder: string): Promise<boolean> {
  return (await statIfAny(repo, `${folder}.git`)) !== null;
}

function baseRules(repo: Repo): Promise<IgnoreRules> {
  return new IgnoreRules().with(repo.files, `${repo.gitDir}/info/exclude`, '');
}

/** Whether a path, or a folder above it, is ignored. */
export async function isIgnored(repo: Repo, path: string, isFolder: boolean): Promise<boolean> {
  let rules = await (await baseRules(repo)).with(repo.files, absolute(repo, '.gitignore'), '');
  const parts = path.split('/');
  for (let count = 1; count <= parts.length; count++) {
    const part = parts.slice(0, count).join('/');
    if (rules.ignores(part, count < parts.length || isFolder)) return true;
    rules = await rules.with(repo.files, absolute(repo, `${part}/.gitignore`), `${part}/`);
  }
  return false;
}
