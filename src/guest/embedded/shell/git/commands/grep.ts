import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readObject } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { relativeTo, shownPath } from '../base/paths.ts';
import { isBinary, unitsFromBytes, unitsFromText } from '../base/text.ts';
import { commitOf, isRevision } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { statIfAny, worktreeBytes } from '../index/worktree.ts';

const table = new OptionTable(
  'grep',
  'n,line-number i,ignore-case w,word-regexp l,files-with-matches c,count E,extended-regexp F,fixed-strings P,perl-regexp G,basic-regexp v,invert-match e= I h q,quiet color=? no-color H full-name cached untracked r,recursive',
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
  const tree =
    revision === null
      ? (await GitIndex.read(repo)).tree
      : await flattenTree(repo, await commitOf(git, repo, revision));
  let found = false;
  for (const [path, entry] of tree) {
    if (!spec.matches(path) || (revision === null && (await statIfAny(repo, path))?.kind !== 'file'))
      continue;
    const bytes =
      revision === null ? await worktreeBytes(repo, path) : (await readObject(repo, entry.oid)).bytes;
    const name = unitsFromText(
      `${revision === null ? '' : `${revision}:`}${shownPath(given.has('full-name') ? path : relativeTo(repo.prefix, path))}`,
    );
    const lines = unitsFromBytes(bytes).replace(/\n$/, '').split('\n');
    const hits = lines.flatMap((line, at) =>
      expression.test(line) !== given.has('invert-match') ? [[at + 1, line] as const] : [],
    );
    if (hits.length === 0 || bytes.length === 0) continue;
    if (isBinary(bytes) && given.has('I')) continue;
    found = true;
    if (given.has('quiet')) break;
    if (given.has('files-with-matches')) git.printUnits(`${name}\n`);
    else if (given.has('count')) git.printUnits(`${name}:${hits.length}\n`);
    else if (isBinary(bytes)) git.printUnits(`Binary file ${name} matches\n`);
    else {
      const front = given.has('h') ? '' : `${name}:`;
      for (const [number, line] of hits)
        git.printUnits(`${front}${given.has('line-number') ? `${number}:` : ''}${line}\n`);
    }
    await git.drain();
    if (!git.isRead) break;
  }
  return found ? 0 : 1;
}
