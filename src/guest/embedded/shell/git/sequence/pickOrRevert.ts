import { edited } from '../base/editor.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, readCommit, writeTree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { type Commit, subjectOf } from '../base/people.ts';
import { logMove, moveHead, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, stateText, waitingForCommit, writeState } from '../base/stateFiles.ts';
import {
  commit as commitCommand,
  commitSummary,
  emptyPick,
  recordCommit,
  unmergedFiles,
} from '../commands/commit.ts';
import { cleanMessage } from '../commands/commitMessage.ts';
import { changesBetween } from '../diff/changes.ts';
import { shortOid } from '../history/abbreviations.ts';
import { readState } from '../history/state.ts';
import { longStatus } from '../history/statusText.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { applyChange, changeOf, headTree, namedCommit } from './applyChange.ts';
import { commitsNamed, currentOid, endSequence, readTodo, type SequenceName, saveTodo } from './todo.ts';

const words =
  'n,no-commit e,edit no-edit x m,mainline= s,signoff ff allow-empty keep-redundant-commits allow-empty-message strategy= X,strategy-option= continue skip abort quit q,quiet S,gpg-sign=? reference';
const tables: Readonly<Record<SequenceName, OptionTable>> = {
  'cherry-pick': new OptionTable('cherry-pick', words),
  revert: new OptionTable('revert', words),
};
const headFile: Readonly<Record<SequenceName, string>> = {
  'cherry-pick': 'CHERRY_PICK_HEAD',
  revert: 'REVERT_HEAD',
};

export function cherryPick(git: GitCall, args: readonly string[]): Promise<number> {
  return sequence(git, 'cherry-pick', args);
}

export function revert(git: GitCall, args: readonly string[]): Promise<number> {
  return sequence(git, 'revert', args);
}

async function sequence(git: GitCall, name: SequenceName, args: readonly string[]): Promise<number> {
  const given = tables[name].parse(args);
  const repo = await git.repo();
  if (given.has('continue')) return continueSequence(git, repo, name);
  if (given.has('abort')) return abortSequence(git, repo, name);
  if (given.has('skip')) return skipCommit(git, repo, name);
  if (given.has('quit')) {
    await removeState(repo, ...waitingForCommit);
    await endSequence(repo);
    return 0;
  }
  if (given.operands.length === 0) {
    throw new GitFailure(`usage: git ${name} [--edit] [-n] [-m <parent-number>] [-x] <commit>...\n`, 129);
  }
  const index = await GitIndex.read(repo);
  if (index.conflicts.length > 0)
    throw new GitFailure(unmergedFiles(name === 'revert' ? 'Reverting' : 'Cherry-picking'), 128);
  const commits = await commitsNamed(git, repo, given.operands);
  if (commits.length === 0) throw new GitFailure('error: empty commit set passed\n', 128);
  if (!given.has('no-commit')) {
    const staged = changesBetween(await headTree(repo), index.tree);
    if (staged.length > 0) {
      throw new GitFailure(
        `error: your local changes would be overwritten by ${name}.\nhint: commit your changes or stash them to proceed.\nfatal: ${name} failed\n`,
        128,
      );
    }
  }
  return runCommits(git, repo, name, await currentOid(repo), commits, given);
}

async function runCommits(
  git: GitCall,
  repo: Repo,
  name: SequenceName,
  start: string,
  commits: readonly Commit[],
  given: GivenOptions,
): Promise<number> {
  const isSeries = commits.length > 1;
  for (const [at, commit] of commits.entries()) {
    const rest = commits.slice(at + 1);
    const options = given.has('x') ? '[options]\n\trecord-origin = true\n' : '';
    if (isSeries) await saveTodo(repo, name, start, rest, options);
    const exitCode = await runCommit(git, repo, name, commit, given);
    await git.drain();
    if (exitCode !== 0) return exitCode;
  }
  await endSequence(repo);
  return 0;
}

/** What a revert's message says; git names a revert of a revert like any other in this version. */
function revertMessage(commit: Commit): string {
  const parents =
    commit.parents.length > 1
      ? `This reverts commit ${commit.oid}, reversing\nchanges made to ${commit.parents[0]}.\n`
      : `This reverts commit ${commit.oid}.\n`;
  return `Revert "${subjectOf(commit.message)}"\n\n${parents}`;
}

async function runCommit(
  git: GitCall,
  repo: Repo,
  name: SequenceName,
  commit: Commit,
  given: GivenOptions,
): Promise<number> {
  const mainline = given.value('mainline');
  const short = await shortOid(repo, commit.oid);
  if (commit.parents.length > 1 && mainline === undefined) {
    throw new GitFailure(
      `error: commit ${commit.oid} is a merge but no -m option was given.\nfatal: ${name} failed\n`,
      128,
    );
  }
  if (commit.parents.length < 2 && mainline !== undefined && mainline !== '1') {
    throw new GitFailure(
      `error: commit ${commit.oid} does not have parent ${mainline}\nfatal: ${name} failed\n`,
      128,
    );
  }
  const head = await readHead(repo);
  if (given.has('ff') && commit.parents[0] === head.oid && name === 'cherry-pick') {
    return fastForwardTo(git, repo, commit);
  }
  const { before, after } = await changeOf(repo, commit, Number(mainline ?? 1));
  const isRevert = name === 'revert';
  const named = await namedCommit(repo, commit);
  const names = {
    ours: 'HEAD',
    theirs: isRevert ? `parent of ${named}` : named,
    favor: given.values('strategy-option').find((value) => value === 'ours' || value === 'theirs') as
      | 'ours'
      | 'theirs'
      | undefined,
  };
  const ours = given.has('no-commit') ? (await GitIndex.read(repo)).tree : await headTree(repo);
  const [from, to] = isRevert ? [after, before] : [before, after];
  const { merged, isEmpty } = await applyChange(git, repo, { from, to, ours, names });
  let message = isRevert ? revertMessage(commit) : commit.message;
  if (given.has('x') && !isRevert)
    message = `${message.trimEnd()}\n${/\n[\w-]+: [^\n]*\n$/.test(message) ? '' : '\n'}(cherry picked from commit ${commit.oid})\n`;
  if (given.has('signoff')) {
    const { name: who, email } = await identity(git, 'committer');
    message = `${message.trimEnd()}\n\nSigned-off-by: ${who} <${email}>\n`;
  }
  if (merged.conflicts.length > 0) {
    const list = merged.conflicts.map(({ path }) => `#\t${path}\n`).join('');
    await writeState(repo, 'MERGE_MSG', `${message}\n# Conflicts:\n${list}`);
    if (!given.has('no-commit')) await writeState(repo, headFile[name], `${commit.oid}\n`);
    await git.warn(
      `error: could not ${isRevert ? 'revert' : 'apply'} ${short}... ${subjectOf(commit.message)}\n${conflictHint(name)}`,
    );
    return 1;
  }
  if (given.has('no-commit')) {
    await writeState(repo, 'MERGE_MSG', message);
    if (isRevert) await writeState(repo, 'REVERT_HEAD', `${commit.oid}\n`);
    return 0;
  }
  const wasEmpty = changesBetween(before, after).length === 0;
  if (isEmpty && !(wasEmpty && given.has('allow-empty')) && !given.has('keep-redundant-commits')) {
    await writeState(repo, headFile[name], `${commit.oid}\n`);
    const shown = await longStatus(git, repo, await readState(git, repo, { untracked: 'normal' }), 'normal');
    git.print(shown.text);
    if (!isRevert) await git.warn(emptyPick);
    return 1;
  }
  if (given.has('edit')) {
    const text = await edited(git, repo, 'COMMIT_EDITMSG', message);
    if (text === null) throw new GitFailure('error: there is no editor in this guest\n', 1);
    message = cleanMessage(text, true);
  }
  const committer = await identity(git, 'committer');
  const author = isRevert ? await identity(git, 'author') : commit.author;
  const tree = await writeTree(repo, merged.tree);
  const made = { tree, parents: head.oid === null ? [] : [head.oid], author, committer, message };
  const oid = await recordCommit(git, repo, made, name);
  if (!given.has('quiet')) git.print(await commitSummary(git, repo, oid, true));
  return 0;
}

async function fastForwardTo(git: GitCall, repo: Repo, commit: Commit): Promise<number> {
  const head = await readHead(repo);
  const index = await GitIndex.read(repo);
  await forceTo(repo, index, await flattenTree(repo, commit.tree));
  await index.write(repo);
  await moveHead(repo, commit.oid);
  await logMove(git, repo, {
    from: head.oid,
    to: commit.oid,
    message: 'cherry-pick: fast-forward',
    ref: head.ref,
  });
  return 0;
}

function conflictHint(name: SequenceName): string {
  return `hint: After resolving the conflicts, mark them with
hint: "git add/rm <pathspec>", then run
hint: "git ${name} --continue".
hint: You can instead skip this commit with "git ${name} --skip".
hint: To abort and get back to the state before "git ${name}",
hint: run "git ${name} --abort".
`;
}

async function isWaiting(git: GitCall, repo: Repo, name: SequenceName): Promise<boolean> {
  return (
    (await stateText(git, repo, headFile[name])) !== null ||
    (await stateText(git, repo, 'sequencer/todo')) !== null
  );
}

function refuse(name: SequenceName): never {
  throw new GitFailure(`error: no cherry-pick or revert in progress\nfatal: ${name} failed\n`, 128);
}

async function continueSequence(git: GitCall, repo: Repo, name: SequenceName): Promise<number> {
  if (!(await isWaiting(git, repo, name))) refuse(name);
  const rest = await readTodo(git, repo);
  const records = (await stateText(git, repo, 'sequencer/opts'))?.includes('record-origin') ?? false;
  if ((await stateText(git, repo, headFile[name])) !== null) {
    const exitCode = await commitCommand(git, ['--no-edit', '--cleanup=strip']);
    if (exitCode !== 0) return exitCode;
  }
  const start = (await stateText(git, repo, 'sequencer/head')) ?? (await currentOid(repo));
  if (rest.length === 0) {
    await endSequence(repo);
    return 0;
  }
  // Of a series the rest is one again, even where only one commit is left.
  const given = tables[name].parse(records ? ['-x'] : []);
  const [next, ...others] = rest;
  await saveTodo(repo, name, start, others, records ? '[options]\n\trecord-origin = true\n' : '');
  const exitCode = await runCommit(git, repo, name, next!, given);
  if (exitCode !== 0) return exitCode;
  return runCommits(git, repo, name, start, others, given);
}

async function resetTo(git: GitCall, repo: Repo, oid: string): Promise<void> {
  const head = await readHead(repo);
  const index = await GitIndex.read(repo);
  await forceTo(repo, index, await flattenTree(repo, (await readCommit(repo, oid)).tree));
  await index.write(repo);
  if (head.oid !== oid) {
    await moveHead(repo, oid);
    await logMove(git, repo, { from: head.oid, to: oid, message: `reset: moving to ${oid}`, ref: head.ref });
  }
  await removeState(repo, ...waitingForCommit);
}

async function abortSequence(git: GitCall, repo: Repo, name: SequenceName): Promise<number> {
  if (!(await isWaiting(git, repo, name))) refuse(name);
  const start = (await stateText(git, repo, 'sequencer/head')) ?? (await currentOid(repo));
  await resetTo(git, repo, start);
  await endSequence(repo);
  return 0;
}

async function skipCommit(git: GitCall, repo: Repo, name: SequenceName): Promise<number> {
  if (!(await isWaiting(git, repo, name))) die(`no ${name} in progress`);
  const rest = await readTodo(git, repo);
  const start = (await stateText(git, repo, 'sequencer/head')) ?? (await currentOid(repo));
  await resetTo(git, repo, await currentOid(repo));
  return runCommits(git, repo, name, start, rest, tables[name].parse([]));
}
