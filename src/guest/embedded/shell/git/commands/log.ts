import { parseDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit, readTree, type TreeEntry } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import { allRefs, listBranches, listTags, readHead, refOid } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { diffWords } from '../diff/diffOptions.ts';
import { withRenames } from '../diff/renames.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import { type Decorations, readDecorations } from '../history/decorations.ts';
import { type LogFormat, parseDateStyle, parseFormat } from '../history/format.ts';
import { Graph } from '../history/graph.ts';
import { changesOf, LogPrinter } from '../history/logPrinter.ts';
import { commitOf, revisionsAndPaths } from '../history/revisions.ts';
import { mergeBases, reachable, type WalkOptions, walkHistory } from '../history/walk.ts';
import type { Pathspec } from '../index/pathspec.ts';
import { noteReader } from './notes.ts';

export const logWords =
  'oneline pretty=? format= abbrev-commit no-abbrev-commit date= decorate=? graph all branches=? tags=? remotes=? n,max-count= skip= since= after= until= before= author= committer= grep= i,regexp-ignore-case E,extended-regexp F,fixed-strings invert-grep merges no-merges first-parent reverse topo-order date-order follow <max-count> no-color L= show-signature m c cc full-history simplify-merges no-walk left-right left-only right-only cherry-pick cherry-mark parents no-decorate notes=? no-notes min-parents= max-parents= clear-decorations';

const table = new OptionTable('log', `${logWords} ${diffWords}`);

/** How commits are to be written, from the options of log and show. */
export function logFormat(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
  decorations: Decorations | null,
): LogFormat {
  const asked = given.value('format') === '' ? 'tformat:' : (given.value('format') ?? given.value('pretty'));
  const parsed = parseFormat(asked ?? (given.has('oneline') ? 'oneline' : 'medium'));
  let all: Promise<Decorations> | null = null;
  const asksForNotes =
    !given.has('no-notes', 'no-no-notes') && (asked === undefined || !/^oneline$/.test(asked));
  return {
    noteOf: asksForNotes ? noteReader(git, repo) : async () => null,
    markOf: () => '',
    ...parsed,
    abbreviates: (given.has('oneline') || given.has('abbrev-commit')) && !given.has('no-abbrev-commit'),
    dateStyle: parseDateStyle(given.value('date') ?? 'default'),
    nowSeconds: Math.floor(git.program.nowMs() / 1000),
    decorations,
    allDecorations: () => {
      all ??= readDecorations(repo);
      return all;
    },
  };
}

function boundary(git: GitCall, given: GivenOptions, ...keys: readonly string[]): number | null {
  const text = keys.map((key) => given.value(key)).find((value) => value !== undefined);
  if (text === undefined) return null;
  const nowSeconds = Math.floor(git.program.nowMs() / 1000);
  return parseDate(text, nowSeconds)?.seconds ?? die(`invalid date: ${text}`);
}

function matcher(given: GivenOptions, key: string): (text: string) => boolean {
  const patterns = given.values(key).map((pattern) => {
    const source = given.has('fixed-strings') ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : pattern;
    return new RegExp(source, given.has('regexp-ignore-case') ? 'im' : 'm');
  });
  return (text) => patterns.length === 0 || patterns.some((pattern) => pattern.test(text));
}

/** The starts of a walk and what it must not reach. */
export async function walkEnds(
  git: GitCall,
  repo: Repo,
  revisions: readonly string[],
  given: GivenOptions,
): Promise<{ readonly included: string[]; readonly excluded: string[] }> {
  const included: string[] = [];
  const excluded: string[] = [];
  for (const revision of revisions) {
    const range = /^(.*?)(\.\.\.?)(.*)$/.exec(revision);
    if (range) {
      const left = await commitOf(git, repo, range[1] || 'HEAD');
      const right = await commitOf(git, repo, range[3] || 'HEAD');
      included.push(right);
      if (range[2] === '..') excluded.push(left);
      else {
        included.unshift(left);
        excluded.push(...(await mergeBases(repo, [left, right])));
      }
    } else if (revision.startsWith('^')) excluded.push(await commitOf(git, repo, revision.slice(1)));
    else included.push(await commitOf(git, repo, revision));
  }
  const head = await readHead(repo);
  if (given.has('all')) {
    for (const [, oid] of await allRefs(repo)) included.push((await readCommit(repo, oid)).oid);
    if (head.oid !== null) included.push(head.oid);
  }
  if (given.has('branches'))
    for (const name of await listBranches(repo)) included.push((await refOid(repo, `refs/heads/${name}`))!);
  if (given.has('tags'))
    for (const name of await listTags(repo))
      included.push((await readCommit(repo, (await refOid(repo, `refs/tags/${name}`))!)).oid);
  if (included.length === 0 && !given.has('all')) {
    if (head.oid === null) die(`your current branch '${head.branch}' does not have any commits yet`);
    included.push(head.oid);
  }
  return { included: [...new Set(included)], excluded };
}

/** History simplified to what touches `paths`: a parent with the same contents there is the only one followed. */
export function pathVisitor(repo: Repo, paths: Pathspec): NonNullable<WalkOptions['visit']> {
  const isSame = async (a: string | null, b: string) =>
    a === b || (await treeChanges(repo, a, b, paths)).length === 0;
  return async (commit) => {
    if (commit.parents.length === 0) return { parents: [], shown: !(await isSame(null, commit.tree)) };
    for (const parent of commit.parents) {
      if (await isSame((await readCommit(repo, parent)).tree, commit.tree))
        return { parents: [parent], shown: false };
    }
    return { parents: commit.parents, shown: true };
  };
}

async function fileAt(repo: Repo, tree: string | null, path: string): Promise<TreeEntry | undefined> {
  let found: TreeEntry | undefined;
  let at = tree;
  for (const part of path.split('/')) {
    if (at === null) return undefined;
    found = (await readTree(repo, at)).find(({ name }) => name === part);
    at = found?.mode === '040000' ? found.oid : null;
  }
  return found;
}

/** History of one file, under the names that it had before. */
function renameFollower(repo: Repo, words: readonly string[]): NonNullable<WalkOptions['visit']> {
  let path = words[0] ?? '';
  return async (commit) => {
    const parent = commit.parents[0];
    const before = parent === undefined ? null : (await readCommit(repo, parent)).tree;
    const [old, now] = await Promise.all([before, commit.tree].map((tree) => fileAt(repo, tree, path)));
    if (old?.oid === now?.oid && old?.mode === now?.mode) return { parents: commit.parents, shown: false };
    if (!old) {
      const changes = await withRenames(repo, await treeChanges(repo, before, commit.tree));
      path = changes.find((change) => change.status === 'R' && change.now?.path === path)?.old?.path ?? path;
    }
    return { parents: commit.parents, shown: true };
  };
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
  const isMessage = matcher(given, 'grep');
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

/** On which side of `A...B` a commit is. */
export async function sideMarks(
  git: GitCall,
  repo: Repo,
  revisions: readonly string[],
  given: GivenOptions,
): Promise<(oid: string) => string> {
  if (!given.has('left-right', 'left-only', 'right-only')) return () => '';
  const range = revisions.map((each) => /^(.*?)\.\.\.(.*)$/.exec(each)).find((each) => each !== null);
  const left = range ? await reachable(repo, [await commitOf(git, repo, range[1] || 'HEAD')]) : new Set();
  return (oid) => (left.has(oid) ? '<' : '>');
}

export async function log(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { revisions, paths, words } = await revisionsAndPaths(git, repo, given);
  if (given.has('follow') && words.length !== 1) die('--follow requires exactly one pathspec');
  if (given.has('L'))
    die("log -L is not in this guest's git; git blame -L LINES FILE and git log -p -- FILE are");
  const { included, excluded } = await walkEnds(git, repo, revisions, given);
  const decorates = given.has('decorate') && !['no', 'false'].includes(given.value('decorate') ?? '');
  const format = {
    ...logFormat(git, repo, given, decorates ? await readDecorations(repo) : null),
    markOf: await sideMarks(git, repo, revisions, given),
  };
  const isWanted = commitFilter(git, repo, given);
  const most = given.count('max-count', Number.POSITIVE_INFINITY);
  let skip = given.count('skip', 0);
  const graph = given.has('graph') ? new Graph() : null;
  const walk = walkHistory(repo, included, excluded, {
    firstParent: given.has('first-parent'),
    topological: graph !== null || given.has('topo-order'),
    ...(paths.isEmpty
      ? {}
      : { visit: given.has('follow') ? renameFollower(repo, words) : pathVisitor(repo, paths) }),
  });
  const chosen: Commit[] = [];
  const printer = new LogPrinter(git, repo, given, format, paths, graph);
  let shown = 0;
  for await (const commit of walk) {
    if (shown >= most || !git.isRead) break;
    if (!(await isWanted(commit))) continue;
    if (skip-- > 0) continue;
    shown++;
    if (given.has('reverse')) chosen.push(commit);
    else await printer.print(commit);
  }
  for (const commit of chosen.reverse()) await printer.print(commit);
  return 0;
}
