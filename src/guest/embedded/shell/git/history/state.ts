import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, type Tree } from '../base/objects.ts';
import { type Head, readHead, readReflog } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { changesBetween, type FileChange } from '../diff/changes.ts';
import { withRenames } from '../diff/renames.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { trackedNow, untrackedFiles } from '../index/worktree.ts';
import { shortOid } from './abbreviations.ts';
import { fullRefName, resolveRevision, type Upstream, upstreamOf } from './revisions.ts';
import { aheadBehind } from './walk.ts';

/** Everything that `git status` tells. */
export interface WorkState {
  readonly head: Head;
  /** The tree of HEAD; empty on an unborn branch. */
  readonly headTree: Tree;
  readonly index: GitIndex;
  readonly staged: readonly FileChange[];
  readonly unstaged: readonly FileChange[];
  readonly conflicts: readonly string[];
  readonly untracked: readonly string[];
  readonly ignored: readonly string[];
}

export type UntrackedMode = 'no' | 'normal' | 'all';

export async function readState(
  git: GitCall,
  repo: Repo,
  options: { readonly untracked: UntrackedMode; readonly isWanted?: (path: string) => boolean },
): Promise<WorkState> {
  const [head, index] = await Promise.all([readHead(repo), GitIndex.read(repo)]);
  const headTree = await flattenTree(repo, head.oid);
  const { tree: now, refreshed } = await trackedNow(repo, index);
  const isWanted = options.isWanted ?? (() => true);
  const conflicts = index.conflicts.filter(isWanted);
  const inConflict = new Set(conflicts);
  const counts = (path: string) => isWanted(path) && !inConflict.has(path);
  const known = new Map([...index.tree].filter(([path]) => !index.get(path)?.intentToAdd));
  const staged = await withRenames(repo, changesBetween(headTree, known, counts));
  const unstaged = changesBetween(index.tree, now, counts).map((change) =>
    change.old && index.get(change.old.path)?.intentToAdd ? { ...change, status: 'A' as const } : change,
  );
  const others =
    options.untracked === 'no'
      ? { untracked: [], ignored: [] }
      : await untrackedFiles(repo, index, { everyFile: options.untracked === 'all' });
  // What was hashed for nothing is noted, so that the next look is quick.
  if (refreshed) await index.write(repo);
  await git.drain();
  return {
    head,
    headTree,
    index,
    staged,
    unstaged,
    conflicts,
    untracked: others.untracked.filter(isWanted),
    ignored: others.ignored.filter(isWanted),
  };
}

/** `HEAD detached at v1`: how HEAD came where it is; null where its log does not tell. */
export async function detachedWords(git: GitCall, repo: Repo, oid: string): Promise<string | null> {
  for (const { message, to } of await readReflog(git, repo)) {
    const name = /^checkout: moving from \S+ to (\S+)$/.exec(message)?.[1];
    if (name === undefined) continue;
    // A branch or tag by its name, as long as it is where it was then.
    const ref = await fullRefName(repo, name);
    const isThere =
      ref !== null && ref !== 'HEAD' && (await resolveRevision(git, repo, `${name}^{commit}`)) === to;
    return `HEAD detached ${to === oid ? 'at' : 'from'} ${isThere ? name : await shortOid(repo, to)}`;
  }
  return null;
}

export interface Tracking {
  readonly upstream: Upstream;
  /** Null where the branch at the remote is gone. */
  readonly ahead: number | null;
  readonly behind: number;
}

/** How a branch stands to the one that it follows; null where it follows none. */
export async function trackingOf(git: GitCall, repo: Repo, branch: string | null): Promise<Tracking | null> {
  const upstream = await upstreamOf(git, branch);
  if (!upstream || branch === null) return null;
  const theirs = await resolveRevision(git, repo, upstream.ref);
  const ours = await resolveRevision(git, repo, `refs/heads/${branch}`);
  if (ours === null) return null;
  if (theirs === null) return { upstream, ahead: null, behind: 0 };
  const [ahead, behind] = await aheadBehind(repo, ours, theirs);
  return { upstream, ahead, behind };
}

/** What status, checkout and push say about it; empty where there is nothing to say. */
export function trackingWords({ upstream: { shown }, ahead, behind }: Tracking): string {
  const commits = (count: number) => `${count} commit${count === 1 ? '' : 's'}`;
  if (ahead === null) {
    return `Your branch is based on '${shown}', but the upstream is gone.\n  (use "git branch --unset-upstream" to fixup)\n`;
  }
  if (ahead === 0 && behind === 0) return `Your branch is up to date with '${shown}'.\n`;
  if (behind === 0) {
    return `Your branch is ahead of '${shown}' by ${commits(ahead)}.\n  (use "git push" to publish your local commits)\n`;
  }
  if (ahead === 0) {
    return `Your branch is behind '${shown}' by ${commits(behind)}, and can be fast-forwarded.\n  (use "git pull" to update your local branch)\n`;
  }
  return `Your branch and '${shown}' have diverged,\nand have ${ahead} and ${behind} different commits each, respectively.\n  (use "git pull" to merge the remote branch into yours)\n`;
}
