import { parseDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit, readTree, type TreeEntry } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { diffWords } from '../diff/diffOptions.ts';
import { withRenames } from '../diff/renames.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import { shortOid } from '../history/abbreviations.ts';
import { type Decorations, readDecorations } from '../history/decorations.ts';
import { type LogFormat, parseDateStyle, parseFormat } from '../history/format.ts';
import { Graph } from '../history/graph.ts';
import { changesOf, LogPrinter } from '../history/logPrinter.ts';
import { commitOf, revisionsAndPaths } from '../history/revisions.ts';
import { reachable, type WalkOptions, walkHistory } from '../history/walk.ts';
import { endWords, type WalkEnds, walkEnds } from '../history/walkEnds.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { globSource } from '../index/glob.ts';
import { type Pathspec, pathspecOf } from '../index/pathspec.ts';
import { changeText } from '../sequence/rebase.ts';
import { lineLog } from './lineLog.ts';
import { logOfRef } from './logOfRef.ts';
import { describedIfAny } from './names.ts';
import { noteReader } from './notes.ts';

export const logWords =
  'oneline pretty=? format= abbrev-commit no-abbrev-commit date= decorate=? graph n,max-count= skip= since= after= until= before= author= committer= grep= i,regexp-ignore-case E,extended-regexp F,fixed-strings invert-grep merges no-merges first-parent reverse topo-order date-order follow <max-count> no-color L= show-signature m c cc full-history simplify-merges no-walk=? left-right left-only right-only cherry-pick cherry-mark parents no-decorate notes=? no-notes min-parents= max-parents= clear-decorations no-clear-decorations all-match author-date-order children decorate-refs= decorate-refs-exclude= source diff-merges= no-diff-merges boundary g,walk-reflogs simplify-by-decoration ancestry-path encoding= merge expand-tabs=? no-expand-tabs date-order use-mailmap no-use-mailmap log-size dense sparse remove-empty reflog';

const table = new OptionTable('log', `${logWords} ${endWords} ${diffWords}`);

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
    sourceOf: () => '',
    relatives: async () => '',
    describe: (oid) => describedIfAny(repo, oid),
    abbrev: given.has('no-abbrev', 'no-no-abbrev') ? 40 : given.count('abbrev', 7),
    ...parsed,
    abbreviates:
      (given.has('oneline') && !given.has('no-abbrev', 'no-no-abbrev')) ||
      (given.has('abbrev-commit') && !given.has('no-abbrev-commit', 'no-no-abbrev-commit')),
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

/** `--merge`: what led to the conflict that is under way, of both sides. */
async function mergeSides(
  git: GitCall,
  repo: Repo,
): Promise<{ readonly revisions: string[]; readonly paths: readonly string[] }> {
  const other = (await git.textOf(`${repo.gitDir}/MERGE_HEAD`))?.trim();
  if (!other) die('--merge without MERGE_HEAD?');
  const { conflicts } = await GitIndex.read(repo);
  return { revisions: [`HEAD...${other}`], paths: conflicts.map((path) => `:/${path}`) };
}

/** On which side of `A...B` a commit is. */
export async function sideMarks(
  git: GitCall,
  repo: Repo,
  revisions: readonly string[],
  given: GivenOptions,
): Promise<(oid: string) => string> {
  if (!given.has('left-right', 'left-only', 'right-only', 'cherry-pick')) return () => '';
  const range = revisions.map((each) => /^(.*?)\.\.\.(.*)$/.exec(each)).find((each) => each !== null);
  const left = range ? await reachable(repo, [await commitOf(git, repo, range[1] || 'HEAD')]) : new Set();
  return (oid) => (left.has(oid) ? '<' : '>');
}

/** What stands behind a commit's name: of its parents, or of the commits that have it as a parent. */
async function relativesOf(
  repo: Repo,
  format: LogFormat,
  given: GivenOptions,
  commits: () => Promise<readonly Commit[]>,
): Promise<LogFormat['relatives']> {
  const named = async (oids: readonly string[]) => {
    const names = await Promise.all(
      oids.map((oid) => (format.abbreviates ? shortOid(repo, oid, format.abbrev) : oid)),
    );
    return names.map((name) => ` ${name}`).join('');
  };
  if (given.has('parents')) return (commit) => named(commit.parents);
  if (!given.has('children')) return async () => '';
  const children = new Map<string, string[]>();
  for (const { oid, parents } of await commits())
    for (const parent of parents) children.set(parent, [oid, ...(children.get(parent) ?? [])]);
  return ({ oid }) => named(children.get(oid) ?? []);
}

/** What each commit was reached from: the first word or ref in whose history it is. */
async function sourcesOf(repo: Repo, { included, sources }: WalkEnds): Promise<(oid: string) => string> {
  const found = new Map<string, string>();
  const plain = { firstParent: false, topological: false };
  for (const oid of included) {
    const word = sources.get(oid) ?? '';
    if (!found.has(oid)) found.set(oid, word);
  }
  for await (const { oid, parents } of walkHistory(repo, included, [], plain)) {
    for (const parent of parents) if (!found.has(parent)) found.set(parent, found.get(oid) ?? '');
  }
  return (oid) => found.get(oid) ?? '';
}

/** Of the commits of a walk those on a way from what it leaves out to where it starts. */
async function onAncestryPath(
  repo: Repo,
  walked: readonly Commit[],
  bottoms: readonly string[],
): Promise<Set<string>> {
  const known = new Set(await Promise.all(bottoms.map(async (oid) => (await readCommit(repo, oid)).oid)));
  const found = new Set<string>();
  for (let grows = true; grows; ) {
    grows = false;
    for (const { oid, parents } of walked) {
      if (found.has(oid) || !parents.some((parent) => known.has(parent) || found.has(parent))) continue;
      found.add(oid);
      grows = true;
    }
  }
  return found;
}

/** Which commits a walk goes through and shows, by the paths and simplifications that were asked for. */
async function visitorFor(
  repo: Repo,
  given: GivenOptions,
  paths: Pathspec,
  words: readonly string[],
): Promise<WalkOptions['visit']> {
  if (given.has('no-walk')) return async () => ({ parents: [], shown: true });
  if (given.has('simplify-by-decoration')) {
    const decorated = await readDecorations(repo);
    return async ({ oid, parents }) => ({ parents, shown: decorated.has(oid) || parents.length === 0 });
  }
  if (paths.isEmpty) return undefined;
  return given.has('follow') ? renameFollower(repo, words) : pathVisitor(repo, paths);
}

async function decorationsFor(git: GitCall, repo: Repo, given: GivenOptions): Promise<Decorations | null> {
  const asked =
    given.value('decorate') ??
    (given.has('no-decorate', 'no-no-decorate') ? 'no' : ((await git.config('log.decorate')) ?? 'no'));
  if (['no', 'false', 'auto'].includes(asked)) return null;
  const wanted = given.values('decorate-refs').map(decorationMatcher);
  const unwanted = given.values('decorate-refs-exclude').map(decorationMatcher);
  return readDecorations(repo, {
    isFull: asked === 'full',
    isWanted: (ref) =>
      (wanted.length === 0 || wanted.some((each) => each.test(ref))) &&
      !unwanted.some((each) => each.test(ref)),
  });
}

function decorationMatcher(pattern: string): RegExp {
  return new RegExp(`^(?:refs/(?:heads/|tags/|remotes/)?)?${globSource(pattern, true)}(?:/.*)?$`);
}

export async function log(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args.map((arg) => arg.replace(/^-L(?=.)/, '--L=')));
  const repo = await git.repo();
  const { revisions, paths, words } = await revisionsAndPaths(git, repo, given);
  if (given.has('follow') && words.length !== 1) die('--follow requires exactly one pathspec');
  const plain = logFormat(git, repo, given, await decorationsFor(git, repo, given));
  const isWanted = commitFilter(git, repo, given);
  if (given.has('walk-reflogs'))
    return logOfRef(git, repo, { given, revisions, paths, format: plain, isWanted });
  const conflict = given.has('merge') ? await mergeSides(git, repo) : null;
  const ends = await walkEnds(git, repo, conflict?.revisions ?? revisions, given);
  const { included, excluded } = ends;
  const graph = given.has('graph') ? new Graph() : null;
  const part = conflict && paths.isEmpty ? pathspecOf(git, repo, conflict.paths) : paths;
  const visit = await visitorFor(repo, given, part, words);
  const walk = () =>
    walkHistory(repo, included, excluded, {
      firstParent: given.has('first-parent'),
      topological: graph !== null || given.has('topo-order') || given.has('author-date-order', 'date-order'),
      byDate: given.has('author-date-order') ? 'author' : given.has('date-order') ? 'committer' : null,
      ...(visit ? { visit } : {}),
    });
  const walked = async () => {
    const all: Commit[] = [];
    for await (const commit of walk()) all.push(commit);
    return all;
  };
  const sideMark = await sideMarks(git, repo, revisions, given);
  const bounds = new Set<string>();
  const format: LogFormat = {
    ...plain,
    markOf: (oid) => (bounds.has(oid) ? '-' : given.has('left-right') ? sideMark(oid) : ''),
    sourceOf: given.has('source') || plain.template.includes('%S') ? await sourcesOf(repo, ends) : () => '',
    relatives: await relativesOf(repo, plain, given, walked),
  };
  const onPath = given.has('ancestry-path') ? await onAncestryPath(repo, await walked(), excluded) : null;
  if (given.has('L')) return lineLog(git, repo, { given, format, included, isWanted });
  const picked = await equalToOtherSide(repo, given, sideMark, walked);
  const most = given.count('max-count', Number.POSITIVE_INFINITY);
  let skip = given.count('skip', 0);
  const chosen: Commit[] = [];
  const printer = new LogPrinter(git, repo, given, format, part, graph);
  const edges = new Set<string>();
  let shown = 0;
  for await (const commit of walk()) {
    if (shown >= most || !git.isRead) break;
    if ((onPath && !onPath.has(commit.oid)) || picked.has(commit.oid)) continue;
    if (given.has('left-only') && sideMark(commit.oid) !== '<') continue;
    if (given.has('right-only') && sideMark(commit.oid) !== '>') continue;
    if (!(await isWanted(commit))) continue;
    if (skip-- > 0) continue;
    shown++;
    if (given.has('boundary')) for (const parent of commit.parents) edges.add(parent);
    if (given.has('reverse')) chosen.push(commit);
    else await printer.print(commit);
  }
  for (const commit of chosen.reverse()) await printer.print(commit);
  if (given.has('boundary')) {
    const hidden = await reachable(repo, excluded);
    const last = [...new Set([...edges, ...included])].filter((oid) => hidden.has(oid));
    for (const oid of last) bounds.add(oid);
    const commits = await Promise.all(last.map((oid) => readCommit(repo, oid)));
    for (const commit of commits.sort((a, b) => b.committer.seconds - a.committer.seconds))
      await printer.print(commit);
  }
  return given.has('exit-code') && shown > 0 ? 1 : 0;
}

/** `--cherry-pick`: commits of one side whose change the other side has too. */
async function equalToOtherSide(
  repo: Repo,
  given: GivenOptions,
  sideOf: (oid: string) => string,
  walked: () => Promise<readonly Commit[]>,
): Promise<ReadonlySet<string>> {
  if (!given.has('cherry-pick', 'cherry')) return new Set();
  const sides = new Map<string, Set<string>>();
  const all: { readonly oid: string; readonly text: string }[] = [];
  for (const commit of await walked()) {
    if (commit.parents.length !== 1) continue;
    const text = await changeText(repo, commit);
    all.push({ oid: commit.oid, text });
    sides.set(text, (sides.get(text) ?? new Set()).add(sideOf(commit.oid)));
  }
  return new Set(all.filter(({ text }) => sides.get(text)!.size > 1).map(({ oid }) => oid));
}
