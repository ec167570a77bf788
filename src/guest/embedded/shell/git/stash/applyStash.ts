import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit, type Tree } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import type { Repo } from '../base/repository.ts';
import type { TreeMerge } from '../history/mergeTrees.ts';
import { readState } from '../history/state.ts';
import { longStatus } from '../history/statusText.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { writeFileOf } from '../index/update.ts';
import { inParallel, statIfAny } from '../index/worktree.ts';
import { applyChange } from '../sequence/applyChange.ts';

/** Makes the stashed changes on top of what is staged. */
export async function applyStash(
  git: GitCall,
  repo: Repo,
  oid: string,
  given: GivenOptions,
): Promise<number> {
  const { parents, tree } = await readCommit(repo, oid);
  const [baseOid, indexOid, untrackedOid] = parents;
  if (baseOid === undefined || indexOid === undefined) {
    throw new GitFailure(`fatal: '${oid}' is not a stash-like commit\n`, 128);
  }
  const before = await GitIndex.read(repo);
  if (before.conflicts.length > 0) {
    throw new GitFailure(
      `${before.conflicts.map((path) => `${path}: needs merge\n`).join('')}error: could not write index\n`,
      1,
    );
  }
  const ours = before.tree;
  const [from, to] = await Promise.all([flattenTree(repo, baseOid), flattenTree(repo, tree)]);
  const names = { ours: 'Updated upstream', theirs: 'Stashed changes' };
  let merged: TreeMerge;
  try {
    ({ merged } = await applyChange(git, repo, { from, to, ours, names }));
  } catch (error) {
    // What stands in the way is told, and then what there is.
    if (!(error instanceof GitFailure)) throw error;
    await git.warn(error.text);
    if (!given.has('quiet')) await printStatus(git, repo);
    return 1;
  }
  if (merged.conflicts.length === 0)
    await leaveUnstaged(repo, ours, given.has('index') ? await flattenTree(repo, indexOid) : null);
  const blocked =
    untrackedOid === undefined ? [] : await restoreUntracked(repo, await flattenTree(repo, untrackedOid));
  if (blocked.length > 0) {
    await git.warn(
      `${blocked.map((path) => `${path} already exists, no checkout\n`).join('')}error: could not restore untracked files from stash\n`,
    );
  }
  if (!given.has('quiet')) await printStatus(git, repo);
  return merged.conflicts.length > 0 || blocked.length > 0 ? 1 : 0;
}

async function printStatus(git: GitCall, repo: Repo): Promise<void> {
  const state = await readState(git, repo, { untracked: 'normal' });
  git.print((await longStatus(git, repo, state, 'normal')).text);
}

/** What came back is a change of the work tree again; new files stay staged. */
async function leaveUnstaged(repo: Repo, ours: Tree, staged: Tree | null): Promise<void> {
  const index = await GitIndex.read(repo);
  const added = [...index.tree].filter(([path]) => !ours.has(path));
  index.reset(staged ?? new Map([...ours, ...added]));
  await index.write(repo);
}

async function restoreUntracked(repo: Repo, files: Tree): Promise<string[]> {
  const blocked: string[] = [];
  await inParallel([...files], async ([path, entry]) => {
    if (await statIfAny(repo, path)) blocked.push(path);
    else await writeFileOf(repo, path, entry);
  });
  return blocked.sort();
}
