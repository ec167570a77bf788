import * as iso from 'isomorphic-git';
import type { GitCall } from '../base/gitCall.ts';
import { peel } from '../base/objects.ts';
import { listBranches, listTags, refOid } from '../base/refs.ts';
import { isoArgs, type Repo } from '../base/repository.ts';
import { shortOid } from '../history/abbreviations.ts';
import { isAncestor } from '../history/walk.ts';
import { corsProxy, guestHttp, unreachable } from './transport.ts';

/** Width of the first column of what fetch and push say. */
const summaryWidth = 17;

export interface FetchOptions {
  readonly url: string;
  readonly remote: string;
  /** One branch only. */
  readonly branch?: string;
  readonly depth?: number;
  readonly tags: boolean;
  readonly prune: boolean;
  readonly quiet: boolean;
}

async function refsOf(repo: Repo, remote: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const branch of await listBranches(repo, remote)) {
    const oid = branch === 'HEAD' ? null : await refOid(repo, `refs/remotes/${remote}/${branch}`);
    if (oid !== null) found.set(`refs/remotes/${remote}/${branch}`, oid);
  }
  for (const tag of await listTags(repo))
    found.set(`refs/tags/${tag}`, (await refOid(repo, `refs/tags/${tag}`)) ?? '');
  return found;
}

/** Brings objects and refs of a remote, and says on standard error which refs moved. */
export async function fetchFrom(git: GitCall, repo: Repo, options: FetchOptions): Promise<iso.FetchResult> {
  const { url, remote, branch, depth, tags, prune } = options;
  const before = await refsOf(repo, remote);
  let result: iso.FetchResult;
  try {
    result = await iso.fetch({
      ...isoArgs(repo),
      http: guestHttp(git),
      url,
      remote,
      corsProxy: await corsProxy(git),
      tags,
      prune,
      ...(branch === undefined ? {} : { ref: branch, remoteRef: branch, singleBranch: true }),
      ...(depth === undefined ? {} : { depth }),
    });
  } catch (error) {
    return unreachable(url, error);
  }
  if (!options.quiet) await say(git, repo, url, remote, before);
  return result;
}

async function say(
  git: GitCall,
  repo: Repo,
  url: string,
  remote: string,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const after = await refsOf(repo, remote);
  const rows: { sign: string; summary: string; from: string; to: string; note: string }[] = [];
  for (const [ref, oid] of after) {
    const old = before.get(ref);
    if (old === oid) continue;
    const isTag = ref.startsWith('refs/tags/');
    const to = ref.replace(/^refs\/(?:tags|remotes)\//, '');
    const from = isTag ? to : to.slice(remote.length + 1);
    if (old === undefined) {
      rows.push({ sign: '*', summary: isTag ? '[new tag]' : '[new branch]', from, to, note: '' });
      continue;
    }
    const [a, b] = [await shortOid(repo, old), await shortOid(repo, oid)];
    const forward = !isTag && (await isAncestor(repo, (await peel(repo, old)).oid, oid));
    rows.push(
      forward
        ? { sign: ' ', summary: `${a}..${b}`, from, to, note: '' }
        : { sign: '+', summary: `${a}...${b}`, from, to, note: '  (forced update)' },
    );
  }
  for (const ref of before.keys()) {
    if (!after.has(ref))
      rows.unshift({
        sign: '-',
        summary: '[deleted]',
        from: '(none)',
        to: ref.replace(/^refs\/(?:tags|remotes)\//, ''),
        note: '',
      });
  }
  if (rows.length === 0) return;
  const width = Math.max(10, ...rows.map(({ from }) => from.length));
  const lines = rows.map(
    ({ sign, summary, from, to, note }) =>
      ` ${sign} ${summary.padEnd(summaryWidth)} ${from.padEnd(width)} -> ${to}${note}\n`,
  );
  await git.warn(`From ${shownUrl(url)}\n${lines.join('')}`);
}

/** An address without what must not be shown, and without its `.git`. */
export function shownUrl(url: string): string {
  return withoutSecrets(url)
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
}

export function withoutSecrets(url: string): string {
  return url.replace(/^(https?:\/\/)[^@/]*@/, '$1');
}

export function pushLine(sign: string, summary: string, from: string, to: string, note = ''): string {
  return ` ${sign} ${summary.padEnd(summaryWidth)} ${from} -> ${to}${note}\n`;
}
