import * as iso from 'isomorphic-git';
import type { GitCall } from '../base/gitCall.ts';
import { forgetPacks, forgetShallow } from '../base/objects.ts';
import { deleteRef, listRemotes, refOid, writeRef } from '../base/refs.ts';
import { isoArgs, type Repo } from '../base/repository.ts';
import type { RefUpdate, RemoteSide } from './remoteSide.ts';
import { corsProxy, guestHttp, unreachable } from './transport.ts';

/** Stands for a remote that has no name: isomorphic-git wants one, and would take another remote's for it. */
const noName = 'address';

/** Runs a push and puts back the ref that isomorphic-git writes after it, whatever the refspecs of the remote say. */
async function withoutItsNote<Result>(
  repo: Repo,
  noted: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await refOid(repo, noted);
  try {
    return await work();
  } finally {
    if (before !== null) await writeRef(repo, noted, before);
    else if ((await refOid(repo, noted)) !== null) await deleteRef(repo, noted);
  }
}

/** A repository behind git's protocol over http, as isomorphic-git speaks it. */
export function httpSide(git: GitCall, address: string): RemoteSide {
  const url = address.replace(/\/+$/, '');
  const http = guestHttp(git);
  return {
    url,
    async list(forPush) {
      try {
        return await iso.listServerRefs({
          http,
          url,
          corsProxy: await corsProxy(git),
          ...(forPush ? { forPush, protocolVersion: 1 } : { symrefs: true, peelTags: true }),
        });
      } catch (error) {
        return unreachable(url, error);
      }
    },
    async bring(repo, _wants, { remote, branch, depth, tags }) {
      try {
        await iso.fetch({
          ...isoArgs(repo),
          http,
          url,
          remote,
          corsProxy: await corsProxy(git),
          tags,
          prune: false,
          ...(branch === undefined ? {} : { ref: branch, remoteRef: branch, singleBranch: true }),
          ...(depth === undefined ? {} : { depth }),
        });
      } catch (error) {
        return unreachable(url, error);
      } finally {
        forgetPacks(repo);
        forgetShallow(repo);
      }
    },
    async send(repo, updates, name) {
      const reasons: (string | null)[] = [];
      const remote = (await listRemotes(repo)).includes(name) ? name : noName;
      const proxy = await corsProxy(git);
      const pushed = ({ from, ref, now }: RefUpdate) =>
        iso.push({
          ...isoArgs(repo),
          http,
          url,
          remote,
          corsProxy: proxy,
          // A revision such as HEAD~1 it does not know, its object it does.
          ref: from?.startsWith('refs/') ? from : (now ?? 'HEAD'),
          remoteRef: ref,
          force: true,
          delete: from === null,
        });
      for (const update of updates) {
        const noted = `refs/remotes/${remote}/${update.ref.replace(/^refs\/heads\//, '')}`;
        try {
          const { ok, error, refs } = await withoutItsNote(repo, noted, () => pushed(update));
          const failed = Object.values(refs).find((each) => !each.ok);
          reasons.push(ok && !failed ? null : (failed?.error ?? error ?? 'no reason given'));
        } catch (error) {
          return unreachable(url, error);
        }
      }
      return reasons;
    },
  };
}
