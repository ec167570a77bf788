import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit, type Tree } from '../base/objects.ts';
import { type Commit, subjectOf } from '../base/people.ts';
import { readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { refuseOverwrite } from '../commands/switching.ts';
import { changesBetween } from '../diff/changes.ts';
import { shortOid } from '../history/abbreviations.ts';
import {
  type MergeNames,
  mergeTrees,
  stageConflicts,
  type TreeMerge,
  withConflicts,
} from '../history/mergeTrees.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { goFromTo, obstaclesTo } from '../index/update.ts';

interface AppliedChange {
  readonly merged: TreeMerge;
  readonly ours: Tree;
  /** Nothing came of it: all is there already. */
  readonly isEmpty: boolean;
}

/** Makes in index and work tree the change that leads from one tree to another, on top of `ours`. */
export async function applyChange(
  git: GitCall,
  repo: Repo,
  change: {
    readonly from: Tree;
    readonly to: Tree;
    readonly ours: Tree;
    readonly names: MergeNames;
    /** Says of files that merged well nothing, as a rebase does. */
    readonly quiet?: boolean;
  },
): Promise<AppliedChange> {
  const { from, to, ours, names } = change;
  const index = await GitIndex.read(repo);
  const merged = await mergeTrees(repo, from, ours, to, names);
  const target = withConflicts(merged);
  refuseOverwrite(await obstaclesTo(repo, index, ours, target), 'merge');
  if (!change.quiet || merged.conflicts.length > 0) git.print(merged.messages.join(''));
  await goFromTo(repo, index, ours, target);
  await stageConflicts(repo, index, merged);
  await index.write(repo);
  const isEmpty = merged.conflicts.length === 0 && changesBetween(ours, merged.tree).length === 0;
  return { merged, ours, isEmpty };
}

/** `1a2b3c4 (subject)`: how conflicts name a commit. */
export async function namedCommit(repo: Repo, { oid, message }: Commit): Promise<string> {
  return `${await shortOid(repo, oid)} (${subjectOf(message)})`;
}

/** The tree of a commit, and that of the parent whose difference to it is meant; `mainline` counts from 1. */
export async function changeOf(
  repo: Repo,
  commit: Commit,
  mainline = 1,
): Promise<{ readonly before: Tree; readonly after: Tree }> {
  const parent = commit.parents[mainline - 1];
  const [before, after] = await Promise.all([
    flattenTree(repo, parent === undefined ? null : (await readCommit(repo, parent)).tree),
    flattenTree(repo, commit.tree),
  ]);
  return { before, after };
}

export async function headTree(repo: Repo): Promise<Tree> {
  return flattenTree(repo, (await readHead(repo)).oid);
}
