import { byPath } from '../base/paths.ts';
import type { Commit } from '../base/people.ts';

/** A commit with how many of the candidates it reaches, itself among them. */
export interface Weighed {
  readonly oid: string;
  readonly weight: number;
}

/** Two and three are halfway of five; three is of six. */
function isHalfway(weight: number, count: number): boolean {
  const off = Math.abs(2 * weight - count);
  return off <= 1 || off < Math.floor(count / 1024);
}

/**
 * The weights of the candidates, oldest first, in the order in which git finds them. Where not all are asked for it
 * stops at the first one that halves them, which then is the last.
 */
function weigh(
  commits: readonly Commit[],
  all: boolean,
): { weights: Map<string, number>; hit: string | null } {
  const inside = new Map(commits.map((commit) => [commit.oid, commit]));
  const parentsOf = ({ parents }: Commit) => parents.filter((parent) => inside.has(parent));
  const weights = new Map<string, number>();
  const merges: Commit[] = [];
  for (const commit of commits) {
    const { length } = parentsOf(commit);
    if (length === 0) weights.set(commit.oid, 1);
    else if (length > 1) merges.push(commit);
  }
  const isEnd = ({ oid }: Commit) => !all && isHalfway(weights.get(oid) ?? 0, commits.length);
  for (const merge of merges) {
    const seen = new Set<string>();
    const stack = [merge.oid];
    for (let oid = stack.pop(); oid !== undefined; oid = stack.pop()) {
      if (seen.has(oid)) continue;
      seen.add(oid);
      stack.push(...parentsOf(inside.get(oid)!));
    }
    weights.set(merge.oid, seen.size);
    if (isEnd(merge)) return { weights, hit: merge.oid };
  }
  while (weights.size < commits.length) {
    for (const commit of commits) {
      if (weights.has(commit.oid)) continue;
      const known = parentsOf(commit).find((parent) => weights.has(parent));
      if (known === undefined) continue;
      weights.set(commit.oid, weights.get(known)! + 1);
      if (isEnd(commit)) return { weights, hit: commit.oid };
    }
  }
  return { weights, hit: null };
}

const distance = (weight: number, count: number) => Math.min(weight, count - weight);

/** The commit whose test halves the candidates, which come newest first; ties are broken as git breaks them. */
export function halfwayOf(newestFirst: readonly Commit[]): Weighed {
  const commits = [...newestFirst].reverse();
  const { weights, hit } = weigh(commits, false);
  if (hit !== null) return { oid: hit, weight: weights.get(hit)! };
  let best = commits[0]!;
  let far = -1;
  for (const commit of commits) {
    const each = distance(weights.get(commit.oid)!, commits.length);
    if (each > far) [best, far] = [commit, each];
  }
  return { oid: best.oid, weight: weights.get(best.oid)! };
}

const modulo = 32_768;

function pseudoRandom(count: number): number {
  return Math.floor(((Math.imul(count, 1_103_515_245) + 12_345) >>> 0) / 65_536) % modulo;
}

/** The candidates, best first, where some cannot be tested; and which of the rest git would go to. */
export function halfwayPast(
  newestFirst: readonly Commit[],
  skipped: readonly string[],
  bad: string,
): { readonly tried: readonly string[]; readonly next: Weighed | null } {
  const { weights } = weigh([...newestFirst].reverse(), true);
  const count = newestFirst.length;
  const sorted = [...weights].sort(
    ([a, x], [b, y]) => distance(y, count) - distance(x, count) || byPath(a, b),
  );
  const isSkipped = ([oid]: readonly [string, number]) => skipped.includes(oid);
  const left = sorted.filter((each) => !isSkipped(each));
  const firstOpen = sorted.findIndex((each) => !isSkipped(each));
  const tried = (firstOpen < 0 ? sorted : sorted.slice(0, firstOpen)).map(([oid]) => oid);
  // What is left is counted for the best of all, skipped or not.
  const at = (index: number): Weighed | null => {
    const oid = left[index]?.[0];
    return oid === undefined ? null : { oid, weight: sorted[0]![1] };
  };
  if (!sorted[0] || !isSkipped(sorted[0])) return { tried, next: at(0) };
  const random = pseudoRandom(left.length);
  const share = Math.floor((left.length * random) / modulo);
  const index = Math.floor((share * Math.floor(Math.sqrt(random))) / Math.floor(Math.sqrt(modulo)));
  const all = sorted.filter(isSkipped).map(([oid]) => oid);
  const chosen = at(index);
  return { tried: all, next: chosen?.oid === bad && index > 0 ? at(index - 1) : chosen };
}

/** About how many tests are left with so many candidates. */
export function stepsFor(count: number): number {
  if (count < 3) return 0;
  const whole = Math.floor(Math.log2(count));
  const power = 2 ** whole;
  return power < 3 * (count - power) ? whole : whole - 1;
}
