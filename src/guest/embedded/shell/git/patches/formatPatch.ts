import { shownDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { readCommit } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { bodyOf, type Commit, subjectOf } from '../base/people.ts';
import { readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { bytesFromUnits, unitsFromText } from '../base/text.ts';
import { signedOff } from '../commands/commitMessage.ts';
import { shortlogText } from '../commands/historyLists.ts';
import type { FileChange } from '../diff/changes.ts';
import { patchOf, plainPatch } from '../diff/patch.ts';
import { withRenames } from '../diff/renames.ts';
import { countChange, statTable, summaryLines } from '../diff/stat.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import { revisionsAndPaths, upstreamOf } from '../history/revisions.ts';
import { nameOfSubject } from '../history/template.ts';
import { walkHistory } from '../history/walk.ts';
import { walkEnds } from '../history/walkEnds.ts';
import { eightBitHeaders, fromHeader, subjectHeader } from './mailHeaders.ts';

const table = new OptionTable(
  'format-patch',
  'o,output-directory= stdout n,numbered N,no-numbered cover-letter v,reroll-count= subject-prefix= rfc start-number= s,signoff no-stat p root suffix= k,keep-subject q,quiet <count> all zero-commit signature= no-signature M,find-renames=? no-renames U,unified= in-reply-to= to= cc= from=? thread=? base= progress full-index no-binary filename-max-length= minimal stat',
);

/** Width of the table of what changed, in a mail. */
const mailWidth = 72;
/** Of a file's name, its suffix among it. */
const longestName = 64;
const signature = '-- \n2.39.5\n\n';

interface Mail {
  readonly name: string;
  readonly units: string;
}

export async function formatPatch(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const commits = await chosen(git, repo, given);
  if (commits.length === 0) return 0;
  const mails = await mailsOf(git, repo, commits, given);
  const folder = given.value('output-directory');
  if (folder !== undefined) await repo.files.mkdir(git.resolve(folder), true);
  for (const { name, units } of mails) {
    if (given.has('stdout')) {
      git.printUnits(units);
      await git.drain();
      continue;
    }
    const path = folder === undefined ? name : `${folder.replace(/\/$/, '')}/${name}`;
    await repo.files.writeFile(git.resolve(path), bytesFromUnits(units));
    if (!given.has('quiet')) git.print(`${path}\n`);
  }
  return 0;
}

/** The commits to be sent, oldest first; merges are none. */
async function chosen(git: GitCall, repo: Repo, given: GivenOptions): Promise<Commit[]> {
  const { revisions } = await revisionsAndPaths(git, repo, given);
  const isCounted = given.has('count', 'root');
  const isSince = revisions.length === 1 && !revisions[0]!.includes('..') && !isCounted;
  if (revisions.length === 0 && !isCounted && !(await upstreamOf(git, (await readHead(repo)).branch)))
    return [];
  const words = isSince
    ? [`${revisions[0]}..HEAD`]
    : revisions.length === 0 && !isCounted
      ? ['@{u}..HEAD']
      : revisions;
  const { included, excluded } = await walkEnds(git, repo, words, given);
  const most = given.count('count', Number.POSITIVE_INFINITY);
  const found: Commit[] = [];
  const options = { firstParent: false, topological: false };
  for await (const { oid } of walkHistory(repo, included, excluded, options)) {
    if (found.length >= most) break;
    const commit = await readCommit(repo, oid);
    if (commit.parents.length < 2) found.unshift(commit);
  }
  return found;
}

async function mailsOf(
  git: GitCall,
  repo: Repo,
  commits: readonly Commit[],
  given: GivenOptions,
): Promise<Mail[]> {
  const first = given.count('start-number', 1);
  const last = first + commits.length - 1;
  const isNumbered =
    given.has('numbered', 'cover-letter') || (commits.length > 1 && !given.has('no-numbered', 'N'));
  const round = given.value('reroll-count');
  const version = round === undefined ? '' : ` v${round}`;
  const tag = given.value('subject-prefix') ?? (given.has('rfc') ? 'RFC PATCH' : 'PATCH');
  const prefix = (number: number) => {
    if (given.has('keep-subject')) return '';
    const count = isNumbered ? ` ${String(number).padStart(String(last).length, '0')}/${last}` : '';
    return `[${`${tag}${version}${count}`.trim()}] `;
  };
  const suffix = given.value('suffix') ?? '.patch';
  const nameFor = (number: number, subject: string) => {
    const start = `${round === undefined ? '' : `v${round}-`}${String(number).padStart(4, '0')}-${nameOfSubject(subject)}`;
    return start.slice(0, longestName - suffix.length - 1) + suffix;
  };
  const mails: Mail[] = [];
  if (given.has('cover-letter')) {
    const units = await coverLetter(git, repo, commits, prefix(0).replace(/ 0+\//, ' 0/'), given);
    mails.push({ name: nameFor(0, 'cover-letter'), units });
  }
  for (const [at, commit] of commits.entries()) {
    const subject = subjectOf(commit.message);
    const units = await mailOf(git, repo, commit, prefix(first + at), given);
    mails.push({ name: nameFor(first + at, subject), units });
  }
  return mails;
}

function ending(given: GivenOptions): string {
  if (given.has('no-signature', 'no-no-signature')) return '\n';
  const own = given.value('signature');
  return own === undefined ? signature : `-- \n${own}\n\n`;
}

async function tableOf(repo: Repo, changes: readonly FileChange[]): Promise<string> {
  const counts = await Promise.all(changes.map((change) => countChange(repo, change)));
  return statTable(counts, mailWidth) + summaryLines(changes);
}

async function changesOf(repo: Repo, from: string | null, to: string): Promise<FileChange[]> {
  return withRenames(repo, await treeChanges(repo, from, to));
}

/** One commit as a mail, in units. */
async function mailOf(
  git: GitCall,
  repo: Repo,
  commit: Commit,
  prefix: string,
  given: GivenOptions,
): Promise<string> {
  const { author, oid, parents, tree } = commit;
  const message = given.has('signoff')
    ? signedOff(commit.message, await identity(git, 'committer'))
    : commit.message;
  const body = bodyOf(message).trimEnd();
  const extra =
    (given.values('to').length > 0 ? `To: ${given.values('to').join(',\n    ')}\n` : '') +
    (given.values('cc').length > 0 ? `Cc: ${given.values('cc').join(',\n    ')}\n` : '');
  const isPlain = /^[\x00-\x7f]*$/.test(message + author.name);
  const head = [
    `From ${given.has('zero-commit') ? '0'.repeat(40) : oid} Mon Sep 17 00:00:00 2001`,
    fromHeader(author.name, author.email),
    `Date: ${shownDate(author, 'rfc', 0)}`,
    subjectHeader(prefix, subjectOf(message)),
    `${extra}${isPlain ? '' : eightBitHeaders}`,
  ].join('\n');
  const changes = await changesOf(repo, parents[0] ?? null, tree);
  if (changes.length === 0)
    return unitsFromText(`${head}\n${body === '' ? '' : `${body}\n\n`}${ending(given)}`);
  const shape = given.has('no-stat', 'no-no-stat', 'p') ? '' : await tableOf(repo, changes);
  let patch = '';
  const options = { ...plainPatch, context: given.count('unified', 3), fullIndex: given.has('full-index') };
  for (const change of changes) patch += await patchOf(repo, change, options);
  const text = `${head}\n${body === '' ? '' : `${body}\n`}---\n${shape}\n`;
  return unitsFromText(text) + patch + unitsFromText(ending(given));
}

async function coverLetter(
  git: GitCall,
  repo: Repo,
  commits: readonly Commit[],
  prefix: string,
  given: GivenOptions,
): Promise<string> {
  const who = await identity(git, 'committer');
  const newest = commits.at(-1) ?? die('no commits');
  const head = [
    `From ${newest.oid} Mon Sep 17 00:00:00 2001`,
    fromHeader(who.name, who.email),
    `Date: ${shownDate(who, 'rfc', 0)}`,
    `Subject: ${prefix}*** SUBJECT HERE ***`,
    '',
    '*** BLURB HERE ***',
    '',
    '',
  ].join('\n');
  const changes = await changesOf(repo, commits[0]?.parents[0] ?? null, newest.tree);
  const list = shortlogText(commits.map(({ author, message }) => [author.name, subjectOf(message)] as const));
  return unitsFromText(`${head}${list}${await tableOf(repo, changes)}\n${ending(given)}`);
}
