import type { SessionSummary } from '../../store/index.ts';
import * as words from '../words/sessions.ts';

/** A session in the list, under the one that it comes from. */
export interface TreeRow {
  readonly session: SessionSummary;
  /** 0 for one of its own, or whose origin is not in this browser. */
  readonly depth: number;
  /** How it comes from another; null for one of its own. */
  readonly origin: SessionSummary['origin'] | null;
  /** The other session is in this browser: the row stands under it. */
  readonly isUnder: boolean;
}

/** Deeper rows stand no further to the right. */
const deepest = 6;

/**
 * Sessions as a tree: newest first, each followed by its forks and runs, oldest first. A fork whose origin is gone, and
 * sessions that name each other in a ring, stand by themselves: each session is in the list exactly once.
 */
export function sessionTree(sessions: readonly SessionSummary[]): readonly TreeRow[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const parentOf = (session: SessionSummary): SessionSummary | null => {
    const { origin } = session;
    return origin === undefined || origin.session === session.id ? null : (byId.get(origin.session) ?? null);
  };
  const children = new Map<string, SessionSummary[]>();
  const roots: SessionSummary[] = [];
  for (const session of sessions) {
    const parent = parentOf(session);
    if (parent === null || isInRing(session, parentOf)) roots.push(session);
    else children.set(parent.id, [...(children.get(parent.id) ?? []), session]);
  }
  const newest = new Map<string, number>();
  const newestOf = (session: SessionSummary): number => {
    const known = newest.get(session.id);
    if (known !== undefined) return known;
    const at = Math.max(session.changedAtMs, ...(children.get(session.id) ?? []).map(newestOf));
    newest.set(session.id, at);
    return at;
  };
  const rowsOf = (session: SessionSummary, depth: number, isUnder: boolean): readonly TreeRow[] => [
    { session, depth: Math.min(depth, deepest), origin: session.origin ?? null, isUnder },
    ...(children.get(session.id) ?? [])
      .sort((a, b) => a.createdAtMs - b.createdAtMs)
      .flatMap((child) => rowsOf(child, depth + 1, true)),
  ];
  return roots.sort((a, b) => newestOf(b) - newestOf(a)).flatMap((root) => rowsOf(root, 0, false));
}

/** Its origins lead back to itself, or to a ring: no session of a browser does, a list that was tampered with may. */
function isInRing(
  session: SessionSummary,
  parentOf: (session: SessionSummary) => SessionSummary | null,
): boolean {
  const seen = new Set<string>();
  for (let at: SessionSummary | null = session; at !== null; at = parentOf(at)) {
    if (seen.has(at.id)) return at.id === session.id;
    seen.add(at.id);
  }
  return false;
}

/** Where a session comes from, for people. */
export function originWords({ origin, isUnder }: TreeRow): string {
  if (origin === null || origin === undefined) return '';
  const elsewhere = isUnder ? null : origin.title;
  if (origin.kind === 'run') return words.runAgain(elsewhere);
  return origin.at === null ? words.forkOfWhole(elsewhere) : words.forkBehind(origin.at, elsewhere);
}
