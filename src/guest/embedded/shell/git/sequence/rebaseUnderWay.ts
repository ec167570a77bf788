import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { attachHead, detachHead, logMove, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState } from '../base/stateFiles.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { headTree } from './applyChange.ts';
import { endRebase, readRebase } from './rebaseState.ts';
import { commitStopped, runRebase } from './rebaseSteps.ts';

/** What a rebase that has stopped is told: `--continue`, `--skip`, `--abort` or `--quit`. */
export async function rebaseUnderWay(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
  quiet: boolean,
): Promise<number> {
  const state = await readRebase(git, repo);
  if (!state) die('No rebase in progress?');
  if (given.has('continue')) {
    const exitCode = await commitStopped(git, repo, state);
    return exitCode ?? runRebase(git, repo, quiet);
  }
  if (given.has('skip')) {
    const index = await GitIndex.read(repo);
    await forceTo(repo, index, await headTree(repo));
    await index.write(repo);
    await removeState(repo, 'REBASE_HEAD', 'MERGE_MSG', 'CHERRY_PICK_HEAD', 'rebase-merge/amend');
    return runRebase(git, repo, quiet);
  }
  if (given.has('abort')) {
    const head = await readHead(repo);
    const index = await GitIndex.read(repo);
    await forceTo(repo, index, await flattenTree(repo, state.origHead));
    await index.write(repo);
    await detachHead(repo, state.origHead);
    await logMove(git, repo, {
      from: head.oid,
      to: state.origHead,
      message: `rebase (abort): returning to ${state.headName ?? state.origHead}`,
    });
    if (state.headName !== null) await attachHead(repo, state.headName.replace(/^refs\/heads\//, ''));
    await endRebase(repo);
    return 0;
  }
  if (given.has('quit')) {
    await endRebase(repo);
    return 0;
  }
  die("this is not in this guest's git; use --continue, --skip or --abort");
}
