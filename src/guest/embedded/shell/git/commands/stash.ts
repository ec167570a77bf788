import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { emptyTreeOid, flattenTree, readCommit, type Tree, writeTree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { deleteRef, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState } from '../base/stateFiles.ts';
import { changesBetween, pathOf } from '../diff/changes.ts';
import { resolveRevision } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { forceTo, removeFile, writeEntry } from '../index/update.ts';
import { applyStash } from '../stash/applyStash.ts';
import { stashCommit } from '../stash/stashCommit.ts';
import { forgetStash, namedStash, stashEntries, stashRef, writeStashes } from '../stash/stashList.ts';
import { checkout } from './checkout.ts';
import { diff } from './diff.ts';
import { log } from './log.ts';

const pushTable = new OptionTable(
  'stash',
  'u,include-untracked a,all k,keep-index no-keep-index q,quiet m,message= p,patch S,staged',
);
const takeTable = new OptionTable('stash', 'index q,quiet');

export async function stash(git: GitCall, args: readonly string[]): Promise<number> {
  const repo = await git.repo();
  const [verb = 'push', ...rest] = args;
  switch (verb) {
    case 'push':
    case 'save':
      return push(git, repo, verb === 'save' ? saved(rest) : pushTable.parse(rest));
    case 'list':
      return list(git, repo, rest);
    case 'show':
      return show(git, repo, rest);
    case 'apply':
    case 'pop':
      return take(git, repo, takeTable.parse(rest), verb === 'pop');
    case 'drop':
      return drop(git, repo, takeTable.parse(rest));
    case 'clear':
      await removeState(repo, 'logs/refs/stash');
      await deleteRef(repo, stashRef).catch(() => {});
      return 0;
    case 'branch':
      return branch(git, repo, rest);
    case 'store':
      return store(git, repo, new OptionTable('stash', 'm,message= q,quiet').parse(rest));
    case 'create': {
      const made = await stashCommit(git, repo, pushTable.parse([]), rest.join(' ') || null);
      if (made) git.print(`${made.oid}\n`);
      return 0;
    }
    default:
      if (verb.startsWith('-')) return push(git, repo, pushTable.parse(args));
      throw new GitFailure(
        `fatal: subcommand wasn't specified; 'push' can't be assumed due to unexpected token '${verb}'\n`,
        128,
      );
  }
}

/** `git stash save words…`: the words are the message. */
function saved(args: readonly string[]): GivenOptions {
  const given = pushTable.parse(args);
  const message = given.operands.splice(0).join(' ');
  if (message !== '') given.add('message', message);
  return given;
}

/** The first tree with what the second has at the wanted paths. */
function onlyMatching(base: Tree, changed: Tree, isWanted: (path: string) => boolean): Tree {
  const tree = new Map([...base].filter(([path]) => !isWanted(path)));
  for (const [path, entry] of changed) if (isWanted(path)) tree.set(path, entry);
  return tree;
}

async function push(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  if (given.has('patch')) die("choosing hunks by hand is not in this guest's git; name whole files instead");
  const made = await stashCommit(git, repo, given, given.value('message') ?? null);
  if (made === null) {
    if (!given.has('quiet')) git.print('No local changes to save\n');
    return 0;
  }
  await writeStashes(git, repo, [
    ...(await stashEntries(git, repo)),
    { oid: made.oid, message: made.message },
  ]);
  const spec = pathspecOf(git, repo, given.operands);
  const index = await GitIndex.read(repo);
  const headFiles = await flattenTree(repo, (await readHead(repo)).oid);
  for (const path of made.untracked.keys()) await removeFile(repo, path);
  const back = given.has('keep-index') ? made.indexTree : headFiles;
  const staged = new Set(changesBetween(headFiles, made.indexTree).map(pathOf));
  const isWanted = given.has('staged')
    ? (path: string) => staged.has(path)
    : (path: string) => spec.matches(path);
  const target = onlyMatching(index.tree, back, isWanted);
  if (given.operands.length === 0 && !given.has('staged')) await forceTo(repo, index, target);
  else await restorePaths(repo, index, target, isWanted);
  await index.write(repo);
  if (!given.has('quiet')) git.print(`Saved working directory and index state ${made.message}\n`);
  return 0;
}

async function restorePaths(
  repo: Repo,
  index: GitIndex,
  target: Tree,
  isWanted: (path: string) => boolean,
): Promise<void> {
  for (const path of new Set([...index.tree.keys(), ...target.keys()])) {
    if (!isWanted(path)) continue;
    const entry = target.get(path);
    if (entry) await writeEntry(repo, index, path, entry);
    else {
      await removeFile(repo, path);
      index.remove(path);
    }
  }
}

async function list(git: GitCall, repo: Repo, args: readonly string[]): Promise<number> {
  if ((await stashEntries(git, repo)).length === 0) return 0;
  return log(git, ['--format=%gd: %gs', '-g', '--first-parent', '-m', ...args, stashRef]);
}

async function show(git: GitCall, repo: Repo, args: readonly string[]): Promise<number> {
  const word = args.find((arg) => !arg.startsWith('-'));
  const own = ['-u', '--include-untracked', '--only-untracked', '--no-include-untracked'];
  const options = args.filter((arg) => arg.startsWith('-') && !own.includes(arg));
  const given = args.findLast((arg) => own.includes(arg)) ?? '';
  const shown = options.length > 0 ? options : ['--stat'];
  const { oid } = await namedStash(git, repo, word);
  const untracked = (await readCommit(repo, oid)).parents[2] ?? null;
  if (given === '--only-untracked')
    return untracked === null ? 0 : diff(git, [...shown, emptyTreeOid, untracked]);
  const isBoth = given !== '' && given !== '--no-include-untracked' && untracked !== null;
  if (!isBoth) return diff(git, [...shown, `${oid}^1`, oid]);
  const all = new Map([...(await flattenTree(repo, oid)), ...(await flattenTree(repo, untracked))]);
  return diff(git, [...shown, `${oid}^1`, await writeTree(repo, all)]);
}

/** `git stash store`: a commit that `stash create` made becomes the newest stash. */
async function store(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const [word, ...more] = given.operands;
  if (word === undefined || more.length > 0)
    throw new GitFailure('"git stash store" requires one <commit> argument\n', 1);
  const oid = await resolveRevision(git, repo, word);
  if (oid === null) throw new GitFailure(`Cannot update refs/stash with ${word}\n`, 1);
  const message = given.value('message') ?? 'Created via "git stash store".';
  await writeStashes(git, repo, [...(await stashEntries(git, repo)), { oid, message }]);
  return 0;
}

async function take(git: GitCall, repo: Repo, given: GivenOptions, drops: boolean): Promise<number> {
  const entry = await namedStash(git, repo, given.operands[0]);
  if (drops && entry.at === null)
    throw new GitFailure(`error: '${entry.shown}' is not a stash reference\n`, 1);
  const exitCode = await applyStash(git, repo, entry.oid, given);
  if (!drops) return exitCode;
  if (exitCode !== 0) {
    git.print('The stash entry is kept in case you need it again.\n');
    return exitCode;
  }
  await forgetStash(git, repo, entry);
  if (!given.has('quiet')) git.print(`Dropped ${entry.shown} (${entry.oid})\n`);
  return 0;
}

async function drop(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const entry = await namedStash(git, repo, given.operands[0]);
  if (entry.at === null) throw new GitFailure(`error: '${entry.shown}' is not a stash reference\n`, 1);
  await forgetStash(git, repo, entry);
  if (!given.has('quiet')) git.print(`Dropped ${entry.shown} (${entry.oid})\n`);
  return 0;
}

async function branch(git: GitCall, repo: Repo, args: readonly string[]): Promise<number> {
  const [name, word] = args;
  if (name === undefined) die('No branch name specified');
  const entry = await namedStash(git, repo, word);
  const base = (await readCommit(repo, entry.oid)).parents[0] ?? '';
  const exitCode = await checkout(git, ['-b', name, base]);
  if (exitCode !== 0) return exitCode;
  const applied = await applyStash(git, repo, entry.oid, takeTable.parse(['--index']));
  if (applied !== 0 || entry.at === null) return applied;
  await forgetStash(git, repo, entry);
  git.print(`Dropped ${entry.shown} (${entry.oid})\n`);
  return 0;
}
