import { shownDate } from '../base/dates.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit, zeroOid } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { type Commit, subjectOf } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { unitsFromBytes, unitsFromText } from '../base/text.ts';
import { linesOf } from '../diff/hunks.ts';
import { type BlamedLine, blameLines, linesAt, originsOf } from '../history/blameLines.ts';
import { parseDateStyle } from '../history/format.ts';
import { commitOf, entryAt, isRevision } from '../history/revisions.ts';
import { belowRoot } from '../index/pathspec.ts';
import { worktreeBytes } from '../index/worktree.ts';

const table = new OptionTable(
  'blame',
  'L= s e,show-email w l t p,porcelain line-porcelain date= abbrev= b root f,show-name n,show-number M=? C=? progress no-progress first-parent',
);

export async function blame(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const words = [...given.operands];
  const named =
    words.length > 1 && (await isRevision(git, repo, words.at(-1) === words[0] ? '' : words[0]!))
      ? words.shift()!
      : null;
  const word = words[0];
  if (word === undefined)
    throw new GitFailure('usage: git blame [<options>] [<rev-opts>] [<rev>] [--] <file>\n', 129);
  const path = belowRoot(git.cwd, repo, word, git);
  const start = await readCommit(repo, await commitOf(git, repo, named ?? 'HEAD'));
  if ((await entryAt(repo, start.oid, path)) === null) die(`no such path '${path}' in ${named ?? 'HEAD'}`);
  const committed = await blameLines(repo, start, path, given.has('w') ? 'all' : 'exact');
  const lines = named === null ? await withUncommitted(git, repo, start, path, committed) : committed;
  const ranges = given.values('L');
  const shown =
    ranges.length === 0
      ? lines.map((_line, at) => at)
      : [...new Set(ranges.flatMap((range) => chosenLines(range, lines, path)))].sort((a, b) => a - b);
  if (given.has('porcelain', 'line-porcelain'))
    printPorcelain(git, lines, shown, given.has('line-porcelain'));
  else printLines(git, lines, shown, given);
  return 0;
}

/** The lines of the work tree: what is not committed belongs to nobody yet. */
async function withUncommitted(
  git: GitCall,
  repo: Repo,
  head: Commit,
  path: string,
  committed: readonly BlamedLine[],
): Promise<readonly BlamedLine[]> {
  const bytes = await worktreeBytes(repo, path).catch(() => null);
  if (bytes === null) die(`Cannot lstat '${path}': No such file or directory`);
  const text = linesOf(unitsFromBytes(bytes));
  const before = (await linesAt(repo, head, path)) ?? [];
  const origins = originsOf(before, text, 'exact');
  const seconds = Math.floor(git.program.nowMs() / 1000);
  const nobody = { name: 'Not Committed Yet', email: 'not.committed.yet', seconds, zone: '+0000' };
  const commit: Commit = {
    oid: zeroOid,
    tree: head.tree,
    parents: [head.oid],
    author: nobody,
    committer: nobody,
    message: `Version of ${path} from ${path}\n`,
  };
  return text.map((line, place): BlamedLine => {
    const known = committed[origins.get(place) ?? -1];
    return known
      ? { ...known, text: line }
      : { text: line, commit, path, place, previous: { oid: head.oid, path } };
  });
}

/** Places of the lines that `-L` names: `2,4`, `2,+3`, `4,-2`, `/begin/,/end/`. */
function chosenLines(range: string, lines: readonly BlamedLine[], path: string): number[] {
  const parts = /^(\/(?:[^/\\]|\\.)*\/|\d*)(?:,(\/(?:[^/\\]|\\.)*\/|[+-]?\d*))?$/.exec(range);
  if (!parts) return die(`-L parameter '${range}' is not a valid range`);
  const find = (source: string, from: number) => {
    const regexp = new RegExp(source.slice(1, -1));
    const at = lines.findIndex(({ text }, index) => index >= from && regexp.test(text));
    return at < 0 ? die(`-L parameter '${source.slice(1, -1)}' starting at line ${from + 1}: No match`) : at;
  };
  const [, startText = '', endText] = parts;
  const start = startText.startsWith('/') ? find(startText, 0) : Math.max(1, Number(startText || 1)) - 1;
  let end = lines.length - 1;
  if (endText?.startsWith('/')) end = find(endText, start + 1);
  else if (endText?.startsWith('+')) end = start + Number(endText.slice(1)) - 1;
  else if (endText?.startsWith('-')) {
    const first = Math.max(0, start + Number(endText) + 1);
    return Array.from({ length: start - first + 1 }, (_each, at) => first + at);
  } else if (endText) end = Number(endText) - 1;
  if (start >= lines.length) {
    const count = `${lines.length} line${lines.length === 1 ? '' : 's'}`;
    return die(`file ${path} has only ${count}`);
  }
  const last = Math.min(end, lines.length - 1);
  return Array.from({ length: Math.max(0, last - start + 1) }, (_each, at) => start + at);
}

function printPorcelain(
  git: GitCall,
  lines: readonly BlamedLine[],
  shown: readonly number[],
  repeats: boolean,
): void {
  const told = new Set<string>();
  const follows = (at: number, next: number) =>
    next === at + 1 &&
    lines[next]?.commit.oid === lines[at]!.commit.oid &&
    lines[next]?.path === lines[at]!.path &&
    lines[next]?.place === lines[at]!.place + 1;
  for (const [index, at] of shown.entries()) {
    const { commit, path, place, previous, text } = lines[at]!;
    const isFirst = index === 0 || !follows(shown[index - 1]!, at);
    let count = 1;
    while (index + count < shown.length && follows(shown[index + count - 1]!, shown[index + count]!)) count++;
    git.print(`${commit.oid} ${place + 1} ${at + 1}${isFirst ? ` ${count}` : ''}\n`);
    if (repeats || !told.has(commit.oid + path)) {
      told.add(commit.oid + path);
      for (const role of ['author', 'committer'] as const) {
        const { name, email, seconds, zone } = commit[role];
        git.print(`${role} ${name}\n${role}-mail <${email}>\n${role}-time ${seconds}\n${role}-tz ${zone}\n`);
      }
      git.print(`summary ${subjectOf(commit.message)}\n`);
      if (commit.parents.length === 0) git.print('boundary\n');
      if (previous) git.print(`previous ${previous.oid} ${previous.path}\n`);
      git.print(`filename ${path}\n`);
    }
    git.printUnits(`\t${text.endsWith('\n') ? text : `${text}\n`}`);
  }
}

function printLines(
  git: GitCall,
  lines: readonly BlamedLine[],
  shown: readonly number[],
  given: GivenOptions,
): void {
  const nowSeconds = Math.floor(git.program.nowMs() / 1000);
  const style = given.has('t') ? 'raw' : parseDateStyle(given.value('date') ?? 'iso');
  const who = ({ author }: Commit) => (given.has('show-email') ? `<${author.email}>` : author.name);
  const chosen = shown.map((at) => lines[at]!);
  const longest = (textOf: (line: BlamedLine) => string) =>
    Math.max(0, ...chosen.map((line) => textOf(line).length));
  const nameWidth = longest(({ commit }) => who(commit));
  const numberWidth = String((shown.at(-1) ?? 0) + 1).length;
  const pathWidth = longest(({ path }) => path);
  const placeWidth = longest(({ place }) => String(place + 1));
  const showsPath = given.has('show-name') || new Set(lines.map(({ path }) => path)).size > 1;
  const letters = given.has('l') ? 40 : given.count('abbrev', 7) + 1;
  for (const at of shown) {
    const { commit, path, place, text } = lines[at]!;
    const isRoot = commit.parents.length === 0 && !given.has('root');
    const mark = isRoot && !given.has('b') ? '^' : '';
    const oid =
      isRoot && given.has('b') ? ' '.repeat(letters) : mark + commit.oid.slice(0, letters - mark.length);
    const name = showsPath ? ` ${path.padEnd(pathWidth)}` : '';
    const origin = given.has('show-number') ? ` ${String(place + 1).padStart(placeWidth)}` : '';
    const number = String(at + 1).padStart(numberWidth);
    const person = `(${who(commit).padEnd(nameWidth)} ${shownDate(commit.author, style, nowSeconds)}`;
    const facts = given.has('s')
      ? `${oid}${name}${origin} ${number}) `
      : `${oid}${name}${origin} ${person} ${number}) `;
    git.printUnits(unitsFromText(facts) + (text.endsWith('\n') ? text : `${text}\n`));
  }
}
