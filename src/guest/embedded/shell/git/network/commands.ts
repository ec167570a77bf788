import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { listRemotes, readHead, shortRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { fastForward, intoWords, mergeInto } from '../commands/merge.ts';
import { upstreamOf } from '../history/revisions.ts';
import { isAncestor } from '../history/walk.ts';
import { rebase, refuseChanges } from '../sequence/rebase.ts';
import { openSide, type RemoteSide } from './remoteSide.ts';
import { fetchFrom, shownUrl } from './updates.ts';

const fetchTable = new OptionTable(
  'fetch',
  'q,quiet v,verbose all multiple p,prune t,tags no-tags depth= unshallow progress f,force dry-run n a,append j,jobs= recurse-submodules=?',
);
const pullTable = new OptionTable(
  'pull',
  'q,quiet v,verbose r,rebase=? no-rebase ff ff-only no-ff squash no-commit commit e,edit no-edit p,prune t,tags no-tags depth= progress n,no-stat stat s,strategy= X,strategy-option= allow-unrelated-histories f,force autostash no-autostash m,message=',
);
const lsTable = new OptionTable('ls-remote', 'h,heads t,tags q,quiet refs symref exit-code get-url');

export function noSuchRemote(name: string): never {
  throw new GitFailure(
    `fatal: '${name}' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.\n`,
    128,
  );
}

/** The remote that a word names, or that the branch follows, and what is behind its address. */
export async function remoteOf(
  git: GitCall,
  repo: Repo,
  word: string | undefined,
  pushes = false,
): Promise<{ readonly name: string; readonly side: RemoteSide }> {
  const remotes = await listRemotes(repo);
  const upstream = await upstreamOf(git, (await readHead(repo)).branch);
  const follows = upstream?.remote === '.' ? undefined : upstream?.remote;
  const name = word ?? follows ?? (remotes.length === 1 ? remotes[0]! : 'origin');
  const configured =
    (pushes ? await git.config(`remote.${name}.pushurl`) : undefined) ??
    (await git.config(`remote.${name}.url`));
  if (configured === undefined && pushes && word === undefined) {
    die(
      'No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n',
    );
  }
  const side = await openSide(git, configured ?? name, repo.root);
  return { name, side: side ?? noSuchRemote(configured ?? name) };
}

export async function fetchCommand(git: GitCall, args: readonly string[]): Promise<number> {
  const given = fetchTable.parse(args);
  const repo = await git.repo();
  const [word, ...refspecs] = given.operands;
  const isMany = given.has('all', 'multiple');
  let failed = 0;
  for (const each of given.has('all')
    ? await listRemotes(repo)
    : given.has('multiple')
      ? given.operands
      : [word]) {
    const { name, side } = await remoteOf(git, repo, each);
    if (isMany) git.print(`Fetching ${name}\n`);
    const { refused } = await fetchFrom(git, repo, {
      side,
      remote: name,
      refspecs: isMany ? [] : refspecs,
      ...(given.has('depth') ? { depth: given.count('depth', 1) } : {}),
      tags: given.has('no-tags', 'no-no-tags') ? 'none' : given.has('tags') ? 'all' : 'follow',
      prune: given.has('prune') || (await git.configFlag('fetch.prune', false)),
      quiet: given.has('quiet'),
      force: given.has('force'),
      dryRun: given.has('dry-run'),
      append: given.has('append'),
      verbose: given.has('verbose'),
    });
    if (refused) failed = 1;
  }
  return failed;
}

const noUpstream = (branch: string | null, remote: string, joins: 'merge' | 'rebase' | null) => {
  const doing = joins === 'rebase' ? 'rebase against' : 'merge with';
  if (branch === null)
    return `You are not currently on a branch.\nPlease specify which branch you want to ${doing}.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\n`;
  return `There is no tracking information for the current branch.
Please specify which branch you want to ${doing}.
See git-pull(1) for details.

    git pull <remote> <branch>

If you wish to set tracking information for this branch you can do so with:

    git branch --set-upstream-to=${remote}/<branch> ${branch}

`;
};

const divergent = `hint: You have divergent branches and need to specify how to reconcile them.
hint: You can do so by running one of the following commands sometime before
hint: your next pull:
hint: 
hint:   git config pull.rebase false  # merge
hint:   git config pull.rebase true   # rebase
hint:   git config pull.ff only       # fast-forward only
hint: 
hint: You can replace "git config" with "git config --global" to set a default
hint: preference for all repositories. You can also pass --rebase, --no-rebase,
hint: or --ff-only on the command line to override the configured default per
hint: invocation.
fatal: Need to specify how to reconcile divergent branches.
`;

const noSuchRef = (name: string) => `Your configuration specifies to merge with the ref '${name}'
from the remote, but no such ref was fetched.
`;

/** How a pull joins two lines of history: by the options, else by the settings; null where nobody said. */
async function joinsBy(
  git: GitCall,
  branch: string | null,
  given: GivenOptions,
): Promise<'merge' | 'rebase' | null> {
  if (given.has('no-rebase', 'no-no-rebase')) return 'merge';
  const asked = given.has('rebase') ? given.value('rebase') || 'true' : undefined;
  const set =
    asked ??
    (branch === null ? undefined : await git.config(`branch.${branch}.rebase`)) ??
    (await git.config('pull.rebase'));
  if (set === undefined) return null;
  return /^(false|no|off|0)$/i.test(set) ? 'merge' : 'rebase';
}

/** What fails in the fetch of a pull ends the pull with 1. */
async function asFetch<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitFailure) throw new GitFailure(error.text, 1);
    throw error;
  }
}

export async function pull(git: GitCall, args: readonly string[]): Promise<number> {
  const given = pullTable.parse(args);
  const repo = await git.repo();
  const head = await readHead(repo);
  const [word, ...names] = given.operands;
  const upstream = await upstreamOf(git, head.branch);
  const joins = await joinsBy(git, head.branch, given);
  if (joins === 'rebase') await refuseChanges(repo, 'pull with rebase');
  const remotes = await listRemotes(repo);
  if (names.length === 0 && !upstream && word === undefined && remotes.length === 0)
    throw new GitFailure(noUpstream(head.branch, '<remote>', joins), 1);
  const { name, side } = await asFetch(() => remoteOf(git, repo, word));
  const fetching = asFetch(() =>
    fetchFrom(git, repo, {
      side,
      remote: name,
      refspecs: names,
      tags: given.has('no-tags', 'no-no-tags') ? 'none' : given.has('tags') ? 'all' : 'follow',
      prune: given.has('prune'),
      quiet: given.has('quiet'),
      force: given.has('force'),
    }),
  );
  const { merges, refused } = await fetching;
  if (refused) return 1;
  if (merges.length === 0) {
    const isWanted = upstream !== null && upstream.remote === name;
    throw new GitFailure(
      isWanted ? noSuchRef(`refs/heads/${upstream.branch}`) : noUpstream(head.branch, name, joins),
      1,
    );
  }
  const [wanted] = merges;
  const theirs = (await readCommit(repo, wanted!.theirs.oid)).oid;
  const forward = head.oid === null || (await isAncestor(repo, head.oid, theirs));
  const diverged = head.oid !== null && !forward && !(await isAncestor(repo, theirs, head.oid));
  if (diverged && joins === null) {
    const isSettled =
      given.has('ff', 'no-ff', 'ff-only', 'squash') || (await git.config('pull.ff')) !== undefined;
    if (!isSettled) throw new GitFailure(divergent, 128);
  }
  const onlyForward = given.has('ff-only') || (joins === null && (await git.config('pull.ff')) === 'only');
  if (diverged && onlyForward) die('Not possible to fast-forward, aborting.');
  if (joins === 'rebase' && !forward) {
    const quiet = given.has('quiet') ? ['-q'] : [];
    return rebase(git, [...quiet, theirs]);
  }
  const { ref } = wanted!.theirs;
  const what =
    ref === 'HEAD' ? '' : `${ref.startsWith('refs/tags/') ? 'tag' : 'branch'} '${shortRef(ref)}' of `;
  const message = `Merge ${what}${shownUrl(side.url)}${await intoWords(git, repo)}\n`;
  if (head.oid === null) {
    await fastForward(git, repo, theirs, 'initial pull', false);
    return 0;
  }
  return mergeInto(git, repo, theirs, theirs, given, message);
}

export async function lsRemote(git: GitCall, args: readonly string[]): Promise<number> {
  const given = lsTable.parse(args);
  const [word, ...patterns] = given.operands;
  const repo = await git.repoIfAny();
  const side =
    repo !== null
      ? (await remoteOf(git, repo, word)).side
      : word === undefined
        ? die('No remote configured to list refs from.')
        : ((await openSide(git, word, git.cwd)) ?? noSuchRemote(word));
  if (given.has('get-url')) {
    git.print(`${side.url}\n`);
    return 0;
  }
  const refs = await side.list(false);
  if (word === undefined && !given.has('quiet')) await git.warn(`From ${side.url}\n`);
  let found = false;
  for (const { ref, oid, peeled } of refs) {
    if (given.has('heads') && !ref.startsWith('refs/heads/')) continue;
    if (given.has('tags') && !ref.startsWith('refs/tags/')) continue;
    if (given.has('refs') && !ref.startsWith('refs/')) continue;
    if (patterns.length > 0 && !patterns.some((pattern) => ref === pattern || ref.endsWith(`/${pattern}`)))
      continue;
    found = true;
    git.print(`${oid}\t${ref}\n`);
    if (peeled && !given.has('refs')) git.print(`${peeled}\t${ref}^{}\n`);
  }
  return found || !given.has('exit-code') ? 0 : 2;
}
