import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import { type Commit, subjectOf } from '../base/people.ts';
import { readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, stateText, writeState } from '../base/stateFiles.ts';
import { commitOf, resolveRevision } from '../history/revisions.ts';
import { walkHistory } from '../history/walk.ts';

export type SequenceName = 'cherry-pick' | 'revert';

/** What a series of picks or reverts has still to do, in `.git/sequencer`. */
export async function saveTodo(
  repo: Repo,
  name: SequenceName,
  start: string,
  commits: readonly Commit[],
  options: string,
): Promise<void> {
  const word = name === 'revert' ? 'revert' : 'pick';
  const lines = commits.map(({ oid, message }) => `${word} ${oid} ${subjectOf(message)}\n`).join('');
  await writeState(repo, 'sequencer/head', `${start}\n`);
  await writeState(repo, 'sequencer/todo', lines);
  await writeState(repo, 'sequencer/opts', options);
}

/** The commits that are left; the one that stopped is none of them. */
export async function readTodo(git: GitCall, repo: Repo): Promise<Commit[]> {
  const text = (await stateText(git, repo, 'sequencer/todo')) ?? '';
  const oids = text.split('\n').flatMap((line) => /^\w+ ([0-9a-f]{40})/.exec(line)?.[1] ?? []);
  return Promise.all(oids.map((oid) => readCommit(repo, oid)));
}

export async function endSequence(repo: Repo): Promise<void> {
  await removeState(repo, 'sequencer');
}

/** The commits that the words name: single ones as they stand, ranges from the oldest on. */
export async function commitsNamed(git: GitCall, repo: Repo, words: readonly string[]): Promise<Commit[]> {
  const found: Commit[] = [];
  for (const word of words) {
    const range = /^(.*?)\.\.(?!\.)(.*)$/.exec(word);
    if (!range) {
      const oid = await resolveRevision(git, repo, word);
      if (oid === null) die(`bad revision '${word}'`);
      found.push(await readCommit(repo, await commitOf(git, repo, word)));
      continue;
    }
    const from = await commitOf(git, repo, range[1] || 'HEAD');
    const to = await commitOf(git, repo, range[2] || 'HEAD');
    found.push(...(await commitsAfter(repo, from, to)));
  }
  return found;
}

/** What one commit reaches and another (null: none) does not, oldest first. */
export async function commitsAfter(repo: Repo, from: string | null, to: string): Promise<Commit[]> {
  const found: string[] = [];
  const options = { firstParent: false, topological: true };
  for await (const { oid } of walkHistory(repo, [to], from === null ? [] : [from], options)) found.push(oid);
  // Read anew: a walk leaves out the parents that it does not visit.
  return Promise.all(found.reverse().map((oid) => readCommit(repo, oid)));
}

export async function currentOid(repo: Repo): Promise<string> {
  return (await readHead(repo)).oid ?? '';
}
