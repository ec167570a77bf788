import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { runHook } from '../base/hooks.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, peel, writeObject } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { commitBytes, personLine } from '../base/people.ts';
import { isValidRefName } from '../base/refs.ts';
import { commitOf, resolveRevision } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { belowRoot } from '../index/pathspec.ts';
import { stagePaths } from '../index/stage.ts';
import { statIfAny, trackedNow } from '../index/worktree.ts';
import { cleanMessage } from './commitMessage.ts';

/** A commit of a tree, with no branch moved. */
export async function commitTree(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('commit-tree', 'p= m= F= S=? no-gpg-sign').parse(args);
  const repo = await git.repo();
  const [word, ...more] = given.operands;
  if (word === undefined || more.length > 0) die('must give exactly one tree');
  const named = (await resolveRevision(git, repo, word)) ?? die(`not a valid object name ${word}`);
  const { oid: tree, object } = await peel(repo, named);
  if (object.type !== 'tree') die(`${tree} is not a valid 'tree' object`);
  const parents = await Promise.all(given.values('p').map((parent) => commitOf(git, repo, parent)));
  const texts = [...given.values('m')];
  for (const file of given.values('F'))
    texts.push((await git.textOf(git.resolve(file))) ?? die(`git commit-tree: failed to open '${file}'`));
  const isGiven = given.has('m', 'F');
  const message = isGiven
    ? `${texts.map((text) => text.replace(/\n$/, '')).join('\n\n')}\n`
    : new TextDecoder().decode(await git.program.stdin());
  const [author, committer] = [await identity(git, 'author'), await identity(git, 'committer')];
  const bytes = commitBytes({ tree, parents: [...new Set(parents)], author, committer, message });
  git.print(`${await writeObject(repo, 'commit', bytes)}\n`);
  return 0;
}

const updateTable = new OptionTable(
  'update-index',
  'add remove force-remove refresh really-refresh q cacheinfo chmod= assume-unchanged no-assume-unchanged skip-worktree no-skip-worktree ignore-missing unmerged',
);

/** Changes the staging area path by path. */
export async function updateIndex(git: GitCall, args: readonly string[]): Promise<number> {
  const given = updateTable.parse(args);
  if (given.has('assume-unchanged', 'skip-worktree', 'no-assume-unchanged', 'no-skip-worktree'))
    die(
      "marks of files that are not looked at are not in this guest's git; list them in .git/info/exclude, or leave them out of git add",
    );
  const repo = await git.repo();
  const index = await GitIndex.read(repo);
  const words = [...given.operands];
  if (given.has('cacheinfo')) {
    const first = words.shift() ?? '';
    const [mode = '', oid = '', path = ''] = first.includes(',')
      ? first.split(',')
      : [first, words.shift(), words.shift()];
    if (!/^[0-7]{6}$/.test(mode) || !/^[0-9a-f]{40}$/.test(oid))
      die('git update-index: --cacheinfo cannot add');
    if (!index.has(path) && !given.has('add'))
      throw new GitFailure(
        `error: ${path}: cannot add to the index - missing --add option?\nfatal: git update-index: --cacheinfo cannot add ${path}\n`,
        128,
      );
    index.set({ path, stage: 0, oid, mode, seen: null });
  }
  for (const word of words) {
    const path = belowRoot(git.cwd, repo, word, git);
    const isThere = (await statIfAny(repo, path)) !== null;
    if (given.has('force-remove')) index.remove(path);
    else if (!isThere && given.has('remove')) index.remove(path);
    else if (!isThere || (!index.has(path) && !given.has('add'))) {
      const reason = isThere
        ? 'cannot add to the index - missing --add option?'
        : 'does not exist and --remove not passed';
      throw new GitFailure(`error: ${word}: ${reason}\nfatal: Unable to process path ${word}\n`, 128);
    } else await stagePaths(repo, index, [path]);
    const chmod = given.value('chmod');
    const entry = index.get(path);
    if (chmod !== undefined && entry) index.set({ ...entry, mode: chmod === '+x' ? '100755' : '100644' });
  }
  let exitCode = 0;
  if (given.has('refresh', 'really-refresh')) {
    const { tree: now } = await trackedNow(repo, index);
    for (const { path, stage, oid, mode } of index.entries) {
      const entry = now.get(path);
      if (stage > 0 || (entry?.oid === oid && entry.mode === mode)) continue;
      exitCode = 1;
      if (!given.has('q')) git.print(`${path}: needs update\n`);
    }
    if (given.has('q')) exitCode = 0;
  }
  await index.write(repo);
  return exitCode;
}

/** Makes the staging area hold a tree, or nothing; the work tree stays as it is. */
export async function readTreeCommand(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('read-tree', 'empty m u reset i prefix= v q,quiet n,dry-run').parse(args);
  const repo = await git.repo();
  if (given.has('u', 'prefix') || given.operands.length > 1)
    die(
      "reading trees into the work tree or into one another is not in this guest's git; use git checkout or git merge",
    );
  const index = await GitIndex.read(repo);
  const [word] = given.operands;
  if (word === undefined && !given.has('empty')) die('no tree given: use --empty for an empty index');
  const oid =
    word === undefined
      ? null
      : ((await resolveRevision(git, repo, word)) ?? die(`Not a valid object name ${word}`));
  index.reset(await flattenTree(repo, oid));
  await index.write(repo);
  return 0;
}

/** `git hook run NAME` */
export async function hook(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('hook', 'ignore-missing to-stdin=').parse(args);
  const repo = await git.repo();
  const [verb, name, ...rest] = given.operands;
  if (verb !== 'run' || name === undefined)
    throw new GitFailure(
      'usage: git hook run [--ignore-missing] [--to-stdin=<path>] <hook-name> [-- <hook-args>]\n',
      129,
    );
  const folder = (await git.config('core.hooksPath')) ?? `${repo.gitDir}/hooks`;
  const path = `${folder.startsWith('/') ? folder : `${repo.root}/${folder}`}/${name}`;
  const isThere = await repo.files.stat(path).then(
    () => true,
    () => false,
  );
  if (!isThere && !given.has('ignore-missing'))
    throw new GitFailure(`error: cannot find a hook named ${name}\n`, 1);
  return (await runHook(git, repo, name, rest)) ? 0 : 1;
}

export async function checkRefFormat(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('check-ref-format', 'branch normalize allow-onelevel refspec-pattern').parse(
    args,
  );
  const [name = ''] = given.operands;
  if (given.has('branch')) {
    if (!isValidRefName(name)) die(`'${name}' is not a valid branch name`);
    git.print(`${name}\n`);
    return 0;
  }
  const isValid = isValidRefName(name) && (name.includes('/') || given.has('allow-onelevel'));
  if (isValid && given.has('normalize')) git.print(`${name}\n`);
  return isValid ? 0 : 1;
}

/** `git var GIT_AUTHOR_IDENT` and the like. */
export async function variable(git: GitCall, args: readonly string[]): Promise<number> {
  const [name = ''] = args;
  if (name === 'GIT_AUTHOR_IDENT') git.print(`${personLine(await identity(git, 'author'))}\n`);
  else if (name === 'GIT_COMMITTER_IDENT') git.print(`${personLine(await identity(git, 'committer'))}\n`);
  else if (name === 'GIT_DEFAULT_BRANCH')
    git.print(`${(await git.config('init.defaultBranch')) ?? 'master'}\n`);
  else throw new GitFailure('usage: git var (-l | <variable>)\n', 129);
  return 0;
}

/** Tidies a text as git tidies a message. */
export async function stripspace(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('stripspace', 's,strip-comments').parse(args);
  const text = new TextDecoder().decode(await git.program.stdin());
  git.print(cleanMessage(text, given.has('strip-comments')));
  return 0;
}
