import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { runHook } from '../base/hooks.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, type Tree, writeTree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { logMove, moveHead, readHead, refOid, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, waitingForCommit, writeState } from '../base/stateFiles.ts';
import { bytesFromUnits } from '../base/text.ts';
import { changesBetween } from '../diff/changes.ts';
import { withRenames } from '../diff/renames.ts';
import { countChange, statTable, summaryLines } from '../diff/stat.ts';
import { shortOid } from '../history/abbreviations.ts';
import { mergeTrees, stageConflicts, withConflicts } from '../history/mergeTrees.ts';
import { commitOf, resolveRevision, upstreamOf } from '../history/revisions.ts';
import { isAncestor, mergeBases } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo, goFromTo, obstaclesTo } from '../index/update.ts';
import { bringBack, putAside } from '../stash/autostash.ts';
import { commit as commitCommand, recordCommit, unmergedFiles } from './commit.ts';
import { cleanMessage, signedOff } from './commitMessage.ts';
import { log } from './log.ts';
import { mergeMany } from './octopus.ts';
import { refuseOverwrite } from './switching.ts';

const table = new OptionTable(
  'merge',
  'm,message= F,file= no-ff ff ff-only squash no-squash no-commit commit abort continue quit e,edit no-edit q,quiet v,verbose stat n,no-stat s,strategy= X,strategy-option= allow-unrelated-histories no-verify S log=? signoff progress no-progress autostash no-autostash verify-signatures no-verify-signatures into-name= rerere-autoupdate no-rerere-autoupdate cleanup= overwrite-ignore',
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
  await bringBack(git, repo, autostashFile);
  return 0;
}

/** Which file keeps the changes that a merge put aside. */
const autostashFile = 'MERGE_AUTOSTASH';

/** `merge.ff` of the config, where no option says how. */
async function withConfig(git: GitCall, args: readonly string[]): Promise<GivenOptions> {
  const given = table.parse(args);
  const forward = await git.config('merge.ff');
  if (!given.has('ff', 'no-ff', 'ff-only', 'squash')) {
    if (forward === 'only') given.add('ff-only', '');
    else if (forward === 'false') given.add('no-ff', '');
  }
  return given;
}

/** The log of what a squash takes over, as the message that it proposes. */
async function squashMessage(git: GitCall, head: string, theirs: string): Promise<string> {
  const units = await git.captured(async () => {
    await log(git, ['--no-merges', '--no-decorate', '--no-color', theirs, `^${head}`]);
  });
  await git.drain();
  return `Squashed commit of the following:\n\n${new TextDecoder().decode(bytesFromUnits(units))}`;
}

export async function merge(git: GitCall, args: readonly string[]): Promise<number> {
  const given = await withConfig(git, args);
  const repo = await git.repo();
  if (given.has('abort')) return abort(git, repo);
  if (given.has('quit')) {
    await removeState(repo, ...waitingForCommit);
    return 0;
  }
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
  for (const each of given.operands)
    if ((await resolveRevision(git, repo, each)) === null)
      throw new GitFailure(`merge: ${each} - not something we can merge\n`, 1);
  const file = given.value('file');
  if (file !== undefined) {
    const text = await git.textOf(git.resolve(file));
    if (text === null) throw new GitFailure(`error: could not read file '${file}'\n`, 129);
    given.add('message', text);
  }
  if (given.operands.length > 1) return mergeAll(git, repo, given);
  return mergeInto(git, repo, name, await commitOf(git, repo, name), given, null);
}

async function mergeAll(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const { operands } = given;
  const sides = await Promise.all(
    operands.map(async (name) => ({ name, oid: await commitOf(git, repo, name) })),
  );
  const before = await flattenTree(repo, (await readHead(repo)).oid);
  const last = operands.at(-1)!;
  const names = `${operands
    .slice(0, -1)
    .map((name) => `'${name}'`)
    .join(', ')} and '${last}'`;
  const text = given.has('message')
    ? cleanMessage(given.values('message').join('\n\n'), false)
    : `Merge branches ${names}${await intoWords(git, repo)}\n`;
  if (!(await mergeMany(git, repo, sides, text))) return 0;
  if (given.has('quiet')) return 0;
  git.print("Merge made by the 'octopus' strategy.\n");
  if (!given.has('no-stat'))
    await printMergeStat(git, repo, before, await flattenTree(repo, (await readHead(repo)).oid));
  return 0;
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
    await runHook(git, repo, 'post-merge', ['0']);
    return 0;
  }
  if (given.has('ff-only')) {
    die('Not possible to fast-forward, aborting.');
  }
  const bases = await mergeBases(repo, [head.oid, theirs]);
  if (bases.length === 0 && !given.has('allow-unrelated-histories'))
    die('refusing to merge unrelated histories');
  if (given.has('autostash') || (await git.configFlag('merge.autoStash', false)))
    await putAside(git, repo, autostashFile);
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
  const named = given.value('strategy') ?? 'ort';
  const strategy = named === 'recursive' || named === 'resolve' || named === 'ours' ? named : 'ort';
  // The strategy `ours` keeps what we have, whatever they did.
  const wanted = strategy === 'ours' ? base : other;
  const merged = await mergeTrees(repo, base, ours, wanted, {
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
  const committer = await identity(git, 'committer');
  let text = given.has('message')
    ? cleanMessage(given.values('message').join('\n\n'), false)
    : (message ?? (await mergeMessage(git, repo, name)));
  if (given.has('signoff')) text = signedOff(text, committer);
  const list = merged.conflicts.map(({ path }) => `#\t${path}\n`).join('');
  const stops = given.has('squash', 'no-commit', 'no-no-commit');
  if (given.has('squash')) {
    git.print('Squash commit -- not updating HEAD\n');
    await writeState(repo, 'SQUASH_MSG', await squashMessage(git, head.oid, theirs));
    if (list !== '') await writeState(repo, 'MERGE_MSG', `\n# Conflicts:\n${list}`);
  } else if (merged.conflicts.length > 0 || stops) {
    await writeState(repo, 'MERGE_HEAD', `${theirs}\n`);
    await writeState(repo, 'MERGE_MODE', given.has('no-ff') ? 'no-ff' : '');
    await writeState(repo, 'MERGE_MSG', list === '' ? text : `${text}\n# Conflicts:\n${list}`);
  }
  if (merged.conflicts.length > 0) {
    git.print('Automatic merge failed; fix conflicts and then commit the result.\n');
    if (given.has('autostash')) git.print('When finished, apply stashed changes with `git stash pop`\n');
    return 1;
  }
  if (stops) {
    await git.warn('Automatic merge went well; stopped before committing as requested\n');
    return 0;
  }
  const tree = await writeTree(repo, merged.tree);
  const parents = [head.oid, theirs];
  const author = await identity(git, 'author');
  await recordCommit(
    git,
    repo,
    { tree, parents, author, committer, message: text },
    {
      log: `merge ${name}: Merge made by the '${strategy}' strategy.`,
    },
  );
  if (!given.has('quiet')) {
    git.print(`Merge made by the '${strategy}' strategy.\n`);
    if (shows && strategy !== 'ours') await printMergeStat(git, repo, ours, merged.tree);
  }
  await bringBack(git, repo, autostashFile);
  await runHook(git, repo, 'post-merge', ['0']);
  return 0;
}
