import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import type { GivenOptions } from '../base/options.ts';
import { allRefs, listBranches, listTags, readHead, refOid, shortRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { fullRefName, resolveRevision, upstreamOf } from '../history/revisions.ts';
import { theirRef } from './fetchPlan.ts';
import { mapped, parseRefspec } from './refspec.ts';
import type { RemoteRef } from './remoteSide.ts';

/** One ref to send: full names; null from is a deletion. */
export interface Sending {
  readonly from: string | null;
  readonly oid: string | null;
  readonly shownFrom: string;
  readonly to: string;
  readonly force: boolean;
}

function notFound(source: string, url: string): never {
  throw new GitFailure(
    `error: src refspec ${source} does not match any\nerror: failed to push some refs to '${url}'\n`,
    1,
  );
}

async function sendingsOf(
  git: GitCall,
  repo: Repo,
  text: string,
  given: GivenOptions,
  theirs: readonly RemoteRef[],
  url: string,
): Promise<Sending[]> {
  const spec = parseRefspec(text);
  const force = spec.force || given.has('force', 'force-with-lease');
  if (given.has('delete') || spec.source === '') {
    const name = spec.target ?? spec.source;
    const found = theirRef(
      theirs.filter(({ ref }) => ref !== 'HEAD'),
      name,
    );
    if (!found) {
      throw new GitFailure(
        `error: unable to delete '${name}': remote ref does not exist\nerror: failed to push some refs to '${url}'\n`,
        1,
      );
    }
    return [{ from: null, oid: null, shownFrom: '', to: found.ref, force }];
  }
  if (spec.source.includes('*')) {
    const refs = await allRefs(repo);
    return refs.flatMap(([ref, oid]) => {
      const to = mapped(ref, spec);
      return to === null ? [] : [{ from: ref, oid, shownFrom: shortRef(ref), to, force }];
    });
  }
  const head = await readHead(repo);
  const isHead = spec.source === 'HEAD' || spec.source === '@';
  const from = isHead ? (head.ref ?? 'HEAD') : await fullRefName(repo, spec.source);
  const oid = from === null ? await resolveRevision(git, repo, spec.source) : await refOid(repo, from);
  if (oid === null) return notFound(spec.source, url);
  const target = spec.target ?? (from === null || from === 'HEAD' ? null : from);
  if (target === null) return notFound(spec.source, url);
  const kind = from?.startsWith('refs/tags/') ? 'refs/tags/' : 'refs/heads/';
  const known = target.startsWith('refs/') ? undefined : theirRef(theirs, target)?.ref;
  if (known === undefined && !target.startsWith('refs/') && !from?.startsWith('refs/')) {
    throw new GitFailure(unqualified(spec.source, target, url), 1);
  }
  const to = target.startsWith('refs/') ? target : (known ?? `${kind}${target}`);
  const shownFrom =
    isHead && spec.target !== null ? spec.source : from === null ? spec.source : shortRef(from);
  return [{ from: from ?? spec.source, oid, shownFrom, to, force }];
}

const unqualified = (
  source: string,
  target: string,
  url: string,
) => `error: The destination you provided is not a full refname (i.e.,
starting with "refs/"). We tried to guess what you meant by:

- Looking for a ref that matches '${target}' on the remote side.
- Checking if the <src> being pushed ('${source}')
  is a ref in "refs/{heads,tags}/". If so we add a corresponding
  refs/{heads,tags}/ prefix on the remote side.

Neither worked, so we gave up. You must fully qualify the ref.
hint: The <src> part of the refspec is a commit object.
hint: Did you mean to create a new branch by pushing to
hint: '${source}:refs/heads/${target}'?
error: failed to push some refs to '${url}'
`;

/** What a push without names means, by the branch and the settings; dies in git's words where that is unclear. */
async function byDefault(git: GitCall, repo: Repo, remote: string, given: GivenOptions): Promise<string> {
  const { branch } = await readHead(repo);
  if (branch === null) {
    return die(
      `You are not currently on a branch.\nTo push the history leading to the current (detached HEAD)\nstate now, use\n\n    git push ${remote} HEAD:<name-of-remote-branch>\n`,
    );
  }
  const mode = (await git.config('push.default')) ?? 'simple';
  if (mode === 'current') return branch;
  const upstream = await upstreamOf(git, branch);
  const isTriangular = upstream !== null && upstream.remote !== remote;
  if (upstream === null || isTriangular) {
    const setsUp = given.has('set-upstream') || (await git.configFlag('push.autoSetupRemote', false));
    const isElsewhere = given.operands.length > 0 && remote !== 'origin';
    if (setsUp || isTriangular || isElsewhere) return branch;
    return die(
      `The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${remote} ${branch}\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n`,
    );
  }
  if (mode === 'simple' && upstream.branch !== branch) {
    return die(
      `The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push ${remote} HEAD:${upstream.branch}\n\nTo push to the branch of the same name on the remote, use\n\n    git push ${remote} HEAD\n\nTo choose either option permanently, see push.default in 'git help config'.\n\nTo avoid automatically configuring an upstream branch when its name\nwon't match the local branch, see option 'simple' of branch.autoSetupMerge\nin 'git help config'.\n`,
    );
  }
  return `${branch}:refs/heads/${upstream.branch}`;
}

/** The refs that a push is about, each once. */
export async function sendings(
  git: GitCall,
  repo: Repo,
  remote: string,
  url: string,
  given: GivenOptions,
  list: () => Promise<readonly RemoteRef[]>,
): Promise<{
  readonly all: readonly Sending[];
  readonly theirs: readonly RemoteRef[];
  /** Nothing was named: the branch and the settings said what is meant. */
  readonly isDefault: boolean;
}> {
  const specs = given.operands.slice(1);
  if (given.has('tags')) specs.push(...(await listTags(repo)).map((tag) => `refs/tags/${tag}`));
  if (given.has('all')) specs.push(...(await listBranches(repo)).map((branch) => `refs/heads/${branch}`));
  if (given.has('mirror')) specs.push(...(await allRefs(repo)).map(([ref]) => `+${ref}:${ref}`));
  const isNamed = specs.length > 0 || given.has('tags', 'all', 'mirror');
  if (!isNamed) specs.push(await byDefault(git, repo, remote, given));
  const theirs = await list();
  const all = new Map<string, Sending>();
  for (const spec of specs) {
    for (const sending of await sendingsOf(git, repo, spec, given, theirs, url)) all.set(sending.to, sending);
  }
  return { all: [...all.values()], theirs, isDefault: !isNamed };
}
