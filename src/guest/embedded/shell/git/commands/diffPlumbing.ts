import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import type { Repo } from '../base/repository.ts';
import { changesBetween, type FileChange } from '../diff/changes.ts';
import { asksForShape, diffWords, printChanges, rawLine, selectChanges } from '../diff/diffOptions.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import { resolveRevision, revisionsAndPaths } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { trackedNow } from '../index/worktree.ts';

const table = new OptionTable(
  'diff-tree',
  `r t root no-commit-id cached m c cc stdin v pretty=? format= always ${diffWords}`,
);

/** Plumbing finds renames only where it is asked to, and prints raw lines unless it is asked for something else. */
async function print(
  git: GitCall,
  repo: Repo,
  changes: readonly FileChange[],
  given: GivenOptions,
): Promise<number> {
  if (!given.has('find-renames', 'find-copies')) given.add('no-renames', '');
  const selected = await selectChanges(repo, changes, given);
  if (asksForShape(given)) await printChanges(git, repo, selected, given, { patchByDefault: false });
  else if (!given.has('quiet')) {
    for (const change of selected)
      git.print(await rawLine(repo, change, given.has('abbrev'), given.has('z') ? '\0' : '\n'));
  }
  return selected.length > 0 && given.has('exit-code', 'quiet') ? 1 : 0;
}

async function treeOf(git: GitCall, repo: Repo, word: string): Promise<string> {
  return (await resolveRevision(git, repo, `${word}^{tree}`)) ?? die(`bad object ${word}`);
}

export async function diffTree(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { revisions, paths } = await revisionsAndPaths(git, repo, given);
  const [first, second] = revisions;
  if (first === undefined)
    throw new GitFailure('usage: git diff-tree [<options>] <tree-ish> [<tree-ish>] [<path>...]\n', 129);
  if (second !== undefined) {
    const [a, b] = [await treeOf(git, repo, first), await treeOf(git, repo, second)];
    return print(git, repo, await treeChanges(repo, a, b, paths), given);
  }
  const oid = (await resolveRevision(git, repo, first)) ?? die(`bad object ${first}`);
  const commit = await readCommit(repo, oid);
  const [parent] = commit.parents;
  if ((parent === undefined && !given.has('root')) || commit.parents.length > 1) return 0;
  const before = parent === undefined ? null : (await readCommit(repo, parent)).tree;
  const changes = await treeChanges(repo, before, commit.tree, paths);
  if (changes.length > 0 && !given.has('no-commit-id')) git.print(`${commit.oid}\n`);
  return print(git, repo, changes, given);
}

export async function diffIndex(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { revisions, paths } = await revisionsAndPaths(git, repo, given);
  if (revisions[0] === undefined)
    throw new GitFailure('usage: git diff-index [<options>] <tree-ish> [<path>...]\n', 129);
  const old = await flattenTree(repo, await treeOf(git, repo, revisions[0]));
  const index = await GitIndex.read(repo);
  const now = given.has('cached') ? index.tree : (await trackedNow(repo, index)).tree;
  return print(
    git,
    repo,
    changesBetween(old, now, (path) => paths.matches(path)),
    given,
  );
}

export async function diffFilesCommand(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { paths } = await revisionsAndPaths(git, repo, given);
  const index = await GitIndex.read(repo);
  const { tree } = await trackedNow(repo, index);
  return print(
    git,
    repo,
    changesBetween(index.tree, tree, (path) => paths.matches(path)),
    given,
  );
}
