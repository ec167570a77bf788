import { edited } from '../base/editor.ts';
import type { GitCall } from '../base/gitCall.ts';
import type { Repo } from '../base/repository.ts';
import { removeState } from '../base/stateFiles.ts';
import { shortOid } from '../history/abbreviations.ts';
import { resolveRevision } from '../history/revisions.ts';
import { parseStep, type RebaseStep, stepLine } from './rebaseState.ts';

/** `fixup! X` and `squash! X` behind the commit that they mend. */
export function autosquashed(steps: readonly RebaseStep[]): RebaseStep[] {
  const list: RebaseStep[] = [];
  for (const step of steps) {
    const match = /^(fixup|squash)! (.*)$/.exec(step.rest);
    const subject = match?.[2]?.replace(/^(?:(?:fixup|squash)! )+/, '');
    const at = match
      ? list.findIndex(({ rest, oid }) => rest === subject || (oid?.startsWith(subject ?? '-') ?? false))
      : -1;
    if (!match || at < 0) {
      list.push(step);
      continue;
    }
    let end = at + 1;
    while (list[end]?.verb === 'fixup' || list[end]?.verb === 'squash') end++;
    list.splice(end, 0, { ...step, verb: match[1] as 'fixup' | 'squash' });
  }
  return list;
}

/** Has the list edited; null where there is no editor or it leaves a list that cannot be followed. */
export async function chosenSteps(
  git: GitCall,
  repo: Repo,
  steps: readonly RebaseStep[],
  range: { readonly upstream: string | null; readonly onto: string | null; readonly head: string },
): Promise<RebaseStep[] | null> {
  const lines: string[] = [];
  for (const step of steps)
    lines.push(stepLine({ ...step, oid: step.oid === null ? null : await shortOid(repo, step.oid) }));
  const short = (oid: string | null) => (oid === null ? '' : shortOid(repo, oid));
  const about = `\n# Rebase ${await short(range.upstream)}..${await short(range.head)} onto ${await short(range.onto)} (${steps.length} command${steps.length === 1 ? '' : 's'})\n${listHelp}`;
  const text = await edited(git, repo, 'rebase-merge/git-rebase-todo', `${lines.join('\n')}\n${about}`, true);
  await removeState(repo, 'rebase-merge');
  if (text === null) {
    await git.warn('error: there is no editor in this guest: give one in GIT_SEQUENCE_EDITOR\n');
    return null;
  }
  const chosen: RebaseStep[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const step = parseStep(line);
    const oid = step?.oid ? await resolveRevision(git, repo, step.oid) : null;
    if (!step || (step.oid !== null && oid === null)) {
      await git.warn(
        `error: invalid line ${at + 1}: ${line}\nYou can fix this with 'git rebase --edit-todo' and then run 'git rebase --continue'.\nOr you can abort the rebase with 'git rebase --abort'.\n`,
      );
      return null;
    }
    chosen.push({ ...step, oid });
  }
  const [first] = chosen;
  if (first?.verb === 'squash' || first?.verb === 'fixup') {
    await git.warn(`error: cannot '${first.verb}' without a previous commit\n`);
    return null;
  }
  return chosen;
}

const listHelp = `#
# Commands:
# p, pick <commit> = use commit
# r, reword <commit> = use commit, but edit the commit message
# e, edit <commit> = use commit, but stop for amending
# s, squash <commit> = use commit, but meld into previous commit
# f, fixup <commit> = like "squash" but keep only the previous commit's log message
# x, exec <command> = run command (the rest of the line) using shell
# b, break = stop here (continue rebase later with 'git rebase --continue')
# d, drop <commit> = remove commit
#
# These lines can be re-ordered; they are executed from top to bottom.
#
# If you remove a line here THAT COMMIT WILL BE LOST.
#
# However, if you remove everything, the rebase will be aborted.
#
`;
