import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, type Tree, writeTree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { logMove, moveHead, readHead, refOid, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, waitingForCommit, writeState } from '../base/stateFiles.ts';
import { changesBetween } from '../diff/changes.ts';
import { withRenames } from '../diff/renames.ts';
import { countChange, statTable, summaryLines } from '../diff/stat.ts';
import { shortOid } from '../history/abbreviations.ts';
import { mergeTrees, stageConflicts, withConflicts } from '../history/mergeTrees.ts';
import { commitOf, resolveRevision, upstreamOf } from '../history/revisions.ts';
import { isAncestor, mergeBases } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo, goFromTo, obstaclesTo } from '../index/update.ts';
import { cleanMessage, commit as commitCommand, recordCommit, unmergedFiles } from './commit.ts';
import { refuseOverwrite } from './switching.ts';

const table = new OptionTable(
  'merge',
  'm,message= F,file= no-ff ff ff-only squash no-squash no-commit commit abort continue quit e,edit no-edit q,quiet v,verbose stat n,no-stat s,strategy= X,strategy-option= allow-unrelated-histories no-verify S log=? signoff progress no-progress autostash no-autostash',
);

/** What `--stat` says after a merge or a pull. */
export async function printMergeStat(git: GitCall, repo: Repo, from: Tree, to: Tree): Promise<void> {
  const changes = await withRenames(repo, changesBetween(from, to));
  const counts = await Promise.all(changes.map((change) => countChange(repo, change)));
  git.print(statTable(counts) + summaryLines(changes));
}

export async function fastForward(
  git: GitCall,
  repo: Repo,
  to: string,
  word: string,
  shows: boolean,
): Promise<void> {
  const head = await readHead(repo);
  const index = await GitIndex.read(repo);
  const [from, target] = await Promise.all([flattenTree(repo, head.oid), flattenTree(repo, to)]);
  refuseOverwrite(await obstaclesTo(repo, index, from, target), 'merge');
  await goFromTo(repo, index, from, target);
  await index.write(repo);
  if (head.oid !== null) await writeRef(repo, 'ORIG_HEAD', head.oid);
  await moveHead(repo, to);
  await logMove(git, repo, { from: head.oid, to, message: `${word}: Fast-forward`, ref: head.ref });
  if (shows) await printMergeStat(git, repo, from, target);
}

/** `Merge branch 'x' into y` */
export async function mergeMessage(git: GitCall, repo: Repo, name: string): Promise<string> {
  let what = `commit '${name}'`;
  if ((await refOid(repo, `refs/heads/${name}`)) !== null) what = `branch '${name}'`;
  else if ((await refOid(repo, `refs/tags/${name}`)) !== null) what = `tag '${name}'`;
  else if ((await refOid(repo, `refs/remotes/${name}`)) !== null) what = `remote-tracking branch '${name}'`;
  return `Merge ${what}${await intoWords(git, repo)}\n`;
}

export async function intoWords(git: GitCall, repo: Repo): Promise<string> {
  const { branch } = await readHead(repo);
  const silent = await git.config('merge.suppressDest');
  const isMain = silent === undefined ? branch === 'master' || branch === 'main' : branch === silent;
  return branch === null ? ' into HEAD' : isMain ? '' : ` into ${branch}`;
}

/** The side that wins conflicts under `-X`. */
function favorOf(given: GivenOptions): 'ours' | 'theirs' | undefined {
  return given.values('strategy-option').findLast((value) => value === 'ours' || value === 'theirs') as
    | 'ours'
    | 'theirs'
    | undefined;
}

async function isMerging(git: GitCall, repo: Repo): Promise<boolean> {
  return (await git.textOf(`${repo.gitDir}/MERGE_HEAD`)) !== null;
}

async function abort(git: GitCall, repo: Repo): Promise<number> {
  if (!(await isMerging(git, repo))) die('There is no merge to abort (MERGE_HEAD missing).');
  const index = await GitIndex.read(repo);
  await forceTo(repo, index, await flattenTree(repo, (await readHead(repo)).oid));
  await index.write(repo);
  await removeState(repo, ...waitingForCommit);
  return 0;
}

export async function merge(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  if (given.has('abort')) return abort(git, repo);
  if (given.has('continue')) {
    if (!(await isMerging(git, repo))) die('There is no merge in progress (MERGE_HEAD missing).');
    return commitCommand(git, ['--no-edit']);
  }
  if ((await GitIndex.read(repo)).conflicts.length > 0) {
    throw new GitFailure(unmergedFiles('Merging'), 128);
  }
  if (await isMerging(git, repo)) {
    throw new GitFailure(
      'fatal: You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.\n',
      128,
    );
  }
  const head = await readHead(repo);
  const name =
    given.operands[0] ??
    (await upstreamOf(git, head.branch))?.shown ??
    die('No remote for the current branch.');
  if (given.operands.length > 1)
    die("merging more than one branch at once is not in this guest's git; merge them one by one");
  const resolved = await resolveRevision(git, repo, name);
  if (resolved === null) throw new GitFailure(`merge: ${name} - not something we can merge\n`, 1);
  return mergeInto(git, repo, name, await commitOf(git, repo, name), given, null);
}

/** Merges `theirs` into HEAD; `message` where it is not made from `name`. */
export async function mergeInto(
  git: GitCall,
  repo: Repo,
  name: string,
  theirs: string,
  given: GivenOptions,
  message: string | null,
): Promise<number> {
  const head = await readHead(repo);
  const shows = !given.has('no-stat', 'quiet');
  if (head.oid === null) {
    await fastForward(git, repo, theirs, `merge ${name}`, false);
    return 0;
  }
  if (await isAncestor(repo, theirs, head.oid)) {
    if (!given.has('quiet'))
      git.print(given.has('squash') ? 'Already up to date. (nothing to squash)\n' : 'Already up to date.\n');
    return 0;
  }
  const canForward = await isAncestor(repo, head.oid, theirs);
  if (canForward && !given.has('no-ff', 'squash')) {
    if (!given.has('quiet'))
      git.print(
        `Updating ${await shortOid(repo, head.oid)}..${await shortOid(repo, theirs)}\nFast-forward\n`,
      );
    await fastForward(git, repo, theirs, `merge ${name}`, shows);
    return 0;
  }
  if (given.has('ff-only')) {
    die('Not possible to fast-forward, aborting.');
  }
  const bases = await mergeBases(repo, [head.oid, theirs]);
  if (bases.length === 0 && !given.has('allow-unrelated-histories'))
    die('refusing to merge unrelated histories');
  const index = await GitIndex.read(repo);
  const [base, ours, other] = await Promise.all([
    flattenTree(repo, bases[0] ?? null),
    flattenTree(repo, head.oid),
    flattenTree(repo, theirs),
  ]);
  if (changesBetween(ours, index.tree).length > 0) {
    const paths = changesBetween(ours, index.tree).map(({ old, now }) => (now ?? old)!.path);
    throw new GitFailure(
      `error: Your local changes to the following files would be overwritten by merge:\n  ${paths.join(' ')}\nMerge with strategy ort failed.\n`,
      2,
    );
  }
  const merged = await mergeTrees(repo, base, ours, other, {
    ours: 'HEAD',
    theirs: name,
    favor: favorOf(given),
  });
  const target = withConflicts(merged);
  refuseOverwrite(await obstaclesTo(repo, index, ours, target), 'merge');
  git.print(merged.messages.join(''));
  await goFromTo(repo, index, ours, target);
  await stageConflicts(repo, index, merged);
  await index.write(repo);
  await writeRef(repo, 'ORIG_HEAD', head.oid);
  const text = given.has('message')
    ? cleanMessage(given.values('message').join('\n\n'), false)
    : (message ?? (await mergeMessage(git, repo, name)));
  if (given.has('squash')) {
    if (merged.conflicts.length === 0) git.print('Squash commit -- not updating HEAD\n');
    await writeState(repo, 'MERGE_MSG', `Squashed commit of the following:\n\ncommit ${theirs}\n`);
    if (merged.conflicts.length === 0)
      git.print('Automatic merge went well; stopped before committing as requested\n');
  } else if (merged.conflicts.length > 0 || given.has('no-commit')) {
    const list = merged.conflicts.map(({ path }) => `#\t${path}\n`).join('');
    await writeState(repo, 'MERGE_HEAD', `${theirs}\n`);
    await writeState(repo, 'MERGE_MODE', given.has('no-ff') ? 'no-ff' : '');
    await writeState(repo, 'MERGE_MSG', list === '' ? text : `${text}\n# Conflicts:\n${list}`);
    if (merged.conflicts.length === 0)
      git.print('Automatic merge went well; stopped before committing as requested\n');
  }
  if (merged.conflicts.length > 0) {
    git.print('Automatic merge failed; fix conflicts and then commit the result.\n');
    return 1;
  }
  if (given.has('squash', 'no-commit')) return 0;
  await identity(git, 'committer');
  const tree = await writeTree(repo, merged.tree);
  const parents = [head.oid, theirs];
  const [author, committer] = [await identity(git, 'author'), await identity(git, 'committer')];
  await recordCommit(git, repo, { tree, parents, author, committer, message: text }, `merge ${name}`);
  if (given.has('quiet')) return 0;
  git.print("Merge made by the 'ort' strategy.\n");
  if (shows) await printMergeStat(git, repo, ours, merged.tree);
  return 0;
}
