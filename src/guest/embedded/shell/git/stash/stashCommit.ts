import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, readCommit, type Tree, writeObject, writeTree } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { commitBytes, subjectOf } from '../base/people.ts';
import { readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { changesBetween } from '../diff/changes.ts';
import { shortOid } from '../history/abbreviations.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { stagePaths } from '../index/stage.ts';
import { untrackedFiles } from '../index/worktree.ts';

interface Made {
  readonly oid: string;
  readonly message: string;
  readonly untracked: Tree;
  readonly indexTree: Tree;
}

/**
 * Stores what differs from HEAD, as git does: a commit of the index, one of untracked files, and one of it all.
 * Null where nothing does.
 */
export async function stashCommit(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
  words: string | null,
): Promise<Made | null> {
  const head = await readHead(repo);
  const headOid = head.oid ?? die('You do not have the initial commit yet');
  const index = await GitIndex.read(repo);
  if (index.conflicts.length > 0) {
    throw new GitFailure(
      `${index.conflicts.map((path) => `${path}: needs merge\n`).join('')}error: could not write index\n`,
      1,
    );
  }
  const spec = pathspecOf(git, repo, given.operands);
  const headFiles = await flattenTree(repo, headOid);
  const tracked = [...new Set([...index.entries.map(({ path }) => path), ...headFiles.keys()])];
  const others = given.has('include-untracked', 'all')
    ? await untrackedFiles(repo, index, { everyFile: true })
    : { untracked: [], ignored: [] };
  const names = [...others.untracked, ...(given.has('all') ? others.ignored : [])].filter((path) =>
    spec.matches(path),
  );
  for (const word of spec.unmatched([...tracked, ...names])) {
    throw new GitFailure(
      `error: pathspec ':(,prefix:0)${word}' did not match any file(s) known to git\nDid you forget to 'git add'?\n`,
      1,
    );
  }
  const indexTree = index.tree;
  const work = await GitIndex.read(repo);
  if (!given.has('staged'))
    await stagePaths(
      repo,
      work,
      [...work.tree.keys()].filter((path) => spec.matches(path)),
    );
  const workTree = work.tree;
  const isClean =
    changesBetween(headFiles, indexTree, (path) => spec.matches(path)).length === 0 &&
    changesBetween(headFiles, workTree, (path) => spec.matches(path)).length === 0 &&
    names.length === 0;
  if (isClean) return null;
  const where = `${head.branch ?? '(no branch)'}: `;
  const about = `${await shortOid(repo, headOid)} ${subjectOf((await readCommit(repo, headOid)).message)}`;
  const person = await identity(git, 'committer');
  const author = await identity(git, 'author');
  const store = async (tree: Tree, parents: readonly string[], message: string) =>
    writeObject(
      repo,
      'commit',
      commitBytes({ tree: await writeTree(repo, tree), parents, author, committer: person, message }),
    );
  const indexOid = await store(indexTree, [headOid], `index on ${where}${about}\n`);
  const only = await GitIndex.read(repo);
  only.reset(new Map());
  await stagePaths(repo, only, names);
  const parents = [headOid, indexOid];
  if (given.has('include-untracked', 'all'))
    parents.push(await store(only.tree, [], `untracked files on ${where}${about}\n`));
  const message = words === null ? `WIP on ${where}${about}` : `On ${where}${words}`;
  const oid = await store(workTree, parents, message);
  return { oid, message, untracked: only.tree, indexTree };
}
