import * as iso from 'isomorphic-git';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { objectIfAny } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { deleteRef, listBranches, listTags, readHead, refOid, writeRef } from '../base/refs.ts';
import { isoArgs, type Repo } from '../base/repository.ts';
import { setUpstream } from '../commands/branch.ts';
import { shortOid } from '../history/abbreviations.ts';
import { fullRefName, upstreamOf } from '../history/revisions.ts';
import { isAncestor } from '../history/walk.ts';
import { remoteOf } from './commands.ts';
import { corsProxy, guestHttp, unreachable } from './transport.ts';
import { pushLine, withoutSecrets } from './updates.ts';

const table = new OptionTable(
  'push',
  'u,set-upstream f,force force-with-lease=? d,delete tags all q,quiet v,verbose n,dry-run progress no-verify follow-tags atomic prune porcelain force-if-includes o,push-option=',
);

/** One ref to send: full names; null from is a deletion. */
interface Sending {
  readonly from: string | null;
  readonly shownFrom: string;
  readonly to: string;
  readonly force: boolean;
}

const short = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '');

async function sendingOf(repo: Repo, spec: string, given: GivenOptions): Promise<Sending> {
  const force = spec.startsWith('+') || given.has('force', 'force-with-lease');
  const [source = '', target] = spec.replace(/^\+/, '').split(':');
  const full = (name: string, like: string | null) =>
    name.startsWith('refs/')
      ? name
      : `${like?.startsWith('refs/tags/') ? 'refs/tags/' : 'refs/heads/'}${name}`;
  if (given.has('delete') || source === '') {
    const name = target ?? source;
    const isTag =
      (await refOid(repo, `refs/tags/${name}`)) !== null &&
      (await refOid(repo, `refs/heads/${name}`)) === null;
    return { from: null, shownFrom: '', to: full(name, isTag ? 'refs/tags/' : null), force };
  }
  const head = await readHead(repo);
  const from = source === 'HEAD' ? head.ref : await fullRefName(repo, source);
  if (from === null || (await refOid(repo, from)) === null) {
    throw new GitFailure(`error: src refspec ${source} does not match any\n`, 1);
  }
  const to = target === undefined ? full(short(from), from) : full(target, from);
  return { from, shownFrom: source === 'HEAD' && target !== undefined ? 'HEAD' : short(from), to, force };
}

async function sendings(git: GitCall, repo: Repo, remote: string, given: GivenOptions): Promise<Sending[]> {
  const specs = given.operands.slice(1);
  if (given.has('tags')) specs.push(...(await listTags(repo)).map((tag) => `refs/tags/${tag}`));
  if (given.has('all')) specs.push(...(await listBranches(repo)).map((branch) => `refs/heads/${branch}`));
  if (specs.length > 0 || given.has('tags', 'all'))
    return Promise.all(specs.map((spec) => sendingOf(repo, spec, given)));
  const { branch } = await readHead(repo);
  if (branch === null) {
    die(
      'You are not currently on a branch.\nTo push the history leading to the current (detached HEAD)\nstate now, use\n\n    git push origin HEAD:<name-of-remote-branch>\n',
    );
  }
  const upstream = await upstreamOf(git, branch);
  const setsUp = given.has('set-upstream') || (await git.configFlag('push.autoSetupRemote', false));
  const current = (await git.config('push.default')) === 'current';
  if (!upstream && !setsUp && !current && given.operands.length === 0) {
    die(
      `The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${remote} ${branch}\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n`,
    );
  }
  return [await sendingOf(repo, branch, given)];
}

const fetchFirst = `hint: Updates were rejected because the remote contains work that you do
hint: not have locally. This is usually caused by another repository pushing
hint: to the same ref. You may want to first integrate the remote changes
hint: (e.g., 'git pull ...') before pushing again.
hint: See the 'Note about fast-forwards' in 'git push --help' for details.
`;
const behind = `hint: Updates were rejected because the tip of your current branch is behind
hint: its remote counterpart. Integrate the remote changes (e.g.
hint: 'git pull ...') before pushing again.
hint: See the 'Note about fast-forwards' in 'git push --help' for details.
`;

export async function push(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { name, url } = await remoteOf(git, repo, given.operands[0], true);
  const list = await sendings(git, repo, name, given);
  const proxy = await corsProxy(git);
  let theirs: Map<string, string>;
  try {
    const refs = await iso.listServerRefs({
      http: guestHttp(git),
      url,
      corsProxy: proxy,
      forPush: true,
      protocolVersion: 1,
    });
    theirs = new Map(refs.map(({ ref, oid }) => [ref, oid]));
  } catch (error) {
    return unreachable(url, error);
  }
  const lines: string[] = [];
  let rejected: string | null = null;
  for (const sending of list) {
    const oid = sending.from === null ? null : await refOid(repo, sending.from);
    const old = theirs.get(sending.to);
    if (oid === old || (oid === null && old === undefined)) {
      if (oid === null)
        throw new GitFailure(
          `error: unable to delete '${short(sending.to)}': remote ref does not exist\nerror: failed to push some refs to '${withoutSecrets(url)}'\n`,
          1,
        );
      continue;
    }
    if (old !== undefined && oid !== null && !sending.force) {
      const isKnown = (await objectIfAny(repo, old)) !== null;
      const isTag = sending.to.startsWith('refs/tags/');
      if (isTag || !isKnown || !(await isAncestor(repo, old, oid))) {
        const why = isTag ? 'already exists' : isKnown ? 'non-fast-forward' : 'fetch first';
        lines.push(pushLine('!', '[rejected]', sending.shownFrom, short(sending.to), ` (${why})`));
        rejected = isTag ? '' : isKnown ? behind : fetchFirst;
        continue;
      }
    }
    if (!given.has('dry-run')) await send(git, repo, name, url, sending, proxy);
    lines.push(await lineFor(repo, sending, old, oid));
  }
  const shown = withoutSecrets(url);
  if (lines.length === 0) await git.warn('Everything up-to-date\n');
  else if (!given.has('quiet') || rejected !== null) await git.warn(`To ${shown}\n${lines.join('')}`);
  if (rejected !== null)
    throw new GitFailure(`error: failed to push some refs to '${shown}'\n${rejected}`, 1);
  if (given.has('set-upstream') || (await git.configFlag('push.autoSetupRemote', false))) {
    for (const { from, to } of list) {
      if (from?.startsWith('refs/heads/'))
        git.print(await setUpstream(git, repo, short(from), `${name}/${short(to)}`));
    }
  }
  return 0;
}

async function lineFor(
  repo: Repo,
  sending: Sending,
  old: string | undefined,
  oid: string | null,
): Promise<string> {
  const to = short(sending.to);
  if (oid === null) return ` - [deleted]         ${to}\n`;
  if (old === undefined) {
    const kind = sending.to.startsWith('refs/tags/') ? '[new tag]' : '[new branch]';
    return pushLine('*', kind, sending.shownFrom, to);
  }
  const isKnown = (await objectIfAny(repo, old)) !== null;
  const forward = isKnown && (await isAncestor(repo, old, oid));
  const [a, b] = [await shortOid(repo, old), await shortOid(repo, oid)];
  return forward
    ? pushLine(' ', `${a}..${b}`, sending.shownFrom, to)
    : pushLine('+', `${a}...${b}`, sending.shownFrom, to, ' (forced update)');
}

async function send(
  git: GitCall,
  repo: Repo,
  remote: string,
  url: string,
  sending: Sending,
  proxy: string | undefined,
): Promise<void> {
  let result: iso.PushResult;
  try {
    result = await iso.push({
      ...isoArgs(repo),
      http: guestHttp(git),
      url,
      remote,
      corsProxy: proxy,
      ref: sending.from ?? 'HEAD',
      remoteRef: sending.to,
      force: true,
      delete: sending.from === null,
    });
  } catch (error) {
    return unreachable(url, error);
  }
  const failed = Object.entries(result.refs).find(([, { ok }]) => !ok);
  if (!result.ok || failed) {
    throw new GitFailure(
      `To ${withoutSecrets(url)}\n${pushLine('!', '[remote rejected]', sending.shownFrom, short(sending.to), ` (${failed?.[1].error ?? result.error ?? 'no reason given'})`)}error: failed to push some refs to '${withoutSecrets(url)}'\n`,
      1,
    );
  }
  if (!sending.to.startsWith('refs/heads/') || /:\/\//.test(remote)) return;
  const tracking = `refs/remotes/${remote}/${short(sending.to)}`;
  const oid = sending.from === null ? null : await refOid(repo, sending.from);
  if (oid !== null) await writeRef(repo, tracking, oid);
  else if ((await refOid(repo, tracking)) !== null) await deleteRef(repo, tracking);
}
