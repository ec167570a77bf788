import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, readCommit, type Tree, writeObject, writeTree, zeroOid } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { commitBytes, personLine, subjectOf } from '../base/people.ts';
import { deleteRef, readHead, readReflog, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, writeState } from '../base/stateFiles.ts';
import { changesBetween, pathOf } from '../diff/changes.ts';
import { shortOid } from '../history/abbreviations.ts';
import type { TreeMerge } from '../history/mergeTrees.ts';
import { commitOf } from '../history/revisions.ts';
import { readState } from '../history/state.ts';
import { longStatus } from '../history/statusText.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { stagePaths } from '../index/stage.ts';
import { forceTo, removeFile, writeEntry, writeFileOf } from '../index/update.ts';
import { inParallel, statIfAny, untrackedFiles } from '../index/worktree.ts';
import { applyChange } from '../sequence/applyChange.ts';
import { checkout } from './checkout.ts';
import { diff } from './diff.ts';

const pushTable = new OptionTable(
  'stash',
  'u,include-untracked a,all k,keep-index no-keep-index q,quiet m,message= p,patch S,staged',
);
const takeTable = new OptionTable('stash', 'index q,quiet');
const ref = 'refs/stash';

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
      await deleteRef(repo, ref).catch(() => {});
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

interface Made {
  readonly oid: string;
  readonly message: string;
  readonly untracked: Tree;
  readonly indexTree: Tree;
}

/** Stores what differs from HEAD, as git does: a commit of the index, one of untracked files, and one of it all. */
async function stashCommit(
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
  await writeLog(git, repo, [...(await entriesOf(git, repo)), { oid: made.oid, message: made.message }]);
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

interface StashEntry {
  readonly oid: string;
  readonly message: string;
}

/** Oldest first, as the log has them. */
async function entriesOf(git: GitCall, repo: Repo): Promise<StashEntry[]> {
  return (await readReflog(git, repo, ref)).map(({ to, message }) => ({ oid: to, message })).reverse();
}

async function writeLog(git: GitCall, repo: Repo, entries: readonly StashEntry[]): Promise<void> {
  const who = await identity(git, 'committer');
  const lines = entries.map(
    ({ oid, message }, at) => `${entries[at - 1]?.oid ?? zeroOid} ${oid} ${personLine(who)}\t${message}\n`,
  );
  await writeState(repo, `logs/${ref}`, lines.join(''));
  await writeRef(repo, ref, entries.at(-1)!.oid);
}

async function list(git: GitCall, repo: Repo): Promise<number> {
  const entries = (await entriesOf(git, repo)).reverse();
  git.print(entries.map(({ message }, at) => `stash@{${at}}: ${message}\n`).join(''));
  return 0;
}

interface Named {
  readonly oid: string;
  /** Its place from the newest; null where a commit was named that is in no list. */
  readonly at: number | null;
  readonly shown: string;
}

async function named(git: GitCall, repo: Repo, word: string | undefined): Promise<Named> {
  const entries = (await entriesOf(git, repo)).reverse();
  const place = /^(?:stash@\{)?(\d+)\}?$/.exec(word ?? '0');
  if (entries.length === 0 && (word === undefined || place))
    throw new GitFailure(
      word === undefined
        ? 'No stash entries found.\n'
        : `error: ${ref}@{${place?.[1]}} is not a valid reference\n`,
      1,
    );
  if (word === 'stash' || place) {
    const at = Number(place?.[1] ?? 0);
    const entry = entries[at];
    if (!entry) throw new GitFailure(`error: stash@{${at}} is not a valid reference\n`, 1);
    return { oid: entry.oid, at, shown: word === undefined || /^\d+$/.test(word) ? `${ref}@{${at}}` : word };
  }
  return { oid: await commitOf(git, repo, word ?? ref), at: null, shown: word ?? ref };
}

async function show(git: GitCall, repo: Repo, args: readonly string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('-'));
  const withUntracked = options.includes('-u') || options.includes('--include-untracked');
  const { oid } = await named(
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
  const entry = await named(git, repo, given.operands[0]);
  if (drops && entry.at === null)
    throw new GitFailure(`error: '${entry.shown}' is not a stash reference\n`, 1);
  const exitCode = await apply(git, repo, entry.oid, given);
  if (!drops) return exitCode;
  if (exitCode !== 0) {
    git.print('The stash entry is kept in case you need it again.\n');
    return exitCode;
  }
  await forget(git, repo, entry);
  if (!given.has('quiet')) git.print(`Dropped ${entry.shown} (${entry.oid})\n`);
  return 0;
}

/** Makes the stashed changes on top of what is staged. */
async function apply(git: GitCall, repo: Repo, oid: string, given: GivenOptions): Promise<number> {
  const { parents, tree } = await readCommit(repo, oid);
  const [baseOid, indexOid, untrackedOid] = parents;
  if (baseOid === undefined || indexOid === undefined) {
    throw new GitFailure(`fatal: '${oid}' is not a stash-like commit\n`, 128);
  }
  const before = await GitIndex.read(repo);
  if (before.conflicts.length > 0) {
    throw new GitFailure(
      `${before.conflicts.map((path) => `${path}: needs merge\n`).join('')}error: could not write index\n`,
      1,
    );
  }
  const ours = before.tree;
  const [from, to] = await Promise.all([flattenTree(repo, baseOid), flattenTree(repo, tree)]);
  const names = { ours: 'Updated upstream', theirs: 'Stashed changes' };
  let merged: TreeMerge;
  try {
    ({ merged } = await applyChange(git, repo, { from, to, ours, names }));
  } catch (error) {
    // What stands in the way is told, and then what there is.
    if (!(error instanceof GitFailure)) throw error;
    await git.warn(error.text);
    if (!given.has('quiet')) await printStatus(git, repo);
    return 1;
  }
  if (merged.conflicts.length === 0)
    await leaveUnstaged(repo, ours, given.has('index') ? await flattenTree(repo, indexOid) : null);
  const blocked =
    untrackedOid === undefined ? [] : await restoreUntracked(repo, await flattenTree(repo, untrackedOid));
  if (blocked.length > 0) {
    await git.warn(
      `${blocked.map((path) => `${path} already exists, no checkout\n`).join('')}error: could not restore untracked files from stash\n`,
    );
  }
  if (!given.has('quiet')) await printStatus(git, repo);
  return merged.conflicts.length > 0 || blocked.length > 0 ? 1 : 0;
}

async function printStatus(git: GitCall, repo: Repo): Promise<void> {
  const state = await readState(git, repo, { untracked: 'normal' });
  git.print((await longStatus(git, repo, state, 'normal')).text);
}

/** What came back is a change of the work tree again; new files stay staged. */
async function leaveUnstaged(repo: Repo, ours: Tree, staged: Tree | null): Promise<void> {
  const index = await GitIndex.read(repo);
  const added = [...index.tree].filter(([path]) => !ours.has(path));
  index.reset(staged ?? new Map([...ours, ...added]));
  await index.write(repo);
}

async function restoreUntracked(repo: Repo, files: Tree): Promise<string[]> {
  const blocked: string[] = [];
  await inParallel([...files], async ([path, entry]) => {
    if (await statIfAny(repo, path)) blocked.push(path);
    else await writeFileOf(repo, path, entry);
  });
  return blocked.sort();
}

async function forget(git: GitCall, repo: Repo, { at }: Named): Promise<void> {
  const entries = (await entriesOf(git, repo)).reverse();
  entries.splice(at ?? 0, 1);
  if (entries.length > 0) return writeLog(git, repo, entries.reverse());
  await removeState(repo, `logs/${ref}`);
  await deleteRef(repo, ref);
}

async function drop(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const entry = await named(git, repo, given.operands[0]);
  if (entry.at === null) throw new GitFailure(`error: '${entry.shown}' is not a stash reference\n`, 1);
  await forget(git, repo, entry);
  if (!given.has('quiet')) git.print(`Dropped ${entry.shown} (${entry.oid})\n`);
  return 0;
}

async function branch(git: GitCall, repo: Repo, args: readonly string[]): Promise<number> {
  const [name, word] = args;
  if (name === undefined) die('No branch name specified');
  const entry = await named(git, repo, word);
  const base = (await readCommit(repo, entry.oid)).parents[0] ?? '';
  const exitCode = await checkout(git, ['-b', name, base]);
  if (exitCode !== 0) return exitCode;
  const applied = await apply(git, repo, entry.oid, takeTable.parse(['--index']));
  if (applied !== 0 || entry.at === null) return applied;
  await forget(git, repo, entry);
  git.print(`Dropped ${entry.shown} (${entry.oid})\n`);
  return 0;
}
