import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, peel, readCommit, readObject } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { type Commit, parseTag, subjectOf } from '../base/people.ts';
import { allRefs, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { changesBetween } from '../diff/changes.ts';
import { shortOid } from '../history/abbreviations.ts';
import { commitOf, upstreamOf } from '../history/revisions.ts';
import { reachable } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { globSource } from '../index/glob.ts';
import { trackedNow } from '../index/worktree.ts';
import { changeText } from '../sequence/rebase.ts';
import { commitsAfter } from '../sequence/todo.ts';

const describeTable = new OptionTable(
  'describe',
  'tags all always dirty=? broken=? long abbrev= exact-match match= exclude= first-parent contains candidates= debug',
);

/** A ref by which a commit can be called. */
interface Named {
  readonly name: string;
  /** 2 for an annotated tag, 1 for another, 0 for a branch. */
  readonly rank: number;
  readonly seconds: number;
}

async function namesByCommit(
  repo: Repo,
  given: ReturnType<OptionTable['parse']>,
): Promise<Map<string, Named>> {
  const patterns = (key: string) =>
    given.values(key).map((glob) => new RegExp(`^${globSource(glob, true)}$`));
  const [wanted, unwanted] = [patterns('match'), patterns('exclude')];
  const names = new Map<string, Named>();
  for (const [ref, oid] of await allRefs(repo)) {
    const isTag = ref.startsWith('refs/tags/');
    if (!isTag && !given.has('all')) continue;
    const short = ref.replace(/^refs\/tags\//, '');
    if (wanted.length > 0 && !wanted.some((each) => each.test(short))) continue;
    if (unwanted.some((each) => each.test(short))) continue;
    const object = await readObject(repo, oid);
    const tag = object.type === 'tag' ? parseTag(object.bytes) : null;
    const peeled = (await peel(repo, oid)).oid;
    const name = given.has('all') ? ref.replace(/^refs\//, '') : short;
    const found: Named = { name, rank: tag ? 2 : isTag ? 1 : 0, seconds: tag?.tagger?.seconds ?? 0 };
    const known = names.get(peeled);
    const isBetter =
      !known || found.rank > known.rank || (found.rank === known.rank && found.seconds > known.seconds);
    if (isBetter) names.set(peeled, found);
  }
  return names;
}

/** The nearest tag that a commit contains: `v1.0-3-gabc1234`. */
export async function describe(git: GitCall, args: readonly string[]): Promise<number> {
  const given = describeTable.parse(args);
  const repo = await git.repo();
  if (given.has('contains'))
    return nameRev(git, ['--tags', '--name-only', '--no-undefined', ...given.operands]);
  for (const word of given.operands.length > 0 ? given.operands : ['HEAD']) {
    const start = await commitOf(git, repo, word);
    const dirty = given.has('dirty') && (await isDirty(repo)) ? given.value('dirty') || '-dirty' : '';
    git.print(`${await described(repo, start, given)}${dirty}\n`);
  }
  return 0;
}

/** What `git describe` says of a commit with nothing else asked; empty where it has no name. */
export async function describedIfAny(repo: Repo, oid: string): Promise<string> {
  try {
    return await described(repo, oid, describeTable.parse([]));
  } catch (error) {
    if (error instanceof GitFailure) return '';
    throw error;
  }
}

async function described(
  repo: Repo,
  start: string,
  given: ReturnType<OptionTable['parse']>,
): Promise<string> {
  const names = await namesByCommit(repo, given);
  const abbrev = given.count('abbrev', 7);
  const short = abbrev === 0 ? '' : await shortOid(repo, start, Math.max(4, abbrev));
  if (names.size === 0 && !given.has('always')) die('No names found, cannot describe anything.');
  const counts = ({ rank }: Named) => rank === 2 || given.has('tags', 'all');
  const exact = names.get(start);
  if (exact && counts(exact)) return given.has('long') ? `${exact.name}-0-g${short}` : exact.name;
  if (given.has('exact-match')) die(`no tag exactly matches '${start}'`);
  const all = await reachable(repo, [start]);
  let best: { readonly name: string; readonly behind: number; readonly seconds: number } | null = null;
  let light = 0;
  for (const [oid, named] of names) {
    if (!all.has(oid)) continue;
    if (!counts(named)) light++;
    else {
      const behind = all.size - (await reachable(repo, [oid])).size;
      const { seconds } = (await readCommit(repo, oid)).committer;
      const isBetter = !best || behind < best.behind || (behind === best.behind && seconds > best.seconds);
      if (isBetter) best = { name: named.name, behind, seconds };
    }
  }
  if (best) return abbrev === 0 ? best.name : `${best.name}-${best.behind}-g${short}`;
  if (given.has('always')) return short || start;
  return light > 0
    ? die(`No annotated tags can describe '${start}'.\nHowever, there were unannotated tags: try --tags.`)
    : die(`No tags can describe '${start}'.\nTry --always, or create some tags.`);
}

async function isDirty(repo: Repo): Promise<boolean> {
  const index = await GitIndex.read(repo);
  const { tree: now } = await trackedNow(repo, index);
  const head = await flattenTree(repo, (await readHead(repo)).oid);
  return changesBetween(head, index.tree).length > 0 || changesBetween(index.tree, now).length > 0;
}

const nameRevTable = new OptionTable(
  'name-rev',
  'tags name-only always undefined no-undefined refs= exclude= all stdin annotate-stdin',
);

/** A way through a merge's other parent counts for more than any straight one. */
const mergeWeight = 65_535;

interface Way {
  readonly tip: string;
  /** First parents since the tip. */
  readonly steps: number;
  readonly distance: number;
  readonly isTag: boolean;
  readonly seconds: number;
}

function isBetterWay(way: Way, known: Way): boolean {
  const far = ({ distance, steps }: Way) => distance + (steps > 0 ? mergeWeight : 0);
  if (way.isTag && known.isTag)
    return known.seconds > way.seconds || (known.seconds === way.seconds && far(known) > far(way));
  if (way.isTag !== known.isTag) return way.isTag;
  if (far(way) !== far(known)) return far(known) > far(way);
  return known.seconds > way.seconds;
}

const plainTip = (tip: string) => tip.replace(/\^0$/, '');

async function waysTo(repo: Repo, onlyTags: boolean, refs: readonly RegExp[]): Promise<Map<string, Way>> {
  const ways = new Map<string, Way>();
  for (const [ref, oid] of await allRefs(repo)) {
    const isTag = ref.startsWith('refs/tags/');
    if (onlyTags && !isTag) continue;
    if (refs.length > 0 && !refs.some((each) => each.test(ref))) continue;
    const object = await readObject(repo, oid);
    const start = await peel(repo, oid);
    if (start.object.type !== 'commit') continue;
    const commit = await readCommit(repo, start.oid);
    const tagged = object.type === 'tag' ? parseTag(object.bytes).tagger?.seconds : undefined;
    const name = onlyTags ? ref.replace(/^refs\/tags\//, '') : ref.replace(/^refs\/(?:heads\/)?/, '');
    const tip = object.type === 'tag' ? `${name}^0` : name;
    const seconds = tagged ?? commit.committer.seconds;
    const stack: (readonly [Commit, Way])[] = [[commit, { tip, steps: 0, distance: 0, isTag, seconds }]];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const [at, way] = next;
      const known = ways.get(at.oid);
      if (known && !isBetterWay(way, known)) continue;
      ways.set(at.oid, way);
      for (const [index, parent] of at.parents.entries()) {
        const through = way.steps > 0 ? `${plainTip(way.tip)}~${way.steps}` : plainTip(way.tip);
        const on =
          index === 0
            ? { ...way, steps: way.steps + 1, distance: way.distance + 1 }
            : { ...way, tip: `${through}^${index + 1}`, steps: 0, distance: way.distance + mergeWeight };
        stack.push([await readCommit(repo, parent), on]);
      }
    }
  }
  return ways;
}

/** A commit by a ref and the way from there: `tags/v1.0~3`. */
export async function nameRev(git: GitCall, args: readonly string[]): Promise<number> {
  const given = nameRevTable.parse(args);
  const repo = await git.repo();
  const refs = given.values('refs').map((glob) => new RegExp(`(?:^|/)${globSource(glob, true)}$`));
  const ways = await waysTo(repo, given.has('tags'), refs);
  for (const word of given.operands.length > 0 ? given.operands : ['HEAD']) {
    const oid = await commitOf(git, repo, word);
    const way = ways.get(oid);
    if (!way && given.has('no-undefined')) die(`cannot describe '${oid}'`);
    const named = !way ? 'undefined' : way.steps === 0 ? way.tip : `${plainTip(way.tip)}~${way.steps}`;
    const shown = !way && given.has('always') ? await shortOid(repo, oid) : named;
    git.print(given.has('name-only') ? `${shown}\n` : `${word} ${shown}\n`);
  }
  return 0;
}

/** Which commits of a branch the upstream does not have yet, by what they change. */
export async function cherry(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('cherry', 'v,verbose abbrev=?').parse(args);
  const repo = await git.repo();
  const [upstreamWord, headWord = 'HEAD', limitWord] = given.operands;
  const upstream = upstreamWord ?? (await upstreamOf(git, (await readHead(repo)).branch))?.shown;
  if (upstream === undefined) {
    throw new GitFailure(
      'Could not find a tracked remote branch, please specify <upstream> manually.\nusage: git cherry [-v] [<upstream> [<head> [<limit>]]]\n',
      129,
    );
  }
  const [from, to] = [await commitOf(git, repo, upstream), await commitOf(git, repo, headWord)];
  const theirs = new Set<string>();
  for (const commit of await commitsAfter(repo, to, from))
    if (commit.parents.length < 2) theirs.add(await changeText(repo, commit));
  const limit =
    limitWord === undefined ? new Set() : await reachable(repo, [await commitOf(git, repo, limitWord)]);
  for (const commit of await commitsAfter(repo, from, to)) {
    if (commit.parents.length > 1 || limit.has(commit.oid)) continue;
    const sign = theirs.has(await changeText(repo, commit)) ? '-' : '+';
    const oid = given.has('abbrev') ? await shortOid(repo, commit.oid) : commit.oid;
    git.print(`${sign} ${oid}${given.has('verbose') ? ` ${subjectOf(commit.message)}` : ''}\n`);
  }
  return 0;
}
