import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit } from '../base/objects.ts';
import { subjectOf } from '../base/people.ts';
import { allRefs, attachHead, detachHead, logMove, readHead, refOid, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { changesBetween, pathOf } from '../diff/changes.ts';
import { shortOid } from '../history/abbreviations.ts';
import { trackingOf, trackingWords } from '../history/state.ts';
import { reachable } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo, goFromTo, obstaclesTo } from '../index/update.ts';
import { trackedNow } from '../index/worktree.ts';
import { holderOf } from '../worktrees/linked.ts';

/** Where HEAD shall stand: a branch, new or not, or a commit. */
export interface Target {
  readonly branch: string | null;
  readonly oid: string | null;
  /** As the user named it, for the log of HEAD. */
  readonly name: string;
  /** `new` or `reset` where the branch is made by this. */
  readonly makes?: 'new' | 'reset';
}

export interface SwitchOptions {
  readonly force: boolean;
  readonly quiet: boolean;
  readonly advises: boolean;
}

const list = (paths: readonly string[]) => paths.map((path) => `\t${path}\n`).join('');

/** What git says where going on would lose something; `verb` is what was about to happen. */
export function refuseOverwrite(
  { changed, untracked }: { readonly changed: readonly string[]; readonly untracked: readonly string[] },
  verb: 'checkout' | 'merge',
): void {
  if (changed.length === 0 && untracked.length === 0) return;
  const before = verb === 'checkout' ? 'switch branches' : 'merge';
  let text = '';
  if (changed.length > 0) {
    text += `error: Your local changes to the following files would be overwritten by ${verb}:\n${list(changed)}Please commit your changes or stash them before you ${before}.\n`;
  }
  if (untracked.length > 0) {
    text += `error: The following untracked working tree files would be overwritten by ${verb}:\n${list(untracked)}Please move or remove them before you ${before}.\n`;
  }
  throw new GitFailure(`${text}Aborting\n`, 1);
}

/** Moves HEAD, index and work tree to a target, with the words that `checkout` and `switch` share. */
export async function switchTo(
  git: GitCall,
  repo: Repo,
  target: Target,
  options: SwitchOptions,
): Promise<number> {
  const holder = target.branch === null ? null : await holderOf(git, repo, target.branch);
  if (holder) die(`'${target.branch}' is already checked out at '${holder.path}'`);
  const index = await GitIndex.read(repo);
  if (index.conflicts.length > 0 && !options.force) {
    const names = index.conflicts.map((path) => `${path}: needs merge\n`).join('');
    git.print(names);
    throw new GitFailure('error: you need to resolve your current index first\n', 1);
  }
  const head = await readHead(repo);
  const from = await flattenTree(repo, head.oid);
  const to = await flattenTree(repo, target.oid);
  if (options.force) await forceTo(repo, index, to);
  else if (target.oid !== head.oid) {
    refuseOverwrite(await obstaclesTo(repo, index, from, to), 'checkout');
    await goFromTo(repo, index, from, to);
  }
  await index.write(repo);
  if (target.makes && target.branch !== null && target.oid !== null) {
    await writeRef(repo, `refs/heads/${target.branch}`, target.oid);
  }
  const existed = target.branch !== null && !target.makes;
  if (target.branch === null) await detachHead(repo, target.oid ?? '');
  else await attachHead(repo, target.branch);
  const moves = head.branch !== null || target.branch !== null || head.oid !== target.oid;
  if (target.oid !== null && moves) {
    const left = head.branch ?? head.oid ?? 'HEAD';
    await logMove(git, repo, {
      from: head.oid,
      to: target.oid,
      message: `checkout: moving from ${left} to ${target.name}`,
    });
  }
  if (options.quiet) return 0;
  await printLocalChanges(git, repo, index, target.oid);
  await git.flush();
  if (target.branch === null) {
    if (head.branch !== null && options.advises) await git.warn(detachedAdvice(target.name));
    else if (head.branch === null) await leaving(git, repo, head.oid, target.oid);
    await git.warn(
      `HEAD is now at ${await shortOid(repo, target.oid!)} ${subjectOf((await readCommit(repo, target.oid!)).message)}\n`,
    );
    return 0;
  }
  if (head.branch === null) await leaving(git, repo, head.oid, target.oid);
  if (existed && head.branch === target.branch) await git.warn(`Already on '${target.branch}'\n`);
  else if (existed) await git.warn(`Switched to branch '${target.branch}'\n`);
  else
    await git.warn(
      `${target.makes === 'reset' ? 'Switched to and reset branch' : 'Switched to a new branch'} '${target.branch}'\n`,
    );
  const tracking = existed ? await trackingOf(git, repo, target.branch) : null;
  if (tracking) git.print(trackingWords(tracking));
  return 0;
}

/** What stays changed across the switch, in one letter each. */
async function printLocalChanges(
  git: GitCall,
  repo: Repo,
  index: GitIndex,
  oid: string | null,
): Promise<void> {
  if (oid === null) return;
  const { tree: now } = await trackedNow(repo, index);
  for (const change of changesBetween(await flattenTree(repo, oid), now))
    git.print(`${change.status}\t${pathOf(change)}\n`);
}

/** Says what is left behind when a detached HEAD moves away from commits that no ref reaches. */
async function leaving(git: GitCall, repo: Repo, from: string | null, to: string | null): Promise<void> {
  if (from === null || from === to) return;
  const kept = await reachable(repo, [
    ...(await allRefs(repo)).map(([, oid]) => oid),
    ...(to === null ? [] : [to]),
  ]);
  const { oid, message } = await readCommit(repo, from);
  const short = await shortOid(repo, oid);
  if (kept.has(from)) {
    await git.warn(`Previous HEAD position was ${short} ${subjectOf(message)}\n`);
    return;
  }
  const lost: string[] = [];
  for (const each of await reachable(repo, [from])) {
    if (!kept.has(each))
      lost.push(`  ${await shortOid(repo, each)} ${subjectOf((await readCommit(repo, each)).message)}\n`);
  }
  const [one, it] = lost.length === 1 ? ['1 commit', 'it'] : [`${lost.length} commits`, 'them'];
  const shown = lost.slice(0, 4).join('') + (lost.length > 4 ? ` ... and ${lost.length - 4} more.\n` : '');
  await git.warn(
    `Warning: you are leaving ${one} behind, not connected to\nany of your branches:\n\n${shown}\nIf you want to keep ${it} by creating a new branch, this may be a good time\nto do so with:\n\n git branch <new-branch-name> ${short}\n\n`,
  );
}

export function detachedAdvice(name: string): string {
  return `Note: switching to '${name}'.

You are in 'detached HEAD' state. You can look around, make experimental
changes and commit them, and you can discard any commits you make in this
state without impacting any branches by switching back to a branch.

If you want to create a new branch to retain commits you create, you may
do so (now or later) by using -c with the switch command. Example:

  git switch -c <new-branch-name>

Or undo this operation with:

  git switch -

Turn off this advice by setting config variable advice.detachedHead to false

`;
}

export async function branchOid(repo: Repo, branch: string): Promise<string | null> {
  return refOid(repo, `refs/heads/${branch}`);
}
