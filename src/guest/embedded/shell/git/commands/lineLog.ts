import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit, readObject } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { shownPath } from '../base/paths.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { unitsFromBytes, unitsFromText } from '../base/text.ts';
import { type Edit, editsBetween, linesOf } from '../diff/hunks.ts';
import { withRenames } from '../diff/renames.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import { formatCommit, type LogFormat } from '../history/format.ts';
import { entryAt } from '../history/revisions.ts';
import { walkHistory } from '../history/walk.ts';
import { belowRoot } from '../index/pathspec.ts';

/** Lines `[from, to)` of a file, counted from 0. */
interface LineRange {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

interface LineLog {
  readonly given: GivenOptions;
  readonly format: LogFormat;
  readonly included: readonly string[];
  readonly isWanted: (commit: Commit) => Promise<boolean>;
}

/** `git log -L`: the commits that changed some lines, each with what it did to them, followed back through renames. */
export async function lineLog(git: GitCall, repo: Repo, asked: LineLog): Promise<number> {
  const { given, format } = asked;
  const start = asked.included[0] ?? die('-L needs a commit to begin with');
  const waiting = new Map<string, readonly LineRange[]>();
  waiting.set(start, await Promise.all(given.values('L').map((text) => rangeOf(git, repo, start, text))));
  const most = given.count('max-count', Number.POSITIVE_INFINITY);
  let skip = given.count('skip', 0);
  let shown = 0;
  const found: string[] = [];
  const plain = { firstParent: given.has('first-parent'), topological: false };
  for await (const commit of walkHistory(repo, [start], [], plain)) {
    const ranges = waiting.get(commit.oid);
    if (!ranges) continue;
    if (shown >= most || !git.isRead) break;
    const text = await patchAndParents(repo, commit, ranges, waiting);
    if (text === '' || !(await asked.isWanted(commit)) || skip-- > 0) continue;
    shown++;
    const patch = given.has('no-patch') ? '' : `\n${text}`;
    found.push(`${unitsFromText(await formatCommit(repo, commit, format))}\n${patch}`);
  }
  if (given.has('reverse')) found.reverse();
  git.printUnits(found.join(format.kind === 'oneline' || format.kind === 'user' ? '' : '\n'));
  return 0;
}

/** What a commit did to the lines, empty where nothing; hands their places before it on to its parents. */
async function patchAndParents(
  repo: Repo,
  commit: Commit,
  ranges: readonly LineRange[],
  waiting: Map<string, readonly LineRange[]>,
): Promise<string> {
  const results = await Promise.all(
    (commit.parents.length > 0 ? commit.parents : [null]).map(async (parent) => {
      const traced = await Promise.all(ranges.map((range) => traceBack(repo, commit, parent, range)));
      return {
        parent,
        patch: traced.map(({ patch }) => patch).join(''),
        before: traced.flatMap(({ before }) => before ?? []),
      };
    }),
  );
  const untouched = results.find(({ patch }) => patch === '');
  for (const { parent, before } of untouched ? [untouched] : results) {
    if (parent === null || before.length === 0) continue;
    waiting.set(parent, [...(waiting.get(parent) ?? []), ...before]);
  }
  return untouched || commit.parents.length > 1 ? '' : (results[0]?.patch ?? '');
}

/** Where the lines were in a parent (null where they were not yet), and how they came out of that. */
async function traceBack(
  repo: Repo,
  commit: Commit,
  parent: string | null,
  range: LineRange,
): Promise<{ readonly patch: string; readonly before: LineRange | null }> {
  const now = (await linesAt(repo, commit.tree, range.path)) ?? [];
  const parentTree = parent === null ? null : (await readCommit(repo, parent)).tree;
  const oldPath = parentTree === null ? null : await pathBefore(repo, parentTree, commit.tree, range.path);
  const old = (parentTree !== null && oldPath !== null && (await linesAt(repo, parentTree, oldPath))) || [];
  const edits = editsBetween(old, now);
  const before = mappedBack(edits, range);
  const touching = edits.filter(({ nowFrom, nowTo }) => nowTo > range.from && nowFrom < range.to);
  const patch = touching.length === 0 ? '' : hunkOf(old, now, touching, range, before, oldPath);
  return {
    patch,
    before: oldPath === null || before.to <= before.from ? null : { ...before, path: oldPath },
  };
}

async function linesAt(repo: Repo, tree: string, path: string): Promise<string[] | null> {
  const oid = await entryAt(repo, tree, path);
  return oid === null ? null : linesOf(unitsFromBytes((await readObject(repo, oid)).bytes));
}

async function pathBefore(repo: Repo, old: string, now: string, path: string): Promise<string | null> {
  if ((await entryAt(repo, old, path)) !== null) return path;
  const changes = await withRenames(repo, await treeChanges(repo, old, now));
  return changes.find((change) => change.status === 'R' && change.now?.path === path)?.old?.path ?? null;
}

/** The lines of the old text that became `range`, with all of each block that was changed to be part of it. */
function mappedBack(edits: readonly Edit[], { from, to }: LineRange): { from: number; to: number } {
  const place = (line: number, isEnd: boolean): number => {
    let shift = 0;
    for (const { oldFrom, oldTo, nowFrom, nowTo } of edits) {
      const isInside = isEnd ? nowFrom < line && line <= nowTo : nowFrom <= line && line < nowTo;
      if (isInside) return isEnd ? oldTo : oldFrom;
      if (nowTo <= line && !(nowFrom === nowTo && isEnd && nowTo === line)) shift = oldTo - nowTo;
    }
    return line + shift;
  };
  return { from: place(from, false), to: place(to, true) };
}

function hunkOf(
  old: readonly string[],
  now: readonly string[],
  edits: readonly Edit[],
  range: LineRange,
  before: { readonly from: number; readonly to: number },
  oldPath: string | null,
): string {
  const oldName = oldPath === null ? '/dev/null' : shownPath(`a/${oldPath}`);
  const nowName = shownPath(`b/${range.path}`);
  const first = shownPath(`a/${oldPath ?? range.path}`);
  const oldStart = before.from === 0 && before.to === 0 ? 0 : before.from + 1;
  const places = `@@ -${oldStart},${before.to - before.from} +${range.from + 1},${range.to - range.from} @@`;
  const parts = [
    unitsFromText(`diff --git ${first} ${nowName}\n--- ${oldName}\n+++ ${nowName}\n${places}\n`),
  ];
  const add = (sign: string, line: string | undefined) => {
    if (line === undefined) return;
    parts.push(sign, line, line.endsWith('\n') ? '' : '\n\\ No newline at end of file\n');
  };
  let at = range.from;
  for (const edit of edits) {
    for (; at < edit.nowFrom; at++) add(' ', now[at]);
    for (let gone = edit.oldFrom; gone < edit.oldTo; gone++) add('-', old[gone]);
    for (; at < Math.min(edit.nowTo, range.to); at++) add('+', now[at]);
  }
  for (; at < range.to; at++) add(' ', now[at]);
  return parts.join('');
}

/** `10,20:FILE`, `/from/,/to/:FILE`, `5,+3:FILE` or `:NAME:FILE`. */
async function rangeOf(git: GitCall, repo: Repo, start: string, text: string): Promise<LineRange> {
  const match =
    /^:((?:[^:\\]|\\.)+):(.+)$/.exec(text) ?? /^((?:\/(?:[^/\\]|\\.)*\/|[^:/])+):(.+)$/.exec(text);
  if (!match) die(`-L argument not 'start,end:file' or ':funcname:file': ${text}`);
  const path = belowRoot(git.cwd, repo, match[2]!, git);
  const lines = await linesAt(repo, (await readCommit(repo, start)).tree, path);
  if (!lines) die(`There is no path ${path} in the commit`);
  if (text.startsWith(':')) return { path, ...functionRange(lines, match[1]!) };
  const [, first = '', last = ''] = /^(\/(?:[^/\\]|\\.)*\/|[^,]*)(?:,(.*))?$/.exec(match[1]!) ?? [];
  const from = first === '' ? 0 : lineOf(lines, first, 0) - 1;
  const relative = /^([+-])(\d+)$/.exec(last);
  if (from >= lines.length) die(`file ${path} has only ${lines.length} line${lines.length === 1 ? '' : 's'}`);
  if (!relative)
    return {
      path,
      from,
      to: last === '' ? lines.length : Math.min(lines.length, lineOf(lines, last, from + 1)),
    };
  const count = Number(relative[2]);
  if (relative[1] === '-') return { path, from: Math.max(0, from - count + 1), to: from + 1 };
  return { path, from, to: Math.min(lines.length, from + count) };
}

/** A line's number, counted from 1. */
function lineOf(lines: readonly string[], word: string, after: number): number {
  if (/^\d+$/.test(word)) return Number(word);
  const regexp = new RegExp(
    unitsFromText(/^\/(.*)\/$/.exec(word)?.[1] ?? die(`malformed -L argument '${word}'`)),
  );
  const found = lines.findIndex((line, at) => at >= after && regexp.test(line));
  if (found < 0) die(`-L parameter '${word.slice(1, -1)}' starting at line ${after + 1}: No match`);
  return found + 1;
}

/** From the line that begins a function of that name to the next one's. */
function functionRange(lines: readonly string[], name: string): { from: number; to: number } {
  const regexp = new RegExp(unitsFromText(name));
  const begins = (line: string) => /^[A-Za-z_$]/.test(line);
  const from = lines.findIndex((line) => begins(line) && regexp.test(line));
  if (from < 0) die(`-L parameter '${name}' starting at line 1: no match`);
  const next = lines.findIndex((line, at) => at > from && begins(line));
  return { from, to: next < 0 ? lines.length : next };
}
