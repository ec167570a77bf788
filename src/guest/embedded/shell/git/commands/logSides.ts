import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from '../history/abbreviations.ts';
import type { LogFormat } from '../history/format.ts';
import { commitOf } from '../history/revisions.ts';
import { reachable, walkHistory } from '../history/walk.ts';
import type { WalkEnds } from '../history/walkEnds.ts';
import { changeText } from '../sequence/rebase.ts';

/** On which side of `A...B` a commit is. */
export async function sideMarks(
  git: GitCall,
  repo: Repo,
  revisions: readonly string[],
  given: GivenOptions,
): Promise<(oid: string) => string> {
  if (!given.has('left-right', 'left-only', 'right-only', 'cherry-pick')) return () => '';
  const range = revisions.map((each) => /^(.*?)\.\.\.(.*)$/.exec(each)).find((each) => each !== null);
  const left = range ? await reachable(repo, [await commitOf(git, repo, range[1] || 'HEAD')]) : new Set();
  return (oid) => (left.has(oid) ? '<' : '>');
}

/** What stands behind a commit's name: of its parents, or of the commits that have it as a parent. */
export async function relativesOf(
  repo: Repo,
  format: LogFormat,
  given: GivenOptions,
  commits: () => Promise<readonly Commit[]>,
): Promise<LogFormat['relatives']> {
  const named = async (oids: readonly string[]) => {
    const names = await Promise.all(
      oids.map((oid) => (format.abbreviates ? shortOid(repo, oid, format.abbrev) : oid)),
    );
    return names.map((name) => ` ${name}`).join('');
  };
  if (given.has('parents')) return (commit) => named(commit.parents);
  if (!given.has('children')) return async () => '';
  const children = new Map<string, string[]>();
  for (const { oid, parents } of await commits())
    for (const parent of parents) children.set(parent, [oid, ...(children.get(parent) ?? [])]);
  return ({ oid }) => named(children.get(oid) ?? []);
}

/** What each commit was reached from: the first word or ref in whose history it is. */
export async function sourcesOf(
  repo: Repo,
  { included, sources }: WalkEnds,
): Promise<(oid: string) => string> {
  const found = new Map<string, string>();
  const plain = { firstParent: false, topological: false };
  for (const oid of included) {
    const word = sources.get(oid) ?? '';
    if (!found.has(oid)) found.set(oid, word);
  }
  for await (const { oid, parents } of walkHistory(repo, included, [], plain)) {
    for (const parent of parents) if (!found.has(parent)) found.set(parent, found.get(oid) ?? '');
  }
  return (oid) => found.get(oid) ?? '';
}

/** Of the commits of a walk those on a way from what it leaves out to where it starts. */
export async function onAncestryPath(
  repo: Repo,
  walked: readonly Commit[],
  bottoms: readonly string[],
): Promise<Set<string>> {
  const known = new Set(await Promise.all(bottoms.map(async (oid) => (await readCommit(repo, oid)).oid)));
  const found = new Set<string>();
  for (let grows = true; grows; ) {
    grows = false;
    for (const { oid, parents } of walked) {
      if (found.has(oid) || !parents.some((parent) => known.has(parent) || found.has(parent))) continue;
      found.add(oid);
      grows = true;
    }
  }
  return found;
}

/** `--cherry-pick`: commits of one side whose change the other side has too. */
export async function equalToOtherSide(
  repo: Repo,
  given: GivenOptions,
  sideOf: (oid: string) => string,
  walked: () => Promise<readonly Commit[]>,
): Promise<ReadonlySet<string>> {
  if (!given.has('cherry-pick', 'cherry')) return new Set();
  const sides = new Map<string, Set<string>>();
  const all: { readonly oid: string; readonly text: string }[] = [];
  for (const commit of await walked()) {
    if (commit.parents.length !== 1) continue;
    const text = await changeText(repo, commit);
    all.push({ oid: commit.oid, text });
    sides.set(text, (sides.get(text) ?? new Set()).add(sideOf(commit.oid)));
  }
  return new Set(all.filter(({ text }) => sides.get(text)!.size > 1).map(({ oid }) => oid));
}
