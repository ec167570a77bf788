import { writeObject } from '../base/objects.ts';
import type { Repo } from '../base/repository.ts';
import type { GitIndex } from './gitIndex.ts';
import { inParallel, modeOf, seenOf, statIfAny, worktreeBytes } from './worktree.ts';

/** What staging did to a path. */
export interface Staged {
  readonly path: string;
  readonly what: 'add' | 'remove';
}

/** Makes the index hold what the work tree has at `paths`; what is missing there goes. Says what changed. */
export async function stagePaths(repo: Repo, index: GitIndex, paths: readonly string[]): Promise<Staged[]> {
  const done = await inParallel(paths, (path) => stagePath(repo, index, path));
  return done.filter((each) => each !== null);
}

async function stagePath(repo: Repo, index: GitIndex, path: string): Promise<Staged | null> {
  const stat = await statIfAny(repo, path);
  if (!stat || stat.kind === 'directory' || stat.kind === 'device') {
    if (!index.has(path)) return null;
    index.remove(path);
    return { path, what: 'remove' };
  }
  const known = index.get(path);
  const mode = modeOf(stat);
  const seen = known?.seen;
  const isUnchanged =
    known?.mode === mode &&
    seen?.mtimeMs === stat.mtimeMs &&
    seen.size === stat.size &&
    stat.mtimeMs < index.writtenMs;
  if (isUnchanged) return null;
  const oid = await writeObject(repo, 'blob', await worktreeBytes(repo, path));
  index.set({ path, stage: 0, oid, mode, seen: seenOf(stat) });
  return known?.oid === oid && known.mode === mode && !known.intentToAdd ? null : { path, what: 'add' };
}
