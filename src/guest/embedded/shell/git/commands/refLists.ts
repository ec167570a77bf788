import { type DateStyle, shownDate } from '../base/dates.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit, readObject } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { type Person, parseTag, subjectOf } from '../base/people.ts';
import { allRefs, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from '../history/abbreviations.ts';
import { parseDateStyle } from '../history/format.ts';
import { upstreamOf } from '../history/revisions.ts';
import { type Tracking, trackingOf } from '../history/state.ts';
import { globSource } from '../index/glob.ts';

const forEachTable = new OptionTable(
  'for-each-ref',
  'format= sort= count= points-at= contains= merged= no-merged=',
);
const shortName = (ref: string) => ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');

interface RefFacts {
  readonly ref: string;
  readonly oid: string;
  readonly type: string;
  readonly author: Person;
  readonly committer: Person;
  readonly subject: string;
}

async function factsOf(repo: Repo, ref: string, oid: string): Promise<RefFacts> {
  const { type, bytes } = await readObject(repo, oid);
  const commit = await readCommit(repo, oid);
  const tag = type === 'tag' ? parseTag(bytes) : null;
  const { author, committer } = commit;
  return { ref, oid, type, author, committer, subject: subjectOf(tag?.message ?? commit.message) };
}

/** `[ahead 1, behind 2]`, `[gone]`, or the sign of `trackshort`. */
function trackWords({ ahead, behind }: Tracking, style: string): string {
  if (style === 'trackshort')
    return ahead === null ? '' : ahead > 0 && behind > 0 ? '<>' : ahead > 0 ? '>' : behind > 0 ? '<' : '=';
  const parts =
    ahead === null
      ? ['gone']
      : [...(ahead > 0 ? [`ahead ${ahead}`] : []), ...(behind > 0 ? [`behind ${behind}`] : [])];
  const text = parts.join(', ');
  return style.includes('nobracket') || text === '' ? text : `[${text}]`;
}

async function fieldOf(git: GitCall, repo: Repo, facts: RefFacts, field: string): Promise<string> {
  const [name = '', style = ''] = field.split(':');
  const date = ({ seconds, zone }: Person) => {
    const named: DateStyle = style === '' ? 'default' : parseDateStyle(style);
    return shownDate({ seconds, zone }, named, Math.floor(git.program.nowMs() / 1000));
  };
  switch (name) {
    case 'refname':
      return style === 'short' ? shortName(facts.ref) : facts.ref;
    case 'objectname':
      return style === 'short' ? shortOid(repo, facts.oid) : facts.oid;
    case 'objecttype':
      return facts.type;
    case 'subject':
    case 'contents':
      return facts.subject;
    case 'authorname':
      return facts.author.name;
    case 'authoremail':
      return `<${facts.author.email}>`;
    case 'authordate':
      return date(facts.author);
    case 'committername':
      return facts.committer.name;
    case 'committerdate':
    case 'creatordate':
      return date(facts.committer);
    case 'HEAD':
      return (await readHead(repo)).ref === facts.ref ? '*' : ' ';
    case 'upstream': {
      const upstream = await upstreamOf(git, shortName(facts.ref));
      if (upstream === null) return '';
      if (!style.startsWith('track')) return style === 'short' ? upstream.shown : upstream.ref;
      const tracking = await trackingOf(git, repo, shortName(facts.ref));
      return tracking === null ? '' : trackWords(tracking, style);
    }
    default:
      return die(`unknown field name: ${field}`);
  }
}

export async function forEachRef(git: GitCall, args: readonly string[]): Promise<number> {
  const given = forEachTable.parse(args);
  const repo = await git.repo();
  const patterns = given.operands.map(
    (word) => new RegExp(`^${globSource(word.replace(/\/$/, ''), false)}(?:/.*)?$`),
  );
  const wanted = (await allRefs(repo)).filter(
    ([ref]) => patterns.length === 0 || patterns.some((each) => each.test(ref)),
  );
  const facts = await Promise.all(wanted.map(([ref, oid]) => factsOf(repo, ref, oid)));
  const sort = given.value('sort') ?? '';
  if (/date$/.test(sort)) facts.sort((a, b) => a.committer.seconds - b.committer.seconds);
  if (sort.startsWith('-')) facts.reverse();
  const format = given.value('format') ?? '%(objectname) %(objecttype)\t%(refname)';
  for (const each of facts.slice(0, given.count('count', facts.length))) {
    let line = '';
    let from = 0;
    for (const match of format.matchAll(/%\(([^)]*)\)/g)) {
      line += format.slice(from, match.index) + (await fieldOf(git, repo, each, match[1]!));
      from = match.index + match[0].length;
    }
    git.print(`${line}${format.slice(from)}\n`);
  }
  return 0;
}
