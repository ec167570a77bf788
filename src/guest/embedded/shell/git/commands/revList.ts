import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit, readTree } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from '../history/abbreviations.ts';
import { formatCommit } from '../history/format.ts';
import { revisionsAndPaths } from '../history/revisions.ts';
import { walkHistory } from '../history/walk.ts';
import { endWords, walkEnds } from '../history/walkEnds.ts';
import { logFormat } from './log.ts';
import { commitFilter } from './logFilter.ts';
import { pathVisitor } from './logPaths.ts';
import { sideMarks } from './logSides.ts';

const table = new OptionTable(
  'rev-list',
  `${endWords} count n,max-count= no-merges merges first-parent reverse topo-order date-order since= after= until= before= author= committer= grep= i,regexp-ignore-case E,extended-regexp F,fixed-strings invert-grep S= G= <max-count> objects left-right left-only right-only parents skip= format= pretty=? oneline no-commit-header commit-header abbrev-commit no-abbrev-commit date= max-parents= min-parents= q,quiet timestamp no-notes author-date-order no-walk=? boundary ancestry-path header cherry-pick cherry cherry-mark disk-usage=? all-match abbrev=? full-history simplify-merges simplify-by-decoration reflog no-object-names object-names in-commit-order regexp-ignore-case unpacked filter= use-bitmap-index progress=? children expand-tabs=? decorate=? source encoding=`,
);

export async function revList(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { revisions, paths } = await revisionsAndPaths(git, repo, given);
  if (revisions.length === 0 && !given.has('all', 'branches', 'tags', 'remotes'))
    throw new GitFailure('usage: git rev-list [<options>] <commit>... [--] [<path>...]\n', 129);
  const { included, excluded } = await walkEnds(git, repo, revisions, given);
  const mark = await sideMarks(git, repo, revisions, given);
  const isWanted = commitFilter(git, repo, given);
  const most = given.count('max-count', Number.POSITIVE_INFINITY);
  let skip = given.count('skip', 0);
  const found: Commit[] = [];
  const walk = walkHistory(repo, included, excluded, {
    firstParent: given.has('first-parent'),
    topological: given.has('topo-order'),
    ...(paths.isEmpty ? {} : { visit: pathVisitor(repo, paths) }),
  });
  for await (const commit of walk) {
    if (found.length >= most) break;
    if (given.has('left-only') && mark(commit.oid) !== '<') continue;
    if (given.has('right-only') && mark(commit.oid) !== '>') continue;
    if (!(await isWanted(commit)) || skip-- > 0) continue;
    found.push(commit);
  }
  if (given.has('count')) {
    const left = found.filter(({ oid }) => mark(oid) === '<').length;
    git.print(given.has('left-right') ? `${left}\t${found.length - left}\n` : `${found.length}\n`);
    return 0;
  }
  if (given.has('reverse')) found.reverse();
  if (given.has('quiet')) return 0;
  const format = logFormat(git, repo, given, null);
  const isFormatted = given.has('format', 'pretty', 'oneline');
  for (const commit of found) {
    const sign = given.has('left-right') ? mark(commit.oid) : '';
    const name = given.has('abbrev-commit') ? await shortOid(repo, commit.oid) : commit.oid;
    const parents = given.has('parents') ? commit.parents.map((parent) => ` ${parent}`).join('') : '';
    const time = given.has('timestamp') ? `${commit.committer.seconds} ` : '';
    if (!isFormatted) git.print(`${time}${sign}${name}${parents}\n`);
    else {
      const isUser = format.kind === 'user';
      if (isUser && !given.has('no-commit-header')) git.print(`commit ${sign}${name}${parents}\n`);
      git.print(`${await formatCommit(repo, commit, format)}\n`);
      if (!isUser && format.kind !== 'oneline') git.print('\n');
    }
    await git.drain();
  }
  if (given.has('objects')) await printObjects(git, repo, found, excluded);
  return 0;
}

/** Trees and blobs of the commits, each once, without those of what is excluded. */
async function printObjects(
  git: GitCall,
  repo: Repo,
  commits: readonly Commit[],
  excluded: readonly string[],
): Promise<void> {
  const seen = new Set<string>();
  const visit = async (oid: string, path: string, shows: boolean): Promise<void> => {
    if (seen.has(oid)) return;
    seen.add(oid);
    if (shows) git.print(`${oid} ${path}\n`);
    for (const entry of await readTree(repo, oid)) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.mode === '040000') await visit(entry.oid, below, shows);
      else if (entry.mode !== '160000' && !seen.has(entry.oid)) {
        seen.add(entry.oid);
        if (shows) git.print(`${entry.oid} ${below}\n`);
      }
    }
  };
  for (const oid of excluded) await visit((await readCommit(repo, oid)).tree, '', false);
  for (const { tree } of commits) await visit(tree, '', true);
}
