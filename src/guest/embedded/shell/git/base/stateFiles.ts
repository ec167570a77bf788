import type { GitCall } from './gitCall.ts';
import { parentOf } from './paths.ts';
import type { Repo } from './repository.ts';

/** Writes a file below `.git` that tells what is going on, as `MERGE_HEAD` or `rebase-merge/onto`. */
export async function writeState(repo: Repo, name: string, text: string): Promise<void> {
  const path = `${repo.gitDir}/${name}`;
  if (name.includes('/')) await repo.files.mkdir(parentOf(path), true);
  await repo.files.writeFile(path, new TextEncoder().encode(text));
}

/** Its text without the line end; null where there is none. */
export async function stateText(git: GitCall, repo: Repo, name: string): Promise<string | null> {
  return (await git.textOf(`${repo.gitDir}/${name}`))?.trimEnd() ?? null;
}

export async function removeState(repo: Repo, ...names: readonly string[]): Promise<void> {
  for (const name of names) await repo.files.rm(`${repo.gitDir}/${name}`, { recursive: true, force: true });
}

/** What a commit or a reset ends: a merge, a pick or a revert that waits for its commit. */
export const waitingForCommit = [
  'MERGE_HEAD',
  'MERGE_MSG',
  'MERGE_MODE',
  'SQUASH_MSG',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
];
