import { type DateStyle, shownDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { type Commit, parsePerson } from '../base/people.ts';
import { readHead, readReflog, shortRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import type { LogFormat } from '../history/format.ts';
import { LogPrinter } from '../history/logPrinter.ts';
import { fullRefName, unknownRevision } from '../history/revisions.ts';
import type { Pathspec } from '../index/pathspec.ts';

interface RefLog {
  readonly given: GivenOptions;
  readonly revisions: readonly string[];
  readonly paths: Pathspec;
  readonly format: LogFormat;
  readonly isWanted: (commit: Commit) => Promise<boolean>;
}

/** `git log -g`: where a ref stood, the newest first, in place of a walk through history. */
export async function logOfRef(git: GitCall, repo: Repo, asked: RefLog): Promise<number> {
  const { given, format } = asked;
  const printer = new LogPrinter(git, repo, given, format, asked.paths);
  const most = given.count('max-count', Number.POSITIVE_INFINITY);
  let skip = given.count('skip', 0);
  let shown = 0;
  for (const word of asked.revisions.length > 0 ? asked.revisions : ['HEAD']) {
    const { name, ref, from, isDated } = await startOf(repo, word);
    const style = given.value('date') !== undefined ? format.dateStyle : isDated ? 'default' : null;
    for (const [at, line] of (await readReflog(git, repo, ref)).entries()) {
      if (at < from) continue;
      if (shown >= most || !git.isRead) return 0;
      const commit = await readCommit(repo, line.to);
      if (!(await asked.isWanted(commit))) continue;
      if (skip-- > 0) continue;
      shown++;
      const who = parsePerson(line.who);
      const inside = style === null ? String(at) : shownDate(who, style as DateStyle, format.nowSeconds);
      await printer.print(commit, {
        selector: `${shortRef(name).replace(/^refs\//, '')}@{${inside}}`,
        fullSelector: `${name}@{${inside}}`,
        who,
        message: line.message,
      });
    }
  }
  return 0;
}

/** The ref whose log a word (`main`, `HEAD@{2}`, `stash@{now}`) asks for, and from which line on. */
async function startOf(repo: Repo, word: string) {
  const [, base = word, inside] = /^(.*)@\{([^}]*)\}$/.exec(word) ?? [];
  const named = base === '' ? ((await readHead(repo)).branch ?? 'HEAD') : base === '@' ? 'HEAD' : base;
  const ref = await fullRefName(repo, named);
  if (ref === null) return unknownRevision(word);
  const from = /^\d+$/.test(inside ?? '') ? Number(inside) : 0;
  const isDated = inside !== undefined && !/^\d+$/.test(inside);
  if (isDated && inside !== 'now') die(`only numbers and 'now' may stand in the braces of '${word}' here`);
  return { name: named, ref, from, isDated };
}
