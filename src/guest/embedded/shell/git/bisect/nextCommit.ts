import type { GitCall } from '../base/gitCall.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { writeState } from '../base/stateFiles.ts';
import { pathVisitor } from '../commands/logPaths.ts';
import { show } from '../commands/show.ts';
import { switchTo } from '../commands/switching.ts';
import { isAncestor, mergeBases, walkHistory } from '../history/walk.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { appendLog, type BisectState, bracketed } from './bisectState.ts';
import { halfwayOf, halfwayPast, stepsFor } from './halfway.ts';

/** How a step of the search ends: another commit waits for its test, the search is over, or it cannot go on. */
export type Outcome = 'goes on' | 'found' | 'only skipped left' | 'refused';

const some = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

async function goTo(git: GitCall, repo: Repo, oid: string): Promise<void> {
  await writeState(repo, 'BISECT_EXPECTED_REV', `${oid}\n`);
  await switchTo(git, repo, { branch: null, oid, name: oid }, { force: false, quiet: true, advises: false });
  git.print(`${await bracketed(repo, oid)}\n`);
}

/** Where a good commit is no ancestor of the bad one, what both come from must be good. */
async function mergeBaseToTest(
  git: GitCall,
  repo: Repo,
  state: BisectState,
  bad: string,
): Promise<Outcome | string | null> {
  for (const good of state.good) {
    if (await isAncestor(repo, good, bad)) continue;
    for (const base of await mergeBases(repo, [bad, good])) {
      if (base === bad) {
        const list = state.good.join(' ');
        await git.warn(
          state.terms.bad === 'bad'
            ? `The merge base ${bad} is bad.\nThis means the bug has been fixed between ${bad} and [${list}].\n`
            : `The merge base ${bad} is ${state.terms.bad}.\nThis means the first '${state.terms.good}' commit is between ${bad} and [${list}].\n`,
        );
        return 'refused';
      }
      if (state.good.includes(base)) continue;
      if (!state.skipped.includes(base)) return base;
      const list = state.good.join(' ');
      await git.warn(
        `warning: the merge base between ${bad} and [${list}] must be skipped.\nSo we cannot be sure the first ${state.terms.bad} commit is between ${base} and ${bad}.\nWe continue anyway.\n`,
      );
    }
  }
  return null;
}

async function candidates(git: GitCall, repo: Repo, state: BisectState, bad: string): Promise<Commit[]> {
  const paths = pathspecOf(git, repo, state.paths);
  const walk = walkHistory(repo, [bad], state.good, {
    firstParent: false,
    topological: false,
    ...(paths.isEmpty ? {} : { visit: pathVisitor(repo, paths) }),
  });
  const found: Commit[] = [];
  for await (const commit of walk) found.push(commit);
  return found;
}

/** Goes to the commit that is to be tested next, or says which one was the first bad one. */
export async function goToNext(git: GitCall, repo: Repo, state: BisectState): Promise<Outcome> {
  const { bad, good, terms } = state;
  if (bad === null || good.length === 0) {
    const words =
      bad === null && good.length === 0
        ? 'waiting for both good and bad commits'
        : bad !== null
          ? 'waiting for good commit(s), bad commit known'
          : `waiting for bad commit, ${some(good.length, 'good commit')} known`;
    git.print(`status: ${words}\n`);
    await appendLog(repo, `# status: ${words}\n`);
    return 'goes on';
  }
  const base = await mergeBaseToTest(git, repo, state, bad);
  if (base === 'refused') return base;
  if (base !== null) {
    git.print('Bisecting: a merge base must be tested\n');
    await goTo(git, repo, base);
    return 'goes on';
  }
  const commits = await candidates(git, repo, state, bad);
  const skips = state.skipped.length > 0;
  const { tried, next } = skips
    ? halfwayPast(commits, state.skipped, bad)
    : { tried: [], next: commits.length > 0 ? halfwayOf(commits) : null };
  if (next === null) {
    await git.warn(`No testable commit found.\nMaybe you started with bad path arguments?\n`);
    return 'refused';
  }
  if (next.oid === bad) {
    if (tried.length > 0) {
      git.print(
        `There are only 'skip'ped commits left to test.\nThe first ${terms.bad} commit could be any of:\n${[...tried, bad].map((oid) => `${oid}\n`).join('')}We cannot bisect more!\n`,
      );
      return 'only skipped left';
    }
    git.print(`${bad} is the first ${terms.bad} commit\n`);
    await appendLog(repo, `# first ${terms.bad} commit: ${await bracketed(repo, bad)}\n`);
    await show(git, ['--stat', '--summary', '--no-abbrev-commit', '--no-decorate', bad]);
    return 'found';
  }
  const left = commits.length - next.weight - 1;
  const steps = stepsFor(commits.length);
  git.print(
    `Bisecting: ${some(left, 'revision')} left to test after this (roughly ${some(steps, 'step')})\n`,
  );
  await goTo(git, repo, next.oid);
  return 'goes on';
}
