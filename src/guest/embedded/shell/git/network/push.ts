import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { runHook } from '../base/hooks.ts';
import { hasObject, peel, readObject, zeroOid } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { allRefs, deleteRef, logRef, shortRef, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { setUpstream } from '../commands/branch.ts';
import { shortOid } from '../history/abbreviations.ts';
import { isAncestor } from '../history/walk.ts';
import { remoteOf } from './commands.ts';
import { configuredSpecs, mapped } from './refspec.ts';
import type { RefUpdate } from './remoteSide.ts';
import { type Sending, sendings } from './sendings.ts';
import { pushLine, withoutSecrets } from './updates.ts';

const table = new OptionTable(
  'push',
  'u,set-upstream f,force force-with-lease=? d,delete tags all mirror q,quiet v,verbose n,dry-run progress no-verify verify follow-tags atomic prune porcelain force-if-includes o,push-option= thin signed=? 4,ipv4 6,ipv6 repo=',
);

type Reason = 'fetch first' | 'non-fast-forward' | 'already exists' | 'stale info' | 'atomic push failed';

const note = "hint: See the 'Note about fast-forwards' in 'git push --help' for details.\n";
const fetchFirst = `hint: Updates were rejected because the remote contains work that you do
hint: not have locally. This is usually caused by another repository pushing
hint: to the same ref. You may want to first integrate the remote changes
hint: (e.g., 'git pull ...') before pushing again.
${note}`;
const behindCurrent = `hint: Updates were rejected because the tip of your current branch is behind
hint: its remote counterpart. Integrate the remote changes (e.g.
hint: 'git pull ...') before pushing again.
${note}`;
const behindOther = `hint: Updates were rejected because a pushed branch tip is behind its remote
hint: counterpart. Check out this branch and integrate the remote changes
hint: (e.g. 'git pull ...') before pushing again.
${note}`;
const tagExists = 'hint: Updates were rejected because the tag already exists in the remote.\n';

interface Judged extends Sending {
  readonly old: string | null;
  readonly refusal: Reason | null;
}

async function judged(
  repo: Repo,
  sending: Sending,
  old: string | null,
  lease: string | null | undefined,
): Promise<Judged> {
  const { oid, to, force } = sending;
  const at = { ...sending, old };
  if (lease !== undefined && lease !== old) return { ...at, refusal: 'stale info' };
  if (old === null || oid === null || force) return { ...at, refusal: null };
  if (to.startsWith('refs/tags/')) return { ...at, refusal: 'already exists' };
  if (!(await hasObject(repo, old))) return { ...at, refusal: 'fetch first' };
  const forward = await isAncestor(repo, (await peel(repo, old)).oid, (await peel(repo, oid)).oid);
  return { ...at, refusal: forward ? null : 'non-fast-forward' };
}

export async function push(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const { name, side } = await remoteOf(git, repo, given.operands[0] ?? given.value('repo'), true);
  const url = withoutSecrets(side.url);
  const { all, theirs, isDefault } = await sendings(git, repo, name, url, given, () => side.list(true));
  const configured = await configuredSpecs(git, name);
  const trackingOf = (ref: string) => configured.flatMap((spec) => mapped(ref, spec) ?? [])[0] ?? null;
  const ours = new Map(await allRefs(repo));
  const list: Judged[] = [];
  for (const sending of all) {
    const old = theirs.find(({ ref }) => ref === sending.to)?.oid ?? null;
    if (sending.oid === old) continue;
    const tracking = trackingOf(sending.to);
    const lease =
      given.has('force-with-lease') && tracking !== null ? (ours.get(tracking) ?? null) : undefined;
    list.push(await judged(repo, sending, old, lease));
  }
  if (given.has('atomic') && list.some(({ refusal }) => refusal !== null)) {
    for (const each of list.splice(0)) list.push({ ...each, refusal: each.refusal ?? 'atomic push failed' });
  }
  const lines = (each: Judged) =>
    `${each.from ?? '(delete)'} ${each.oid ?? zeroOid} ${each.to} ${each.old ?? zeroOid}\n`;
  const accepted = list.filter(({ refusal }) => refusal === null);
  if (!given.has('no-verify', 'no-no-verify')) {
    const input = accepted.map(lines).join('');
    if (!(await runHook(git, repo, 'pre-push', [name, side.url], input)))
      throw new GitFailure(`error: failed to push some refs to '${url}'\n`, 1);
  }
  const updates = accepted.map(({ to, from, old, oid }): RefUpdate => ({ ref: to, from, old, now: oid }));
  const reasons =
    updates.length === 0 || given.has('dry-run')
      ? updates.map(() => null)
      : await side.send(repo, updates, name);
  const done: string[] = [];
  const failed: string[] = [];
  for (const [at, each] of accepted.entries()) {
    const reason = reasons[at] ?? null;
    const shown = each.oid === null ? '' : each.shownFrom;
    if (reason === null) done.push(await lineFor(repo, each));
    else if (each.oid === null) failed.push(` ! [remote rejected] ${shortRef(each.to)} (${reason})\n`);
    else failed.push(pushLine('!', '[remote rejected]', shown, shortRef(each.to), ` (${reason})`));
    if (reason !== null || given.has('dry-run')) continue;
    await noteTracking(git, repo, trackingOf(each.to), each);
  }
  for (const { refusal, shownFrom, to } of list) {
    if (refusal !== null) failed.push(pushLine('!', '[rejected]', shownFrom, shortRef(to), ` (${refusal})`));
  }
  const setsUp =
    given.has('set-upstream') || (isDefault && (await git.configFlag('push.autoSetupRemote', false)));
  if (setsUp && !given.has('dry-run') && failed.length === 0) {
    for (const { from, to } of all) {
      const isBranch = from?.startsWith('refs/heads/') && trackingOf(to) !== null;
      if (!isBranch) continue;
      const said = await setUpstream(git, repo, shortRef(from ?? ''), `${name}/${shortRef(to)}`);
      if (!given.has('quiet')) git.print(said);
    }
  }
  if (list.length === 0 && !given.has('verbose')) {
    if (!given.has('quiet')) await git.warn('Everything up-to-date\n');
    return 0;
  }
  if (given.has('verbose')) await git.warn(`Pushing to ${url}\n`);
  const same = given.has('verbose')
    ? all
        .filter(({ to }) => !list.some((each) => each.to === to))
        .map(({ shownFrom, to }) => pushLine('=', '[up to date]', shownFrom, shortRef(to)))
    : [];
  if (!given.has('quiet') || failed.length > 0)
    await git.warn(`To ${url}\n${[...same, ...done, ...failed].join('')}`);
  if (list.length === 0) await git.warn('Everything up-to-date\n');
  if (failed.length === 0) return 0;
  throw new GitFailure(`error: failed to push some refs to '${url}'\n${await hintFor(git, repo, list)}`, 1);
}

async function hintFor(git: GitCall, repo: Repo, list: readonly Judged[]): Promise<string> {
  const head = (await git.textOf(`${repo.gitDir}/HEAD`))?.trim();
  const has = (reason: Reason) => list.find(({ refusal }) => refusal === reason);
  const behind = list.filter(({ refusal }) => refusal === 'non-fast-forward');
  if (behind.some(({ from }) => `ref: ${from}` === head)) return behindCurrent;
  if (behind.length > 0) return behindOther;
  if (has('already exists')) return tagExists;
  return has('fetch first') ? fetchFirst : '';
}

/** Our note of where their branch stands follows what was pushed. */
async function noteTracking(
  git: GitCall,
  repo: Repo,
  tracking: string | null,
  { oid, old }: Judged,
): Promise<void> {
  if (tracking === null) return;
  if (oid === null) return deleteRef(repo, tracking);
  await writeRef(repo, tracking, oid);
  await logRef(git, repo, tracking, old, oid, 'update by push');
}

async function lineFor(repo: Repo, { to, old, oid, shownFrom }: Judged): Promise<string> {
  const target = shortRef(to);
  if (oid === null) return ` - [deleted]         ${target}\n`;
  if (old === null) {
    const isTag = to.startsWith('refs/tags/');
    const isBranch = to.startsWith('refs/heads/');
    const kind = isTag ? '[new tag]' : isBranch ? '[new branch]' : '[new reference]';
    return pushLine('*', kind, shownFrom, target);
  }
  const isKnown = await hasObject(repo, old);
  const isCommit = isKnown && (await readObject(repo, old)).type === 'commit';
  const forward = isCommit && (await isAncestor(repo, old, (await peel(repo, oid)).oid));
  const [a, b] = [await shortOid(repo, old), await shortOid(repo, oid)];
  return forward
    ? pushLine(' ', `${a}..${b}`, shownFrom, target)
    : pushLine('+', `${a}...${b}`, shownFrom, target, ' (forced update)');
}
