import * as iso from 'isomorphic-git';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { OptionTable } from '../base/options.ts';
import { listRemotes, readHead, refOid } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { intoWords, mergeInto } from '../commands/merge.ts';
import { upstreamOf } from '../history/revisions.ts';
import { isAncestor } from '../history/walk.ts';
import { checkedUrl, corsProxy, guestHttp, unreachable } from './transport.ts';
import { fetchFrom, shownUrl } from './updates.ts';

const fetchTable = new OptionTable(
  'fetch',
  'q,quiet v,verbose all p,prune t,tags no-tags depth= unshallow progress f,force dry-run n a,append j,jobs= recurse-submodules=?',
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

/** The remote that a word names, or that the branch follows, and its address. */
export async function remoteOf(
  git: GitCall,
  repo: Repo,
  word: string | undefined,
  pushes = false,
): Promise<{ readonly name: string; readonly url: string }> {
  if (word !== undefined && /^(?:https?|ssh|git):\/\/|^[\w.-]+@/.test(word))
    return { name: word, url: checkedUrl(word) };
  const remotes = await listRemotes(repo);
  const upstream = await upstreamOf(git, (await readHead(repo)).branch);
  const name = word ?? upstream?.remote ?? (remotes.length === 1 ? remotes[0]! : 'origin');
  const url =
    (pushes ? await git.config(`remote.${name}.pushurl`) : undefined) ??
    (await git.config(`remote.${name}.url`));
  if (url === undefined) {
    if (pushes && word === undefined) {
      die(
        'No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n',
      );
    }
    noSuchRemote(name);
  }
  return { name, url: checkedUrl(url).replace(/\/+$/, '') };
}

export async function fetchCommand(git: GitCall, args: readonly string[]): Promise<number> {
  const given = fetchTable.parse(args);
  const repo = await git.repo();
  const [word, refspec] = given.operands;
  const names = given.has('all') ? await listRemotes(repo) : [word];
  for (const each of names) {
    const { name, url } = await remoteOf(git, repo, each);
    const branch = refspec
      ?.replace(/^\+/, '')
      .split(':')[0]
      ?.replace(/^refs\/heads\//, '');
    await fetchFrom(git, repo, {
      url,
      remote: name,
      ...(branch === undefined ? {} : { branch }),
      ...(given.has('depth') ? { depth: given.count('depth', 1) } : {}),
      tags: !given.has('no-tags'),
      prune: given.has('prune'),
      quiet: given.has('quiet'),
    });
  }
  return 0;
}

const noUpstream = (branch: string) => `There is no tracking information for the current branch.
Please specify which branch you want to merge with.
See git-pull(1) for details.

    git pull <remote> <branch>

If you wish to set tracking information for this branch you can do so with:

    git branch --set-upstream-to=origin/<branch> ${branch}

`;

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

export async function pull(git: GitCall, args: readonly string[]): Promise<number> {
  const given = pullTable.parse(args);
  const repo = await git.repo();
  const head = await readHead(repo);
  const [word, named] = given.operands;
  const upstream = await upstreamOf(git, head.branch);
  const branch = named ?? upstream?.branch;
  if (branch === undefined || (word === undefined && !upstream)) {
    throw new GitFailure(noUpstream(head.branch ?? 'HEAD'), 1);
  }
  const { name, url } = await remoteOf(git, repo, word);
  await fetchFrom(git, repo, {
    url,
    remote: name,
    ...(named === undefined ? {} : { branch }),
    tags: !given.has('no-tags'),
    prune: given.has('prune'),
    quiet: given.has('quiet'),
  });
  const theirs = await refOid(repo, `refs/remotes/${name}/${branch}`);
  if (theirs === null) throw new GitFailure(`fatal: couldn't find remote ref ${branch}\n`, 1);
  const diverged =
    head.oid !== null &&
    !(await isAncestor(repo, head.oid, theirs)) &&
    !(await isAncestor(repo, theirs, head.oid));
  const rebase = given.has('no-rebase', 'no-no-rebase')
    ? 'false'
    : given.has('rebase')
      ? 'true'
      : await git.config('pull.rebase');
  if (diverged) {
    const settled =
      rebase !== undefined ||
      given.has('ff', 'no-ff', 'ff-only', 'squash') ||
      (await git.config('pull.ff')) !== undefined;
    if (!settled) throw new GitFailure(divergent, 128);
    if (rebase === 'true') die("rebasing is not in this guest's git; merge instead: git pull --no-rebase");
  }
  if ((await git.config('pull.ff')) === 'only') given.add('ff-only', '');
  const message = `Merge branch '${branch}' of ${shownUrl(url)}${await intoWords(git, repo)}\n`;
  return mergeInto(git, repo, theirs, theirs, given, message);
}

export async function lsRemote(git: GitCall, args: readonly string[]): Promise<number> {
  const given = lsTable.parse(args);
  const [word, ...patterns] = given.operands;
  const repo = await git.repoIfAny();
  const url =
    word !== undefined && /^[\w+]+:\/\//.test(word)
      ? checkedUrl(word)
      : (await remoteOf(git, repo ?? (await git.repo()), word)).url;
  if (given.has('get-url')) {
    git.print(`${url}\n`);
    return 0;
  }
  let refs: iso.ServerRef[];
  try {
    refs = await iso.listServerRefs({
      http: guestHttp(git),
      url,
      corsProxy: await corsProxy(git),
      symrefs: true,
      peelTags: true,
    });
  } catch (error) {
    return unreachable(url, error);
  }
  if (word === undefined && !given.has('quiet')) await git.warn(`From ${url}\n`);
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
