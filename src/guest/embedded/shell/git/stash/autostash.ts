import type { GitCall } from '../base/gitCall.ts';
import { flattenTree } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, stateText, writeState } from '../base/stateFiles.ts';
import { shortOid } from '../history/abbreviations.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { applyStash } from './applyStash.ts';
import { stashCommit } from './stashCommit.ts';
import { stashEntries, writeStashes } from './stashList.ts';

const plain = new OptionTable('stash', 'q,quiet index');

/** Puts changes of tracked files aside for as long as something else goes on; `file` remembers them. */
export async function putAside(git: GitCall, repo: Repo, file: string): Promise<void> {
  const made = await stashCommit(git, repo, plain.parse([]), 'autostash');
  if (made === null) return;
  git.print(`Created autostash: ${await shortOid(repo, made.oid)}\n`);
  const index = await GitIndex.read(repo);
  await forceTo(repo, index, await flattenTree(repo, (await readHead(repo)).oid));
  await index.write(repo);
  await writeState(repo, file, `${made.oid}\n`);
}

/** Brings back what was put aside. Where it no longer fits it becomes a stash. */
export async function bringBack(git: GitCall, repo: Repo, file: string): Promise<void> {
  const oid = await stateText(git, repo, file);
  if (oid === null) return;
  await removeState(repo, file);
  let exitCode = 1;
  await git.captured(async () => {
    exitCode = await applyStash(git, repo, oid, plain.parse(['--quiet']));
  });
  if (exitCode === 0) return git.warn('Applied autostash.\n');
  const index = await GitIndex.read(repo);
  await forceTo(repo, index, await flattenTree(repo, (await readHead(repo)).oid));
  await index.write(repo);
  await writeStashes(git, repo, [...(await stashEntries(git, repo)), { oid, message: 'autostash' }]);
  await git.warn(
    'Applying autostash resulted in conflicts.\nYour changes are safe in the stash.\nYou can run "git stash pop" or "git stash drop" at any time.\n',
  );
}
