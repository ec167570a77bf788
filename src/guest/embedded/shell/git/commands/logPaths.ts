import { readCommit, readTree, type TreeEntry } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import type { Repo } from '../base/repository.ts';
import { withRenames } from '../diff/renames.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import { readDecorations } from '../history/decorations.ts';
import type { WalkOptions } from '../history/walk.ts';
import type { Pathspec } from '../index/pathspec.ts';

/** History simplified to what touches `paths`: a parent with the same contents there is the only one followed. */
export function pathVisitor(repo: Repo, paths: Pathspec): NonNullable<WalkOptions['visit']> {
  const isSame = async (a: string | null, b: string) =>
    a === b || (await treeChanges(repo, a, b, paths)).length === 0;
  return async (commit) => {
    if (commit.parents.length === 0) return { parents: [], shown: !(await isSame(null, commit.tree)) };
    for (const parent of commit.parents) {
      if (await isSame((await readCommit(repo, parent)).tree, commit.tree))
        return { parents: [parent], shown: false };
    }
    return { parents: commit.parents, shown: true };
  };
}

async function fileAt(repo: Repo, tree: string | null, path: string): Promise<TreeEntry | undefined> {
  let found: TreeEntry | undefined;
  let at = tree;
  for (const part of path.split('/')) {
    if (at === null) return undefined;
    found = (await readTree(repo, at)).find(({ name }) => name === part);
    at = found?.mode === '040000' ? found.oid : null;
  }
  return found;
}

/** History of one file, under the names that it had before. */
function renameFollower(repo: Repo, words: readonly string[]): NonNullable<WalkOptions['visit']> {
  let path = words[0] ?? '';
  return async (commit) => {
    const parent = commit.parents[0];
    const before = parent === undefined ? null : (await readCommit(repo, parent)).tree;
    const [old, now] = await Promise.all([before, commit.tree].map((tree) => fileAt(repo, tree, path)));
    if (old?.oid === now?.oid && old?.mode === now?.mode) return { parents: commit.parents, shown: false };
    if (!old) {
      const changes = await withRenames(repo, await treeChanges(repo, before, commit.tree));
      path = changes.find((change) => change.status === 'R' && change.now?.path === path)?.old?.path ?? path;
    }
    return { parents: commit.parents, shown: true };
  };
}

/** Which commits a walk goes through and shows, by the paths and simplifications that were asked for. */
export async function visitorFor(
  repo: Repo,
  given: GivenOptions,
  paths: Pathspec,
  words: readonly string[],
): Promise<WalkOptions['visit']> {
  if (given.has('no-walk')) return async () => ({ parents: [], shown: true });
  if (given.has('simplify-by-decoration')) {
    const decorated = await readDecorations(repo);
    return async ({ oid, parents }) => ({ parents, shown: decorated.has(oid) || parents.length === 0 });
  }
  if (paths.isEmpty) return undefined;
  return given.has('follow') ? renameFollower(repo, words) : pathVisitor(repo, paths);
}
