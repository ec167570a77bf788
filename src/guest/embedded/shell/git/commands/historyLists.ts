import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { byPath } from '../base/paths.ts';
import { readReflog } from '../base/refs.ts';
import { commitOf } from '../history/revisions.ts';
import { isAncestor, mergeBases, walkHistory } from '../history/walk.ts';
import { endWords, walkEnds } from '../history/walkEnds.ts';
import { log } from './log.ts';

export async function mergeBase(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('merge-base', 'is-ancestor a,all octopus fork-point independent').parse(args);
  const repo = await git.repo();
  const [first, second] = [given.operands[0] ?? 'HEAD', given.operands[1] ?? 'HEAD'];
  const [a, b] = [await commitOf(git, repo, first), await commitOf(git, repo, second)];
  if (given.has('is-ancestor')) return (await isAncestor(repo, a, b)) ? 0 : 1;
  const bases = await mergeBases(repo, [a, b]);
  for (const base of given.has('all') ? bases : bases.slice(0, 1)) git.print(`${base}\n`);
  return bases.length > 0 ? 0 : 1;
}

export async function reflog(git: GitCall, args: readonly string[]): Promise<number> {
  const [first = 'show', ...rest] = args;
  const repo = await git.repo();
  if (first === 'exists') {
    const lines = await readReflog(git, repo, rest[0] ?? '');
    return lines.length > 0 ? 0 : 1;
  }
  if (first === 'expire' || first === 'delete')
    throw new GitFailure(
      `git: 'reflog ${first}' is not in this guest's git; a log goes with its branch.\n`,
      1,
    );
  return log(git, ['-g', '--abbrev-commit', '--pretty=oneline', ...(first === 'show' ? rest : args)]);
}

export async function shortlog(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('shortlog', `s,summary n,numbered e,email no-merges ${endWords}`).parse(args);
  const repo = await git.repo();
  const { included, excluded } = await walkEnds(git, repo, given.operands, given);
  const subjects = new Map<string, string[]>();
  for await (const { oid, parents } of walkHistory(repo, included, excluded, {
    firstParent: false,
    topological: false,
  })) {
    if (given.has('no-merges') && parents.length > 1) continue;
    const { author, message } = await readCommit(repo, oid);
    const who = given.has('email') ? `${author.name} <${author.email}>` : author.name;
    subjects.set(who, [message.split('\n')[0] ?? '', ...(subjects.get(who) ?? [])]);
  }
  printShortlog(git, subjects, given);
  return 0;
}

/** Subjects by author, from the oldest on, as `shortlog` lists them. */
export function shortlogText(commits: readonly (readonly [author: string, subject: string])[]): string {
  const subjects = new Map<string, string[]>();
  for (const [author, subject] of commits) subjects.set(author, [...(subjects.get(author) ?? []), subject]);
  const rows = [...subjects].sort(([a], [b]) => byPath(a, b));
  return rows
    .map(([who, list]) => `${who} (${list.length}):\n${list.map((each) => `  ${each}\n`).join('')}\n`)
    .join('');
}

function printShortlog(
  git: GitCall,
  subjects: ReadonlyMap<string, readonly string[]>,
  given: GivenOptions,
): void {
  const rows = [...subjects].sort(
    ([a, x], [b, y]) => (given.has('numbered') ? y.length - x.length : 0) || byPath(a, b),
  );
  for (const [who, list] of rows) {
    if (given.has('summary')) git.print(`${String(list.length).padStart(6)}\t${who}\n`);
    else git.print(`${who} (${list.length}):\n${list.map((subject) => `      ${subject}\n`).join('')}\n`);
  }
}
