import { parseDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import type { GivenOptions } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { changesOf } from '../history/logPrinter.ts';

function boundary(git: GitCall, given: GivenOptions, ...keys: readonly string[]): number | null {
  const text = keys.map((key) => given.value(key)).find((value) => value !== undefined);
  if (text === undefined) return null;
  const nowSeconds = Math.floor(git.program.nowMs() / 1000);
  return parseDate(text, nowSeconds)?.seconds ?? die(`invalid date: ${text}`);
}

function matcher(given: GivenOptions, key: string, needsAll = false): (text: string) => boolean {
  const patterns = given.values(key).map((pattern) => {
    const source = given.has('fixed-strings') ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : pattern;
    return new RegExp(source, given.has('regexp-ignore-case') ? 'im' : 'm');
  });
  return (text) =>
    patterns.length === 0 ||
    (needsAll
      ? patterns.every((pattern) => pattern.test(text))
      : patterns.some((pattern) => pattern.test(text)));
}

async function pickaxe(repo: Repo, commit: Commit, given: GivenOptions): Promise<boolean> {
  if (!given.has('S', 'G')) return true;
  return (await changesOf(repo, commit, given, null)).length > 0;
}

/** Which commits the options let pass, by who made them, when, and what they say and change. */
export function commitFilter(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
): (commit: Commit) => Promise<boolean> {
  const since = boundary(git, given, 'since', 'after');
  const until = boundary(git, given, 'until', 'before');
  const isAuthor = matcher(given, 'author');
  const isCommitter = matcher(given, 'committer');
  const isMessage = matcher(given, 'grep', given.has('all-match'));
  return async (commit) => {
    const { author, committer, parents, message } = commit;
    if (since !== null && committer.seconds < since) return false;
    if (until !== null && committer.seconds > until) return false;
    if (given.has('merges') && parents.length < 2) return false;
    if (given.has('no-merges') && parents.length > 1) return false;
    if (parents.length > given.count('max-parents', Number.POSITIVE_INFINITY)) return false;
    if (parents.length < given.count('min-parents', 0)) return false;
    if (
      !isAuthor(`${author.name} <${author.email}>`) ||
      !isCommitter(`${committer.name} <${committer.email}>`)
    )
      return false;
    return isMessage(message) !== given.has('invert-grep') && pickaxe(repo, commit, given);
  };
}
