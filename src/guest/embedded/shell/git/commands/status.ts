import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { OptionTable } from '../base/options.ts';
import { readState, type UntrackedMode } from '../history/state.ts';
import { statusForScripts } from '../history/statusForScripts.ts';
import { longStatus, shortStatus } from '../history/statusText.ts';
import { pathspecOf } from '../index/pathspec.ts';

const table = new OptionTable(
  'status',
  's,short b,branch porcelain=? long u,untracked-files=? ignored=? z v,verbose no-renames find-renames=? ahead-behind show-stash column=? ignore-submodules=? renames',
);

export function untrackedMode(text: string | undefined): UntrackedMode {
  if (text === undefined || text === 'normal') return 'normal';
  if (text === 'no' || text === '' || text === 'all') return text === 'no' ? 'no' : 'all';
  return die(`Invalid untracked files mode '${text}'`);
}

export async function status(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  if (repo.bare) die('this operation must be run in a work tree');
  const mode = untrackedMode(
    given.value('untracked-files') ?? (await git.config('status.showUntrackedFiles')),
  );
  const spec = pathspecOf(git, repo, given.operands);
  const state = await readState(git, repo, { untracked: mode, isWanted: (path) => spec.matches(path) });
  const porcelain = given.value('porcelain');
  if (porcelain === 'v2' || porcelain === '2') {
    git.print(await statusForScripts(git, repo, state, given.has('branch'), given.has('ignored')));
    return 0;
  }
  if (
    (given.has('short', 'porcelain', 'z') || (await git.configFlag('status.short', false))) &&
    !given.has('long')
  ) {
    const short = await shortStatus(git, repo, state, {
      branch: given.has('branch'),
      porcelain: porcelain !== undefined || (given.has('z') && !given.has('short')),
      zero: given.has('z'),
      ignored: given.has('ignored'),
    });
    git.print(short);
    return 0;
  }
  git.print((await longStatus(git, repo, state, mode, { showsIgnored: given.has('ignored') })).text);
  return 0;
}
