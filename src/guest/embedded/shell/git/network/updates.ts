import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { peel } from '../base/objects.ts';
import { allRefs, deleteRef, logRef, readHead, shortRef, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from '../history/abbreviations.ts';
import { upstreamOf } from '../history/revisions.ts';
import { isAncestor } from '../history/walk.ts';
import { followedTags, planFetch, type Wanted } from './fetchPlan.ts';
import { configuredSpecs, mapped, type Refspec, turnedRound } from './refspec.ts';
import type { RemoteRef, RemoteSide } from './remoteSide.ts';

/** Width of the first column of what fetch and push say. */
const summaryWidth = 17;

export interface FetchOptions {
  readonly side: RemoteSide;
  /** Name of the remote; its address where it has none. */
  readonly remote: string;
  readonly refspecs: readonly string[];
  readonly depth?: number | undefined;
  readonly tags: 'follow' | 'all' | 'none';
  readonly prune: boolean;
  readonly quiet: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly append?: boolean;
  readonly verbose?: boolean;
}

interface Row {
  readonly sign: string;
  readonly summary: string;
  readonly from: string;
  readonly to: string;
  readonly note: string;
}

export interface Fetched {
  readonly refs: readonly RemoteRef[];
  /** What a pull merges. */
  readonly merges: readonly Wanted[];
  readonly refused: boolean;
}

/** Brings objects and refs of a remote, writes `FETCH_HEAD` and says on standard error which refs moved. */
export async function fetchFrom(git: GitCall, repo: Repo, options: FetchOptions): Promise<Fetched> {
  const { side, remote, refspecs, depth, tags } = options;
  const refs = await side.list(false);
  const head = await readHead(repo);
  const upstream = await upstreamOf(git, head.branch);
  const configured = await configuredSpecs(git, remote);
  const merges = upstream?.remote === remote ? `refs/heads/${upstream.branch}` : null;
  const plan = planFetch(refs, { refspecs, configured, merges, tags });
  const before = new Map(await allRefs(repo));
  const wants = [...new Set(plan.map(({ theirs }) => theirs))];
  const named = refspecs.length > 0;
  if (plan.length > 0) await side.bring(repo, wants, { remote, named, depth, tags: tags !== 'none' });
  const keeps = plan.some(({ ours }) => ours !== null);
  if (tags === 'follow' && keeps) {
    const followed = await followedTags(
      repo,
      refs,
      plan.filter(({ ours }) => ours !== null),
    );
    const missing = followed.map(({ theirs }) => theirs);
    if (followed.length > 0) await side.bring(repo, missing, { remote, named, depth, tags: true });
    plan.push(...followed);
  }
  const pruned = options.prune
    ? await prune(repo, refs, configured.map(turnedRound), before, options.dryRun ?? false)
    : [];
  const rows: Row[] = pruned.map((ref) => ({
    sign: '-',
    summary: '[deleted]',
    from: '(none)',
    to: shortRef(ref),
    note: '',
  }));
  let refused = false;
  for (const wanted of plan) {
    const row = await update(git, repo, wanted, before, options);
    if (row) rows.push(row);
    refused ||= row?.sign === '!';
  }
  if (!options.dryRun) await writeFetchHead(repo, plan, side.url, options.append ?? false);
  if (!options.quiet || refused) await say(git, plan, before, rows, side.url);
  return { refs, merges: plan.filter(({ forMerge }) => forMerge), refused };
}

/** Refs of ours whose counterpart is gone; they go too. */
export async function prune(
  repo: Repo,
  refs: readonly RemoteRef[],
  backwards: readonly Refspec[],
  before: ReadonlyMap<string, string>,
  dryRun: boolean,
): Promise<string[]> {
  const theirs = new Set(refs.map(({ ref }) => ref));
  const gone: string[] = [];
  for (const ref of before.keys()) {
    const sources = backwards.flatMap((spec) => mapped(ref, spec) ?? []);
    if (sources.length === 0 || sources.some((source) => theirs.has(source)) || ref.endsWith('/HEAD'))
      continue;
    gone.push(ref);
    if (!dryRun) await deleteRef(repo, ref);
  }
  return gone;
}

async function update(
  git: GitCall,
  repo: Repo,
  { theirs, ours, force, isNamed }: Wanted,
  before: ReadonlyMap<string, string>,
  options: FetchOptions,
): Promise<Row | null> {
  const from = shortRef(theirs.ref);
  if (ours === null) {
    const kind = theirs.ref.startsWith('refs/tags/') ? 'tag' : 'branch';
    return isNamed ? { sign: '*', summary: kind, from, to: 'FETCH_HEAD', note: '' } : null;
  }
  const old = before.get(ours);
  const to = shortRef(ours);
  const now = theirs.oid;
  if (old === now) return options.verbose ? { sign: '=', summary: '[up to date]', from, to, note: '' } : null;
  if (ours === (await readHead(repo)).ref && !repo.bare)
    throw new GitFailure(
      `fatal: refusing to fetch into branch '${ours}' checked out at '${repo.root}'\n`,
      128,
    );
  const move = async (how: string) => {
    if (options.dryRun) return;
    await writeRef(repo, ours, now);
    const message = `fetch${options.remote === 'origin' && options.refspecs.length === 0 ? '' : ` ${[options.remote, ...options.refspecs].join(' ')}`}: ${how}`;
    if (ours.startsWith('refs/remotes/')) await logRef(git, repo, ours, old ?? null, now, message);
  };
  const isForced = force || options.force === true;
  if (old === undefined) {
    const isTag = ours.startsWith('refs/tags/');
    await move('storing head');
    const kind = isTag ? '[new tag]' : theirs.ref.startsWith('refs/heads/') ? '[new branch]' : '[new ref]';
    return { sign: '*', summary: kind, from, to, note: '' };
  }
  if (ours.startsWith('refs/tags/')) {
    if (!isForced)
      return { sign: '!', summary: '[rejected]', from, to, note: '  (would clobber existing tag)' };
    await move('updating tag');
    return { sign: 't', summary: '[tag update]', from, to, note: '' };
  }
  const [a, b] = [await shortOid(repo, old), await shortOid(repo, now)];
  if (await isAncestor(repo, (await peel(repo, old)).oid, (await peel(repo, now)).oid)) {
    await move('fast-forward');
    return { sign: ' ', summary: `${a}..${b}`, from, to, note: '' };
  }
  if (!isForced) return { sign: '!', summary: '[rejected]', from, to, note: '  (non-fast-forward)' };
  await move('forced-update');
  return { sign: '+', summary: `${a}...${b}`, from, to, note: '  (forced update)' };
}

/** A longer line than a terminal's does not widen the column. */
const longestLine = 80;

async function say(
  git: GitCall,
  plan: readonly Wanted[],
  before: ReadonlyMap<string, string>,
  rows: readonly Row[],
  url: string,
): Promise<void> {
  if (rows.length === 0) return;
  let width = 10;
  for (const { theirs, ours } of plan) {
    if (ours === null || theirs.ref === 'HEAD' || before.get(ours) === theirs.oid) continue;
    const from = shortRef(theirs.ref).length;
    if (21 + from + 4 + shortRef(ours).length < longestLine) width = Math.max(width, from);
  }
  const lines = rows.map(
    ({ sign, summary, from, to, note }) =>
      ` ${sign} ${summary.padEnd(summaryWidth)} ${from.padEnd(width)} -> ${to}${note}\n`,
  );
  await git.warn(`From ${shownUrl(url)}\n${lines.join('')}`);
}

async function writeFetchHead(
  repo: Repo,
  plan: readonly Wanted[],
  url: string,
  appends: boolean,
): Promise<void> {
  const line = ({ theirs, forMerge }: Wanted) => {
    const { ref, oid } = theirs;
    const kind = ref.startsWith('refs/heads/')
      ? `branch '${shortRef(ref)}' of `
      : ref.startsWith('refs/tags/')
        ? `tag '${shortRef(ref)}' of `
        : ref.startsWith('refs/remotes/')
          ? `remote-tracking branch '${shortRef(ref)}' of `
          : ref === 'HEAD'
            ? ''
            : `'${ref}' of `;
    return `${oid}\t${forMerge ? '' : 'not-for-merge'}\t${kind}${shownUrl(url)}\n`;
  };
  const named = plan.filter(({ isNamed }) => isNamed);
  const ordered = [...named.filter(({ forMerge }) => forMerge), ...named.filter(({ forMerge }) => !forMerge)];
  const bytes = new TextEncoder().encode(ordered.map(line).join(''));
  const path = `${repo.gitDir}/FETCH_HEAD`;
  if (appends) await repo.files.appendFile(path, bytes);
  else await repo.files.writeFile(path, bytes);
}

/** An address without what must not be shown, and without its `.git`. */
export function shownUrl(url: string): string {
  return withoutSecrets(url)
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}

export function withoutSecrets(url: string): string {
  return url.replace(/^(https?:\/\/)[^@/]*@/, '$1');
}

export function pushLine(sign: string, summary: string, from: string, to: string, note = ''): string {
  return ` ${sign} ${summary.padEnd(summaryWidth)} ${from} -> ${to}${note}\n`;
}
