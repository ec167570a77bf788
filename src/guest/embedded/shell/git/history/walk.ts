import { findMergeBase } from 'isomorphic-git';
import { readCommit } from '../base/objects.ts';
import type { Commit } from '../base/people.ts';
import { isoArgs, type Repo } from '../base/repository.ts';

/** Every commit from `starts` back, newest first. */
export async function reachable(repo: Repo, starts: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  const queue = [...starts];
  for (let oid = queue.shift(); oid !== undefined; oid = queue.shift()) {
    if (seen.has(oid)) continue;
    seen.add(oid);
    queue.push(...(await readCommit(repo, oid)).parents);
  }
  return seen;
}

/** Commits waiting their turn: newest first, equal ones in the order in which they came. */
class ByDate {
  readonly #waiting: Commit[] = [];

  add(commit: Commit): void {
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1]!.committer.seconds < commit.committer.seconds) at--;
    this.#waiting.splice(at, 0, commit);
  }

  take(): Commit | undefined {
    return this.#waiting.shift();
  }
}

export interface WalkOptions {
  readonly firstParent: boolean;
  /** A commit before all of its parents, whatever the dates say. */
  readonly topological: boolean;
  /** Of commits that may come next, where `topological` leaves that open, the newest by this date. */
  readonly byDate?: 'author' | 'committer' | null;
  /** Which parents to go on to, and whether the commit itself is shown. Default: all, yes. */
  readonly visit?: (
    commit: Commit,
  ) => Promise<{ readonly parents: readonly string[]; readonly shown: boolean }>;
}

/** What is reachable from `included` and not from `excluded`. */
export async function* walkHistory(
  repo: Repo,
  included: readonly string[],
  excluded: readonly string[],
  options: WalkOptions,
): AsyncGenerator<Commit> {
  const hidden = await reachable(repo, excluded);
  const order = options.topological
    ? await topological(repo, included, hidden, options)
    : inDateOrder(repo, included, hidden, options);
  for await (const commit of order) yield commit;
}

async function follow(commit: Commit, options: WalkOptions) {
  const visited = options.visit ? await options.visit(commit) : { parents: commit.parents, shown: true };
  const parents = options.firstParent ? visited.parents.slice(0, 1) : visited.parents;
  return { parents, shown: visited.shown };
}

async function* inDateOrder(
  repo: Repo,
  included: readonly string[],
  hidden: ReadonlySet<string>,
  options: WalkOptions,
): AsyncGenerator<Commit> {
  const queue = new ByDate();
  const seen = new Set(hidden);
  const add = async (oid: string) => {
    if (seen.has(oid)) return;
    seen.add(oid);
    queue.add(await readCommit(repo, oid));
  };
  for (const oid of included) await add(oid);
  for (let commit = queue.take(); commit; commit = queue.take()) {
    const { parents, shown } = await follow(commit, options);
    for (const parent of parents) await add(parent);
    if (shown) yield commit;
  }
}

/** Children come before parents, and a line of history is not mixed with another more than it must. */
async function topological(
  repo: Repo,
  included: readonly string[],
  hidden: ReadonlySet<string>,
  options: WalkOptions,
): Promise<Commit[]> {
  const commits: Commit[] = [];
  const parentsOf = new Map<string, readonly string[]>();
  const shown = new Set<string>();
  const visit: WalkOptions['visit'] = async (commit) => {
    const visited = await follow(commit, options);
    parentsOf.set(commit.oid, visited.parents);
    if (visited.shown) shown.add(commit.oid);
    return { parents: visited.parents, shown: true };
  };
  for await (const commit of inDateOrder(repo, included, hidden, { ...options, visit })) commits.push(commit);
  const children = new Map<string, number>();
  for (const { oid } of commits) {
    for (const parent of parentsOf.get(oid) ?? []) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  const byOid = new Map(commits.map((commit) => [commit.oid, commit]));
  const ready = commits.filter(({ oid }) => !children.get(oid)).reverse();
  const ordered: Commit[] = [];
  const { byDate } = options;
  const next = (): Commit | undefined => {
    if (byDate && ready.length > 1) {
      const newest = ready.reduce((best, each) =>
        each[byDate].seconds > best[byDate].seconds ? each : best,
      );
      ready.splice(ready.indexOf(newest), 1);
      return newest;
    }
    return ready.pop();
  };
  for (let commit = next(); commit; commit = next()) {
    if (shown.has(commit.oid)) ordered.push({ ...commit, parents: parentsOf.get(commit.oid) ?? [] });
    for (const parent of parentsOf.get(commit.oid) ?? []) {
      const left = (children.get(parent) ?? 0) - 1;
      children.set(parent, left);
      const freed = byOid.get(parent);
      if (left === 0 && freed) ready.push(freed);
    }
  }
  // The parents that are shown, past those that are not.
  const nearest = (oid: string): string | null => {
    let at = oid;
    while (!shown.has(at)) {
      const parent = parentsOf.get(at)?.[0];
      if (parent === undefined) return null;
      at = parent;
    }
    return at;
  };
  return ordered.map((commit) => ({
    ...commit,
    parents: [...new Set(commit.parents.map(nearest).filter((each) => each !== null))],
  }));
}

export async function mergeBases(repo: Repo, oids: readonly string[]): Promise<string[]> {
  return (await findMergeBase({ ...isoArgs(repo), oids: [...oids] })) as string[];
}

export async function isAncestor(repo: Repo, ancestor: string, oid: string): Promise<boolean> {
  return (await reachable(repo, [oid])).has(ancestor);
}

/** How many commits one side has that the other has not. */
export async function aheadBehind(
  repo: Repo,
  ours: string,
  theirs: string,
): Promise<readonly [number, number]> {
  const [left, right] = await Promise.all([reachable(repo, [ours]), reachable(repo, [theirs])]);
  let [ahead, behind] = [0, 0];
  for (const oid of left) if (!right.has(oid)) ahead++;
  for (const oid of right) if (!left.has(oid)) behind++;
  return [ahead, behind];
}
