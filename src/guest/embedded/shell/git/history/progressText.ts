import type { GitCall } from '../base/gitCall.ts';
import type { Repo } from '../base/repository.ts';
import { stateText } from '../base/stateFiles.ts';
import { type RebaseState, type RebaseStep, readRebase } from '../sequence/rebaseState.ts';
import { shortOid } from './abbreviations.ts';

/** What is under way, as `git status` tells it. */
interface Progress {
  /** In place of the line about HEAD. */
  readonly head: string | null;
  /** Empty, or with its empty line at the end. */
  readonly text: string;
  /** A merge or a pick waits for its commit: nothing is said of how to unstage. */
  readonly waitsForCommit: boolean;
}

export async function progressOf(git: GitCall, repo: Repo, hasConflicts: boolean): Promise<Progress> {
  const rebase = await readRebase(git, repo);
  if (rebase) {
    const onto = await shortOid(repo, rebase.onto);
    const text = await rebaseText(git, repo, rebase, onto, hasConflicts);
    return { head: `interactive rebase in progress; onto ${onto}\n`, text, waitsForCommit: false };
  }
  if ((await stateText(git, repo, 'rebase-apply/applying')) !== null) {
    const fix = '  (fix conflicts and then run "git am --continue")\n';
    const text = `You are in the middle of an am session.\n${fix}  (use "git am --skip" to skip this patch)\n  (use "git am --abort" to restore the original branch)\n\n`;
    return { head: null, text, waitsForCommit: false };
  }
  if ((await stateText(git, repo, 'MERGE_HEAD')) !== null) {
    const text = hasConflicts
      ? 'You have unmerged paths.\n  (fix conflicts and run "git commit")\n  (use "git merge --abort" to abort the merge)\n\n'
      : 'All conflicts fixed but you are still merging.\n  (use "git commit" to conclude merge)\n\n';
    return { head: null, text, waitsForCommit: true };
  }
  for (const [file, name, doing] of [
    ['CHERRY_PICK_HEAD', 'cherry-pick', 'cherry-picking'],
    ['REVERT_HEAD', 'revert', 'reverting'],
  ] as const) {
    const oid = await stateText(git, repo, file);
    if (oid === null) continue;
    const todo = hasConflicts
      ? `fix conflicts and run "git ${name} --continue"`
      : `all conflicts fixed: run "git ${name} --continue"`;
    const text = `You are currently ${doing} commit ${await shortOid(repo, oid)}.\n  (${todo})\n  (use "git ${name} --skip" to skip this patch)\n  (use "git ${name} --abort" to cancel the ${name} operation)\n\n`;
    return { head: null, text, waitsForCommit: name === 'cherry-pick' };
  }
  const bisected = await stateText(git, repo, 'BISECT_START');
  if (bisected === null) return { head: null, text: '', waitsForCommit: false };
  const text = `You are currently bisecting, started from branch '${bisected}'.\n  (use "git bisect reset" to get back to the original branch)\n\n`;
  return { head: null, text, waitsForCommit: false };
}

/** So many commands before and behind the place are shown. */
const shownSteps = 2;

async function rebaseText(
  git: GitCall,
  repo: Repo,
  { headName, done, todo }: RebaseState,
  onto: string,
  hasConflicts: boolean,
): Promise<string> {
  const line = async ({ verb, oid, rest }: RebaseStep) =>
    `   ${[verb, ...(oid === null ? [] : [await shortOid(repo, oid)]), rest].join(' ').trimEnd()}\n`;
  const lines = async (steps: readonly RebaseStep[]) => (await Promise.all(steps.map(line))).join('');
  const many = (count: number) => `command${count === 1 ? '' : 's'}`;
  let text = '';
  if (done.length > 0) {
    text += `Last ${many(done.length)} done (${done.length} ${many(done.length)} done):\n${await lines(done.slice(-shownSteps))}`;
    if (done.length > shownSteps) text += '  (see more in file .git/rebase-merge/done)\n';
  }
  if (todo.length === 0) text += 'No commands remaining.\n';
  else {
    text += `Next ${many(todo.length)} to do (${todo.length} remaining ${many(todo.length)}):\n${await lines(todo.slice(0, shownSteps))}  (use "git rebase --edit-todo" to view and edit)\n`;
  }
  const branch = headName === null ? '' : ` branch '${headName.replace(/^refs\/heads\//, '')}' on '${onto}'`;
  if (hasConflicts) {
    return `${text}You are currently rebasing${branch}.\n  (fix conflicts and then run "git rebase --continue")\n  (use "git rebase --skip" to skip this patch)\n  (use "git rebase --abort" to check out the original branch)\n\n`;
  }
  if ((await stateText(git, repo, 'MERGE_MSG')) !== null) {
    return `${text}You are currently rebasing${branch}.\n  (all conflicts fixed: run "git rebase --continue")\n\n`;
  }
  return `${text}You are currently editing a commit while rebasing${branch}.\n  (use "git commit --amend" to amend the current commit)\n  (use "git rebase --continue" once you are satisfied with your changes)\n\n`;
}
