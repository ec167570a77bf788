import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { type Commit, subjectOf } from '../base/people.ts';
import { detachHead, logMove, readHead, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { checkout } from '../commands/checkout.ts';
import { changesBetween } from '../diff/changes.ts';
import { patchOf, plainPatch } from '../diff/patch.ts';
import { shortOid } from '../history/abbreviations.ts';
import { commitOf, resolveRevision, upstreamOf } from '../history/revisions.ts';
import { isAncestor, mergeBases } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { trackedNow } from '../index/worktree.ts';
import { changeOf, headTree } from './applyChange.ts';
import { autosquashed, chosenSteps } from './rebaseList.ts';
import { type RebaseStep, readRebase, saveRebase } from './rebaseState.ts';
import { runRebase } from './rebaseSteps.ts';
import { rebaseUnderWay } from './rebaseUnderWay.ts';
import { commitsAfter } from './todo.ts';

const table = new OptionTable(
  'rebase',
  'i,interactive onto= continue skip abort quit edit-todo show-current-patch root autosquash no-autosquash autostash no-autostash f,force-rebase no-ff keep-base x,exec= q,quiet v,verbose m,merge apply keep-empty empty= fork-point no-fork-point s,strategy= X,strategy-option= stat n,no-stat update-refs reapply-cherry-picks no-verify r,rebase-merges=? S,gpg-sign=? committer-date-is-author-date ignore-date reset-author-date',
);

export async function rebase(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const quiet = given.has('quiet');
  if (given.has('continue', 'skip', 'abort', 'quit', 'edit-todo', 'show-current-patch'))
    return rebaseUnderWay(git, repo, given, quiet);
  if ((await readRebase(git, repo)) !== null) {
    die(
      `It seems that there is already a rebase-merge directory, and\nI wonder if you are in the middle of another rebase.  If that is the\ncase, please try\n\tgit rebase (--continue | --abort | --skip)\nIf that is not the case, please\n\trm -fr "${repo.gitDir}/rebase-merge"\nand run me again.  I am stopping in case you still have something\nvaluable there.\n`,
    );
  }
  const [upstreamWord, branchWord] = given.has('root') ? [undefined, given.operands[0]] : given.operands;
  await refuseChanges(repo, 'rebase');
  if (branchWord !== undefined) {
    if ((await resolveRevision(git, repo, branchWord)) === null) die(`no such branch/commit '${branchWord}'`);
    const exitCode = await checkout(git, ['-q', branchWord]);
    if (exitCode !== 0) return exitCode;
  }
  const head = await readHead(repo);
  const headOid = head.oid ?? die('You do not have the initial commit yet');
  const name = given.has('root')
    ? null
    : (upstreamWord ?? (await upstreamOf(git, head.branch))?.shown ?? noUpstream(head.branch));
  const upstream = name === null ? null : await resolveRevision(git, repo, name);
  if (name !== null && upstream === null) die(`invalid upstream '${name}'`);
  const upstreamOid = upstream === null ? null : await commitOf(git, repo, name ?? '');
  const base = upstreamOid === null ? null : ((await mergeBases(repo, [upstreamOid, headOid]))[0] ?? null);
  const ontoWord = given.value('onto') ?? name;
  const range = /^(.*)\.\.\.(.*)$/.exec(ontoWord ?? '');
  const onto = range
    ? (
        await mergeBases(repo, [
          await commitOf(git, repo, range[1] || 'HEAD'),
          await commitOf(git, repo, range[2] || 'HEAD'),
        ])
      )[0]!
    : given.has('keep-base') && base !== null
      ? base
      : ontoWord === null
        ? null
        : await commitOf(git, repo, ontoWord);
  const isInteractive = given.has('interactive') || given.values('exec').length > 0;
  const isForced = given.has('force-rebase', 'no-ff') || isInteractive || onto === null;
  if (!isForced && base !== null && base === onto && (await isAncestor(repo, base, headOid))) {
    const isLinear = (await commitsAfter(repo, base, headOid)).every(({ parents }) => parents.length === 1);
    if (isLinear) {
      if (!quiet) git.print(`Current branch ${head.branch ?? 'HEAD'} is up to date.\n`);
      return 0;
    }
  }
  const commits = (await commitsAfter(repo, upstreamOid, headOid)).filter(
    ({ parents }) => parents.length < 2,
  );
  const wanted =
    upstreamOid === null || given.has('reapply-cherry-picks')
      ? commits
      : await withoutApplied(git, repo, commits, upstreamOid, headOid, base);
  let steps: RebaseStep[] = wanted.map(({ oid, message }) => ({
    verb: 'pick',
    oid,
    rest: subjectOf(message),
  }));
  if (given.has('autosquash') && isInteractive) steps = autosquashed(steps);
  for (const command of given.values('exec'))
    steps = steps.flatMap((step) => [step, { verb: 'exec' as const, oid: null, rest: command }]);
  if (given.has('interactive')) {
    const chosen = await chosenSteps(git, repo, steps, { upstream: upstreamOid, onto, head: headOid });
    if (chosen === null) return 1;
    steps = chosen;
    if (steps.length === 0) {
      await git.warn('error: nothing to do\n');
      return 1;
    }
  }
  const first = onto ?? steps[0]?.oid ?? headOid;
  await writeRef(repo, 'ORIG_HEAD', headOid);
  // From the very first commit on (`--root`) that one is where it begins.
  const [done, todo] = await standing(
    repo,
    steps,
    first,
    onto === null || !given.has('force-rebase', 'no-ff'),
  );
  const start = done.at(-1)?.oid ?? first;
  const index = await GitIndex.read(repo);
  await forceTo(repo, index, await flattenTree(repo, (await readCommit(repo, start)).tree));
  await index.write(repo);
  await detachHead(repo, start);
  await logMove(git, repo, {
    from: headOid,
    to: start,
    message: `rebase (start): checkout ${ontoWord ?? start}`,
  });
  await saveRebase(repo, { headName: head.ref, onto: first, origHead: headOid, done, todo });
  return runRebase(git, repo, quiet);
}

/** The picks in front that stand where they would be put, and the rest. */
async function standing(
  repo: Repo,
  steps: readonly RebaseStep[],
  onto: string,
  mayStay: boolean,
): Promise<[RebaseStep[], RebaseStep[]]> {
  let at = 0;
  for (let parent = onto; mayStay && at < steps.length; at++) {
    const { verb, oid } = steps[at]!;
    if (verb !== 'pick' || oid === null) break;
    if (oid !== onto && (await readCommit(repo, oid)).parents[0] !== parent) break;
    parent = oid;
  }
  // What melds into the last of them needs it to be the commit before.
  return [steps.slice(0, at), steps.slice(at)];
}

function noUpstream(branch: string | null): never {
  const setUp =
    branch === null
      ? ''
      : `If you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=<remote>/<branch> ${branch}\n\n`;
  throw new GitFailure(
    `There is no tracking information for the current branch.\nPlease specify which branch you want to rebase against.\nSee git-rebase(1) for details.\n\n    git rebase '<branch>'\n\n${setUp}`,
    1,
  );
}

/** Dies where tracked files have changed: they are not put aside by themselves (`--autostash`) here. */
export async function refuseChanges(repo: Repo, doing: 'rebase' | 'pull with rebase'): Promise<void> {
  const index = await GitIndex.read(repo);
  const { tree: now, refreshed } = await trackedNow(repo, index);
  if (refreshed) await index.write(repo);
  if (index.conflicts.length > 0) {
    throw new GitFailure(
      `${index.conflicts.map((path) => `${path}: needs merge\n`).join('')}error: cannot ${doing}: You have unstaged changes.\nerror: additionally, your index contains uncommitted changes.\nerror: Please commit or stash them.\n`,
      doing === 'rebase' ? 1 : 128,
    );
  }
  const unstaged = changesBetween(index.tree, now).length > 0;
  const staged = changesBetween(await headTree(repo), index.tree).length > 0;
  if (!unstaged && !staged) return;
  const text = unstaged
    ? `error: cannot ${doing}: You have unstaged changes.\n${staged ? 'error: additionally, your index contains uncommitted changes.\n' : ''}`
    : `error: cannot ${doing}: Your index contains uncommitted changes.\n`;
  const advice = doing === 'rebase' ? 'Please' : 'please';
  throw new GitFailure(`${text}error: ${advice} commit or stash them.\n`, doing === 'rebase' ? 1 : 128);
}

/** What a commit changes, without the places: equal where it was picked somewhere else. */
export async function changeText(repo: Repo, commit: Commit): Promise<string> {
  const { before, after } = await changeOf(repo, commit);
  const parts = await Promise.all(
    changesBetween(before, after).map((change) => patchOf(repo, change, plainPatch)),
  );
  return parts.join('').replace(/^(?:index|@@) .*$/gm, '');
}

async function withoutApplied(
  git: GitCall,
  repo: Repo,
  commits: readonly Commit[],
  upstream: string,
  head: string,
  base: string | null,
): Promise<Commit[]> {
  if (base === upstream) return [...commits];
  const theirs = new Set<string>();
  for (const commit of await commitsAfter(repo, head, upstream)) {
    if (commit.parents.length < 2) theirs.add(await changeText(repo, commit));
  }
  const left: Commit[] = [];
  let skipped = false;
  for (const commit of commits) {
    const text = await changeText(repo, commit);
    if (text === '' || !theirs.has(text)) left.push(commit);
    else {
      skipped = true;
      await git.warn(`warning: skipped previously applied commit ${await shortOid(repo, commit.oid)}\n`);
    }
  }
  if (skipped) {
    await git.warn(
      'hint: use --reapply-cherry-picks to include skipped commits\nhint: Disable this message with "git config advice.skippedCherryPicks false"\n',
    );
  }
  return left;
}
