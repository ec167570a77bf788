import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { subjectOf } from '../base/people.ts';
import { logMove, moveHead, readHead, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, waitingForCommit } from '../base/stateFiles.ts';
import { changesBetween, pathOf } from '../diff/changes.ts';
import { shortOid } from '../history/abbreviations.ts';
import { commitOf, isRevision } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { forceTo } from '../index/update.ts';
import { trackedNow } from '../index/worktree.ts';

const table = new OptionTable(
  'reset',
  'soft mixed hard merge keep q,quiet p,patch N,intent-to-add no-refresh refresh',
);

export async function reset(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  if (given.has('patch')) die("choosing hunks by hand is not in this guest's git; name whole files instead");
  const head = await readHead(repo);
  let words = [...given.operands];
  let revision = 'HEAD';
  if (words[0] !== undefined && given.dashes !== 0) {
    if (given.dashes === 1 || (await isRevision(git, repo, words[0]))) {
      revision = words[0];
      words = words.slice(1);
    } else if (!(await isKnownPath(git, repo, words[0]))) await commitOf(git, repo, words[0]);
  }
  const unborn = revision === 'HEAD' && head.oid === null;
  const oid = unborn ? null : await commitOf(git, repo, revision);
  const index = await GitIndex.read(repo);
  const tree = await flattenTree(repo, oid);
  if (words.length > 0) {
    if (given.has('hard', 'soft')) die(`Cannot do ${given.has('hard') ? 'hard' : 'soft'} reset with paths.`);
    const spec = pathspecOf(git, repo, words);
    for (const path of new Set([...tree.keys(), ...index.entries.map((entry) => entry.path)])) {
      if (!spec.matches(path)) continue;
      const entry = tree.get(path);
      const old = index.get(path);
      if (!entry) index.remove(path);
      else if (old?.oid !== entry.oid || old.mode !== entry.mode)
        index.set({ path, stage: 0, oid: entry.oid, mode: entry.mode, seen: null });
    }
    await index.write(repo);
    if (!given.has('quiet')) await printUnstaged(git, repo, index);
    return 0;
  }
  if (given.has('hard', 'merge', 'keep')) await forceTo(repo, index, tree);
  else if (given.has('soft')) {
    if (index.conflicts.length > 0)
      throw new GitFailure('fatal: Cannot do a soft reset in the middle of a merge.\n', 128);
  } else index.reset(tree);
  if (!given.has('soft')) await index.write(repo);
  if (oid !== null) {
    if (head.oid !== null) await writeRef(repo, 'ORIG_HEAD', head.oid);
    await moveHead(repo, oid);
    if (oid !== head.oid)
      await logMove(git, repo, {
        from: head.oid,
        to: oid,
        message: `reset: moving to ${revision}`,
        ref: head.ref,
      });
  }
  if (!given.has('soft')) {
    await removeState(repo, ...waitingForCommit);
  }
  if (given.has('quiet')) return 0;
  if (given.has('hard') && oid !== null) {
    git.print(
      `HEAD is now at ${await shortOid(repo, oid)} ${subjectOf((await readCommit(repo, oid)).message)}\n`,
    );
  } else if (!given.has('soft', 'merge', 'keep')) await printUnstaged(git, repo, index);
  return 0;
}

async function isKnownPath(git: GitCall, repo: Repo, word: string): Promise<boolean> {
  const index = await GitIndex.read(repo);
  const head = await flattenTree(repo, (await readHead(repo)).oid);
  return (
    pathspecOf(git, repo, [word]).unmatched([...index.entries.map(({ path }) => path), ...head.keys()])
      .length === 0
  );
}

async function printUnstaged(git: GitCall, repo: Repo, index: GitIndex): Promise<void> {
  const { tree, refreshed } = await trackedNow(repo, index);
  if (refreshed) await index.write(repo);
  const changes = changesBetween(index.tree, tree);
  if (changes.length === 0) return;
  git.print('Unstaged changes after reset:\n');
  for (const change of changes) git.print(`${change.status}\t${pathOf(change)}\n`);
}
