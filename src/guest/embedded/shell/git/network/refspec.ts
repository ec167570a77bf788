import type { GitCall } from '../base/gitCall.ts';

/** `+refs/heads/*:refs/remotes/origin/*`: which refs of one side belong to which of the other. */
export interface Refspec {
  readonly force: boolean;
  /** Empty deletes, in a push. */
  readonly source: string;
  /** Null where nothing is named behind a colon. */
  readonly target: string | null;
}

export function parseRefspec(text: string): Refspec {
  const force = text.startsWith('+');
  const plain = force ? text.slice(1) : text;
  const colon = plain.indexOf(':');
  if (colon < 0) return { force, source: plain, target: null };
  return { force, source: plain.slice(0, colon), target: plain.slice(colon + 1) || null };
}

/** What the config says is fetched of a remote. */
export async function configuredSpecs(git: GitCall, remote: string): Promise<Refspec[]> {
  const entries = await git.configEntries();
  return entries
    .filter(({ key }) => key === `remote.${remote}.fetch`)
    .map(({ value }) => parseRefspec(value));
}

/** Where a full name of a ref leads by a refspec with full names; null where it does not match. */
export function mapped(ref: string, { source, target }: Refspec): string | null {
  if (target === null) return null;
  const star = source.indexOf('*');
  if (star < 0) return ref === source ? target : null;
  const [before, after] = [source.slice(0, star), source.slice(star + 1)];
  const isMatch = ref.startsWith(before) && ref.endsWith(after) && ref.length >= before.length + after.length;
  return isMatch ? target.replace('*', ref.slice(before.length, ref.length - after.length)) : null;
}

/** A refspec turned round: from our name back to theirs. */
export function turnedRound({ force, source, target }: Refspec): Refspec {
  return { force, source: target ?? source, target: source };
}
