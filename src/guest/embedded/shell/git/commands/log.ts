import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { diffWords } from '../diff/diffOptions.ts';
import { type Decorations, readDecorations } from '../history/decorations.ts';
import { type LogFormat, parseDateStyle, parseFormat } from '../history/format.ts';
import { Graph } from '../history/graph.ts';
import { LogPrinter } from '../history/logPrinter.ts';
import { revisionsAndPaths } from '../history/revisions.ts';
import { reachable, walkHistory } from '../history/walk.ts';
import { endWords, walkEnds } from '../history/walkEnds.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { globSource } from '../index/glob.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { lineLog } from './lineLog.ts';
import { commitFilter } from './logFilter.ts';
import { logOfRef } from './logOfRef.ts';
import { visitorFor } from './logPaths.ts';
import { equalToOtherSide, onAncestryPath, relativesOf, sideMarks, sourcesOf } from './logSides.ts';
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
