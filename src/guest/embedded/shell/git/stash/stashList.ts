import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { readCommit, zeroOid } from '../base/objects.ts';
import { personLine } from '../base/people.ts';
import { deleteRef, readReflog, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, writeState } from '../base/stateFiles.ts';
import { resolveRevision } from '../history/revisions.ts';

export const stashRef = 'refs/stash';

interface StashEntry {
  readonly oid: string;
  readonly message: string;
}

/** The stashes, oldest first, as the log has them. */
export async function stashEntries(git: GitCall, repo: Repo): Promise<StashEntry[]> {
  return (await readReflog(git, repo, stashRef)).map(({ to, message }) => ({ oid: to, message })).reverse();
}

/** Makes these the stashes, oldest first; there is at least one. */
export async function writeStashes(git: GitCall, repo: Repo, entries: readonly StashEntry[]): Promise<void> {
  const who = await identity(git, 'committer');
  const lines = entries.map(
    ({ oid, message }, at) => `${entries[at - 1]?.oid ?? zeroOid} ${oid} ${personLine(who)}\t${message}\n`,
  );
  await writeState(repo, `logs/${stashRef}`, lines.join(''));
  await writeRef(repo, stashRef, entries.at(-1)!.oid);
}

interface Named {
  readonly oid: string;
  /** Its place from the newest; null where a commit was named that is in no list. */
  readonly at: number | null;
  readonly shown: string;
}

/** The stash that a word names: `stash@{1}`, `1`, any commit; the newest where there is none. */
export async function namedStash(git: GitCall, repo: Repo, word: string | undefined): Promise<Named> {
  const entries = (await stashEntries(git, repo)).reverse();
  const place = /^(?:stash@\{)?(\d+)\}?$/.exec(word ?? '0');
  if (entries.length === 0 && (word === undefined || place))
    throw new GitFailure(
      word === undefined
        ? 'No stash entries found.\n'
        : `error: ${stashRef}@{${place?.[1]}} is not a valid reference\n`,
      1,
    );
  if (word === 'stash' || place) {
    const at = Number(place?.[1] ?? 0);
    const entry = entries[at];
    if (!entry) die(`log for 'stash' only has ${entries.length} entries`);
    return {
      oid: entry.oid,
      at,
      shown: word === undefined || /^\d+$/.test(word) ? `${stashRef}@{${at}}` : word,
    };
  }
  const oid = await resolveRevision(git, repo, word ?? stashRef);
  if (oid === null) throw new GitFailure(`error: ${word} is not a valid reference\n`, 1);
  return { oid: (await readCommit(repo, oid)).oid, at: null, shown: word ?? stashRef };
}

/** Takes a stash out of the list. */
export async function forgetStash(git: GitCall, repo: Repo, { at }: Named): Promise<void> {
  const entries = (await stashEntries(git, repo)).reverse();
  entries.splice(at ?? 0, 1);
  if (entries.length > 0) return writeStashes(git, repo, entries.reverse());
  await removeState(repo, `logs/${stashRef}`);
  await deleteRef(repo, stashRef);
}
