import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readObject } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { relativeTo, shownPath } from '../base/paths.ts';
import { isBinary, unitsFromBytes, unitsFromText } from '../base/text.ts';
import { commitOf, isRevision } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { statIfAny, worktreeBytes } from '../index/worktree.ts';

const table = new OptionTable(
  'grep',
  'n,line-number i,ignore-case w,word-regexp l,name-only,files-with-matches L,files-without-match c,count o,only-matching A,after-context= B,before-context= C,context= <context> heading break column m,max-count= a,text E,extended-regexp F,fixed-strings P,perl-regexp G,basic-regexp v,invert-match e= I h q,quiet color=? no-color H full-name cached untracked r,recursive',
);

/** POSIX basic syntax with GNU's `\|`, `\+`, `\(`, as an expression of JavaScript. */
function basicSource(pattern: string): string {
  return pattern.replace(
    /\\([|+?(){}])|([|+?(){}])/g,
    (_all, escaped: string | undefined, plain: string | undefined) =>
      escaped === undefined ? `\\${plain}` : escaped,
  );
}

/** Looks through the tracked files as they are, or as a commit has them. */
export async function grep(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const words = [...given.operands];
  const patterns = given.has('e') ? given.values('e') : [words.shift() ?? die('no pattern given')];
  const sources = patterns.map((pattern) => {
    if (given.has('fixed-strings')) return pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return given.has('extended-regexp', 'perl-regexp') ? pattern : basicSource(pattern);
  });
  const joined = sources.map((source) => `(?:${unitsFromText(source)})`).join('|');
  const expression = new RegExp(
    given.has('word-regexp') ? `\\b(?:${joined})\\b` : joined,
    given.has('ignore-case') ? 'i' : '',
  );
  const beforeDashes = given.dashes === null ? null : given.dashes - (given.has('e') ? 0 : 1);
  const named = words[0] !== undefined && beforeDashes !== 0 && (await isRevision(git, repo, words[0]));
  const revision = named ? words.shift()! : null;
  const spec = pathspecOf(git, repo, words.length > 0 || repo.prefix === '' ? words : ['.']);
  const isStored = revision !== null || given.has('cached');
  const tree =
    revision === null
      ? (await GitIndex.read(repo)).tree
      : await flattenTree(repo, await commitOf(git, repo, revision));
  let found = false;
  for (const [path, entry] of tree) {
    if (!spec.matches(path) || (!isStored && (await statIfAny(repo, path))?.kind !== 'file')) continue;
    if (entry.mode === '160000') continue;
    const bytes = isStored ? (await readObject(repo, entry.oid)).bytes : await worktreeBytes(repo, path);
    const name = unitsFromText(
      `${revision === null ? '' : `${revision}:`}${shownPath(given.has('full-name') ? path : relativeTo(repo.prefix, path))}`,
    );
    const lines = unitsFromBytes(bytes).replace(/\n$/, '').split('\n');
    const isEmpty = bytes.length === 0;
    const all = isEmpty
      ? []
      : lines.flatMap((line, at) => (expression.test(line) !== given.has('invert-match') ? [at] : []));
    const most = given.count('max-count', -1);
    const hits = new Set(most < 0 ? all : all.slice(0, most));
    if (given.has('files-without-match')) {
      found ||= hits.size === 0;
      if (hits.size === 0) git.printUnits(`${name}\n`);
      continue;
    }
    if (hits.size === 0 || (isBinary(bytes) && given.has('I'))) continue;
    const isFirst = !found;
    found = true;
    if (given.has('quiet')) break;
    if (given.has('files-with-matches')) git.printUnits(`${name}\n`);
    else if (given.has('count')) git.printUnits(given.has('h') ? `${hits.size}\n` : `${name}:${hits.size}\n`);
    else if (isBinary(bytes) && !given.has('text')) git.printUnits(`Binary file ${name} matches\n`);
    else printHits(git, given, { name, lines, hits, expression, isFirst });
    await git.drain();
    if (!git.isRead) break;
  }
  return found ? 0 : 1;
}

interface FileHits {
  readonly name: string;
  readonly lines: readonly string[];
  /** Places of lines that match, from 0. */
  readonly hits: ReadonlySet<number>;
  readonly expression: RegExp;
  /** No file before it had any. */
  readonly isFirst: boolean;
}

/** Lines that match, with those around them that were asked for. */
function printHits(
  git: GitCall,
  given: GivenOptions,
  { name, lines, hits, expression, isFirst }: FileHits,
): void {
  const around = given.count('context', 0);
  const [before, after] = [given.count('before-context', around), given.count('after-context', around)];
  const hasContext = before > 0 || after > 0;
  const front = (at: number, sign: string, column: number | null) =>
    (given.has('h', 'heading') ? '' : name + sign) +
    (given.has('line-number') ? `${at + 1}${sign}` : '') +
    (given.has('column') && column !== null ? `${column + 1}${sign}` : '');
  if (!isFirst && given.has('break')) git.print('\n');
  if (given.has('heading')) git.printUnits(`${name}\n`);
  if (given.has('only-matching')) {
    const all = new RegExp(expression.source, `${expression.flags}g`);
    for (const at of hits) {
      // As in git, each column but the first counts from where the match before it ended.
      let [column, end]: [number | null, number] = [null, 0];
      for (const { 0: text, index } of lines[at]!.matchAll(all)) {
        column ??= index;
        git.printUnits(`${front(at, ':', column)}${text}\n`);
        column += index + text.length - end;
        end = index + text.length;
      }
    }
    return;
  }
  const shown = new Set<number>();
  for (const at of hits)
    for (let near = Math.max(0, at - before); near <= Math.min(lines.length - 1, at + after); near++)
      shown.add(near);
  // The first of a file is apart from what the file before showed.
  let isApart = !isFirst && !given.has('break');
  let last: number | null = null;
  for (const at of [...shown].sort((a, b) => a - b)) {
    if (last !== null) isApart = at !== last + 1;
    if (hasContext && isApart) git.print('--\n');
    const isHit = hits.has(at);
    const column = isHit ? Math.max(0, lines[at]!.search(expression)) : null;
    git.printUnits(`${front(at, isHit ? ':' : '-', column)}${lines[at]}\n`);
    last = at;
  }
}
