import { edited } from '../base/editor.ts';
import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, readCommit, writeTree } from '../base/objects.ts';
import { type Commit, subjectOf } from '../base/people.ts';
import { attachHead, detachHead, logMove, readHead, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, stateText, writeState } from '../base/stateFiles.ts';
import { commitSummary, recordCommit } from '../commands/commit.ts';
import { cleanMessage } from '../commands/commitMessage.ts';
import { changesBetween } from '../diff/changes.ts';
import { shortOid } from '../history/abbreviations.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { trackedNow } from '../index/worktree.ts';
import { applyChange, changeOf, headTree, namedCommit } from './applyChange.ts';
import { endRebase, type RebaseState, type RebaseStep, readRebase, saveRebase } from './rebaseState.ts';

/** What a terminal without abilities gets in place of a line that is cleared. */
const clearedLine = `\r${' '.repeat(80)}\r`;

/** Does what is left of a rebase; the exit code of what stops it, 0 at its end. */
export async function runRebase(git: GitCall, repo: Repo, quiet: boolean): Promise<number> {
  for (;;) {
    const state = await readRebase(git, repo);
    if (!state) return 0;
    const [step, ...todo] = state.todo;
    if (!step) return finish(git, repo, state, quiet);
    await saveRebase(repo, { ...state, done: [...state.done, step], todo });
    const total = state.done.length + state.todo.length;
    if (!quiet) await git.warn(`Rebasing (${state.done.length + 1}/${total})\r`);
    const exitCode = await runStep(git, repo, step, todo[0] ?? null);
    if (exitCode !== null) return exitCode;
    await git.drain();
  }
}

/** Null where the rebase goes on. */
async function runStep(
  git: GitCall,
  repo: Repo,
  step: RebaseStep,
  next: RebaseStep | null,
): Promise<number | null> {
  if (step.verb === 'drop') return null;
  if (step.verb === 'break') return stopped(git, repo, null);
  if (step.verb === 'exec') return runExec(git, repo, step.rest);
  const commit = await readCommit(repo, step.oid ?? '');
  const head = await readHead(repo);
  const melds = step.verb === 'squash' || step.verb === 'fixup';
  if (!melds && commit.parents.length === 1 && commit.parents[0] === head.oid) {
    // It stands there already: nothing to do but to go to it.
    await goTo(git, repo, commit, `rebase (${step.verb}): ${subjectOf(commit.message)}`);
  } else {
    const { before, after } = await changeOf(repo, commit);
    const ours = await headTree(repo);
    const names = { ours: 'HEAD', theirs: await namedCommit(repo, commit) };
    const { merged, isEmpty } = await applyChange(git, repo, {
      from: before,
      to: after,
      ours,
      names,
      quiet: true,
    });
    const message = melds ? await meldedMessage(git, repo, step, commit) : commit.message;
    if (merged.conflicts.length > 0) {
      const list = merged.conflicts.map(({ path }) => `#\t${path}\n`).join('');
      await writeState(repo, 'MERGE_MSG', `${message}\n# Conflicts:\n${list}`);
      await writeState(repo, 'REBASE_HEAD', `${commit.oid}\n`);
      await writeState(repo, 'rebase-merge/stopped-sha', `${commit.oid}\n`);
      const named = `${await shortOid(repo, commit.oid)}... ${subjectOf(commit.message)}`;
      await git.warn(`error: could not apply ${named}\n${conflictHint}Could not apply ${named}\n`);
      return 1;
    }
    if (isEmpty && !melds && changesBetween(before, after).length > 0) {
      await git.warn(
        `${clearedLine}dropping ${commit.oid} ${subjectOf(commit.message)} -- patch contents already upstream\n`,
      );
      return null;
    }
    await record(git, repo, step, commit, message, next);
  }
  if (step.verb === 'reword') return reword(git, repo);
  if (step.verb === 'edit') return stopped(git, repo, commit);
  return null;
}

const conflictHint = `hint: Resolve all conflicts manually, mark them as resolved with
hint: "git add/rm <conflicted_files>", then run "git rebase --continue".
hint: You can instead skip this commit: run "git rebase --skip".
hint: To abort and get back to the state before "git rebase", run "git rebase --abort".
`;

/** Commits what is staged, as the commit it was or melded into the one before it. */
async function record(
  git: GitCall,
  repo: Repo,
  step: RebaseStep,
  commit: Commit,
  message: string,
  next: RebaseStep | null,
  word = step.verb as string,
): Promise<string> {
  const head = await readHead(repo);
  const tree = await writeTree(repo, (await GitIndex.read(repo)).tree);
  const committer = await identity(git, 'committer');
  const melds = step.verb === 'squash' || step.verb === 'fixup';
  const previous = melds && head.oid !== null ? await readCommit(repo, head.oid) : null;
  const continues = next?.verb === 'squash' || next?.verb === 'fixup';
  let text = message;
  const isEdited = message.includes('# This is the commit message #');
  if (previous && !continues && isEdited) {
    text = (await edited(git, repo, 'COMMIT_EDITMSG', message)) ?? message;
  }
  const made = {
    tree,
    parents: previous ? previous.parents : head.oid === null ? [] : [head.oid],
    author: (previous ?? commit).author,
    committer,
    message: previous && !continues ? cleanMessage(text, true) : text,
  };
  const oid = await recordCommit(git, repo, made, `rebase (${word})`);
  if (previous && !continues) {
    if (isEdited) git.print(await commitSummary(git, repo, oid, true));
    await removeState(repo, 'rebase-merge/message-squash');
  }
  return oid;
}

/** The messages of the commits that become one, with lines that say which is which. */
async function meldedMessage(
  git: GitCall,
  repo: Repo,
  { verb }: RebaseStep,
  commit: Commit,
): Promise<string> {
  const head = await readHead(repo);
  const known = await stateText(git, repo, 'rebase-merge/message-squash');
  const before =
    known ??
    `# This is the 1st commit message:\n\n${head.oid === null ? '' : (await readCommit(repo, head.oid)).message}`;
  const count = (before.match(/^# (?:This is the|The) .*commit message/gm) ?? []).length + 1;
  const body = commit.message.trimEnd();
  const added =
    verb === 'squash'
      ? `# This is the commit message #${count}:\n\n${body}\n`
      : `# The commit message #${count} will be skipped:\n\n${body.replace(/^/gm, '# ')}\n`;
  const text = `${before.replace(/^# This is a combination of .*\n/, '').trimEnd()}\n\n${added}`;
  await writeState(repo, 'rebase-merge/message-squash', text);
  return `# This is a combination of ${count} commits.\n${text}`;
}

async function reword(git: GitCall, repo: Repo): Promise<number | null> {
  const head = await readHead(repo);
  const commit = await readCommit(repo, head.oid ?? '');
  const text = await edited(git, repo, 'COMMIT_EDITMSG', commit.message);
  if (text === null) throw new GitFailure('error: there is no editor in this guest\n', 1);
  const message = cleanMessage(text, true);
  if (message === commit.message) return null;
  const oid = await recordCommit(
    git,
    repo,
    { ...commit, committer: await identity(git, 'committer'), message },
    'rebase (reword)',
  );
  git.print(await commitSummary(git, repo, oid, true));
  return null;
}

async function stopped(git: GitCall, repo: Repo, commit: Commit | null): Promise<number> {
  if (commit === null) {
    const oid = (await readHead(repo)).oid ?? '';
    await git.warn(
      `${clearedLine}Stopped at ${await shortOid(repo, oid)} (${subjectOf((await readCommit(repo, oid)).message)})\n`,
    );
    return 0;
  }
  await writeState(repo, 'rebase-merge/amend', `${(await readHead(repo)).oid}\n`);
  await git.warn(
    `${clearedLine}Stopped at ${await shortOid(repo, commit.oid)}...  ${subjectOf(commit.message)}\nYou can amend the commit now, with\n\n  git commit --amend \n\nOnce you are satisfied with your changes, run\n\n  git rebase --continue\n`,
  );
  return 0;
}

async function runExec(git: GitCall, repo: Repo, command: string): Promise<number | null> {
  await git.warn(`${clearedLine}Executing: ${command}\n`);
  const exitCode = await git.program.shell(command, { cwd: repo.root, env: git.env });
  if (exitCode === 0) return null;
  await git.warn(
    `warning: execution failed: ${command}\nYou can fix the problem, and then run\n\n  git rebase --continue\n\n\n`,
  );
  return 1;
}

async function goTo(git: GitCall, repo: Repo, commit: Commit, message: string): Promise<void> {
  const head = await readHead(repo);
  const index = await GitIndex.read(repo);
  await forceTo(repo, index, await flattenTree(repo, commit.tree));
  await index.write(repo);
  await detachHead(repo, commit.oid);
  await logMove(git, repo, { from: head.oid, to: commit.oid, message });
}

/** Commits what was resolved of the step that stopped; an exit code where that cannot be. */
export async function commitStopped(git: GitCall, repo: Repo, state: RebaseState): Promise<number | null> {
  const index = await GitIndex.read(repo);
  if (index.conflicts.length > 0) {
    git.print(index.conflicts.map((path) => `${path}: needs merge\n`).join(''));
    git.print('You must edit all merge conflicts and then\nmark them as resolved using git add\n');
    return 1;
  }
  const { tree: now } = await trackedNow(repo, index);
  if (changesBetween(index.tree, now).length > 0) {
    throw new GitFailure(
      'error: cannot rebase: You have unstaged changes.\nerror: Please commit or stash them.\n',
      1,
    );
  }
  const step = state.done.at(-1);
  const staged = changesBetween(await headTree(repo), index.tree);
  const amends = (await stateText(git, repo, 'rebase-merge/amend')) !== null;
  if (step?.oid && staged.length > 0) {
    const commit = await readCommit(repo, step.oid);
    const head = await readHead(repo);
    if (amends && head.oid !== null) {
      const previous = await readCommit(repo, head.oid);
      const tree = await writeTree(repo, index.tree);
      const committer = await identity(git, 'committer');
      await recordCommit(git, repo, { ...previous, tree, committer }, 'rebase (continue)');
    } else {
      const text = (await git.textOf(`${repo.gitDir}/MERGE_MSG`)) ?? commit.message;
      const melds = step.verb === 'squash' || step.verb === 'fixup';
      const shown = (await edited(git, repo, 'COMMIT_EDITMSG', text)) ?? text;
      const message = melds ? text : cleanMessage(shown, true);
      const oid = await record(git, repo, step, commit, message, state.todo[0] ?? null, 'continue');
      if (!melds) git.print(await commitSummary(git, repo, oid, false));
    }
  }
  await removeState(repo, 'REBASE_HEAD', 'MERGE_MSG', 'CHERRY_PICK_HEAD', 'rebase-merge/amend');
  return null;
}

async function finish(git: GitCall, repo: Repo, state: RebaseState, quiet: boolean): Promise<number> {
  const head = await readHead(repo);
  const { headName } = state;
  if (headName !== null && head.oid !== null) {
    await writeRef(repo, headName, head.oid);
    const message = `rebase (finish): returning to ${headName}`;
    await logMove(git, repo, { from: head.oid, to: head.oid, message });
    await attachHead(repo, headName.replace(/^refs\/heads\//, ''));
  }
  await endRebase(repo);
  await git.flush();
  if (!quiet)
    await git.warn(`${clearedLine}Successfully rebased and updated ${headName ?? 'detached HEAD'}.\n`);
  return 0;
}
