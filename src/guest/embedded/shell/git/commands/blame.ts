import { shownDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit, readObject } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { unitsFromBytes, unitsFromText } from '../base/text.ts';
import { editsBetween, linesOf } from '../diff/hunks.ts';
import { commitOf, entryAt, isRevision } from '../history/revisions.ts';
import { belowRoot } from '../index/pathspec.ts';

const table = new OptionTable('blame', 'L= s e,show-email w l t p,porcelain line-porcelain date= abbrev=');

interface Line {
  readonly text: string;
  commit: Commit;
}

/** Follows each line back through the first parents to the commit that brought it. */
async function blameLines(repo: Repo, start: Commit, path: string): Promise<Line[]> {
  const textAt = async (commit: Commit) => {
    const oid = await entryAt(repo, commit.oid, path);
    return oid === null ? null : linesOf(unitsFromBytes((await readObject(repo, oid)).bytes));
  };
  const last = (await textAt(start)) ?? [];
  const lines: Line[] = last.map((text) => ({ text, commit: start }));
  // Which line of the text at hand each final line is; null once its commit is known.
  let places: (number | null)[] = last.map((_text, at) => at);
  let [commit, text] = [start, last];
  while (places.some((place) => place !== null)) {
    const parentOid = commit.parents[0];
    const parent = parentOid === undefined ? null : await readCommit(repo, parentOid);
    const before = parent && (await textAt(parent));
    if (!parent || !before) break;
    const cameFrom = new Map<number, number>();
    let [a, b] = [0, 0];
    for (const edit of [
      ...editsBetween(before, text),
      { oldFrom: before.length, oldTo: before.length, nowFrom: text.length, nowTo: text.length },
    ]) {
      while (b < edit.nowFrom) cameFrom.set(b++, a++);
      [a, b] = [edit.oldTo, edit.nowTo];
    }
    places = places.map((place, at) => {
      const origin = place === null ? undefined : cameFrom.get(place);
      if (place === null || origin === undefined) return null;
      lines[at]!.commit = parent;
      return origin;
    });
    [commit, text] = [parent, before];
  }
  return lines;
}

export async function blame(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const words = [...given.operands];
  const revision = words.length > 1 && (await isRevision(git, repo, words[0]!)) ? words.shift()! : 'HEAD';
  const word = words[0] ?? die('usage: git blame [<options>] [<rev>] [--] <file>');
  const path = belowRoot(git.cwd, repo, word, git);
  const start = await readCommit(repo, await commitOf(git, repo, revision));
  if ((await entryAt(repo, start.oid, path)) === null) die(`no such path '${path}' in ${revision}`);
  const lines = await blameLines(repo, start, path);
  const range = /^(\d+),(\+?)(\d+)$/.exec(given.value('L') ?? '');
  const first = range ? Number(range[1]) : 1;
  const last = range ? (range[2] === '+' ? first + Number(range[3]) - 1 : Number(range[3])) : lines.length;
  const shown = lines.slice(first - 1, last);
  const who = ({ author }: Commit) => (given.has('show-email') ? `<${author.email}>` : author.name);
  const nameWidth = Math.max(0, ...shown.map(({ commit }) => who(commit).length));
  const numberWidth = String(Math.min(last, lines.length)).length;
  for (const [at, { text, commit }] of shown.entries()) {
    const isRoot = commit.parents.length === 0;
    const oid = `${isRoot ? '^' : ''}${commit.oid.slice(0, isRoot ? 7 : 8)}`;
    const date = shownDate(commit.author, 'iso', 0);
    const number = String(first + at).padStart(numberWidth);
    const facts = given.has('s')
      ? `${oid} ${number}) `
      : `${oid} (${who(commit).padEnd(nameWidth)} ${date} ${number}) `;
    git.printUnits(unitsFromText(facts) + (text.endsWith('\n') ? text : `${text}\n`));
  }
  return 0;
}
