import * as iso from 'isomorphic-git';
import type { GitCall } from '../base/gitCall.ts';
import { forgetPacks, forgetShallow } from '../base/objects.ts';
import { isoArgs } from '../base/repository.ts';
import type { RemoteSide } from './remoteSide.ts';
import { corsProxy, guestHttp, unreachable } from './transport.ts';

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
    async send(repo, updates) {
      const reasons: (string | null)[] = [];
      for (const { from, ref } of updates) {
        try {
          const { ok, error, refs } = await iso.push({
            ...isoArgs(repo),
            http,
            url,
            remote: 'origin',
            corsProxy: await corsProxy(git),
            ref: from ?? 'HEAD',
            remoteRef: ref,
            force: true,
            delete: from === null,
          });
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
