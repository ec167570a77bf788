import type { GitCall } from '../base/gitCall.ts';
import { OptionTable } from '../base/options.ts';
import { allRefs } from '../base/refs.ts';
import { filledRef, refFacts, sortRefs } from '../history/refFormat.ts';
import { commitOf } from '../history/revisions.ts';
import { isAncestor } from '../history/walk.ts';
import { globSource } from '../index/glob.ts';

const table = new OptionTable(
  'for-each-ref',
  'format= sort= count= points-at= contains=! no-contains=! merged=! no-merged=! s,shell p,perl python tcl color=? ignore-case',
);

export async function forEachRef(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const patterns = given.operands.map(
    (word) => new RegExp(`^${globSource(word.replace(/\/$/, ''), false)}(?:/.*)?$`),
  );
  const about = async (key: string) => {
    const value = given.value(key);
    return value === undefined ? null : commitOf(git, repo, value === '' ? 'HEAD' : value);
  };
  const keys = ['points-at', 'contains', 'no-contains', 'merged', 'no-merged'] as const;
  const [pointsAt, contains, lacks, merged, unmerged] = await Promise.all(keys.map(about));
  const found = [];
  for (const [ref, oid] of await allRefs(repo)) {
    if (patterns.length > 0 && !patterns.some((each) => each.test(ref))) continue;
    const facts = await refFacts(repo, ref, oid);
    const commit = facts.target.oid;
    const isCommit = facts.target.object.type === 'commit';
    if (pointsAt && commit !== pointsAt && oid !== pointsAt) continue;
    if (contains && !(isCommit && (await isAncestor(repo, contains, commit)))) continue;
    if (lacks && isCommit && (await isAncestor(repo, lacks, commit))) continue;
    if (merged && !(isCommit && (await isAncestor(repo, commit, merged)))) continue;
    if (unmerged && (!isCommit || (await isAncestor(repo, commit, unmerged)))) continue;
    found.push(facts);
  }
  const sorted = await sortRefs(git, repo, found, given.values('sort'), (facts) => facts);
  const format = given.value('format') ?? '%(objectname) %(objecttype)\t%(refname)';
  for (const facts of sorted.slice(0, given.count('count', sorted.length))) {
    // Each field quoted by itself, as a shell would read it.
    const shown = given.has('shell') ? format.replace(/%\([^)]*\)/g, "'$&'") : format;
    git.print(`${await filledRef(git, repo, facts, shown)}\n`);
  }
  return 0;
}
