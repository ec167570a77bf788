import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit, type Tree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { deleteRef, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState } from '../base/stateFiles.ts';
import { changesBetween, pathOf } from '../diff/changes.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { forceTo, removeFile, writeEntry } from '../index/update.ts';
import { applyStash } from '../stash/applyStash.ts';
import { stashCommit } from '../stash/stashCommit.ts';
import { forgetStash, namedStash, stashEntries, stashRef, writeStashes } from '../stash/stashList.ts';
import { checkout } from './checkout.ts';
import { diff } from './diff.ts';

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
      return list(git, repo);
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

async function list(git: GitCall, repo: Repo): Promise<number> {
  const entries = (await stashEntries(git, repo)).reverse();
  git.print(entries.map(({ message }, at) => `stash@{${at}}: ${message}\n`).join(''));
  return 0;
}

async function show(git: GitCall, repo: Repo, args: readonly string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('-'));
  const withUntracked = options.includes('-u') || options.includes('--include-untracked');
  const { oid } = await namedStash(
    git,
    repo,
    args.find((arg) => !arg.startsWith('-')),
  );
  const shown = options.filter(
    (arg) => arg !== '-u' && arg !== '--include-untracked' && arg !== '--only-untracked',
  );
  const exitCode = await diff(git, [...(shown.length > 0 ? shown : ['--stat']), `${oid}^1`, oid]);
  const third = (await readCommit(repo, oid)).parents[2];
  if (withUntracked && third)
    return diff(git, [
      ...(shown.length > 0 ? shown : ['--stat']),
      '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
      third,
    ]);
  return exitCode;
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
