import * as iso from 'isomorphic-git';
import { bytesFromText } from '../../disk/bytes.ts';
import { gitFs } from '../base/fsAdapter.ts';
import type { GitCall } from '../base/gitCall.ts';
import { forgetPacks, forgetShallow, hasObject } from '../base/objects.ts';
import { deleteRef, listRemotes, looseRef, refOid, writeRef } from '../base/refs.ts';
import { isoArgs, type Repo } from '../base/repository.ts';
import { configuredSpecs } from './refspec.ts';
import type { RefUpdate, RemoteSide } from './remoteSide.ts';
import { corsProxy, guestHttp, unreachable } from './transport.ts';

/** Stands for a remote that has no name: isomorphic-git wants one, and would take another remote's for it. */
const noName = 'address';

/** The repository's files, in whose config the remote without a name has a refspec, of nothing: else nothing is fetched. */
function withRefspec({ files, gitDir }: Repo): Repo['fs'] {
  const more = `\n[remote "${noName}"]\n\tfetch = +refs/none/*:refs/none/*\n`;
  return gitFs({
    ...files,
    async readFile(path, offset, length) {
      const bytes = await files.readFile(path, offset, length);
      return path === `${gitDir}/config` ? bytesFromText(new TextDecoder().decode(bytes) + more) : bytes;
    },
  });
}

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
    async bring(repo, wants, { remote: name, named, depth, tags }) {
      const hasSpecs = (await configuredSpecs(git, name)).length > 0;
      const remote = hasSpecs ? name : noName;
      const proxy = await corsProxy(git);
      const fetchOnly = async (ref: string | null) => {
        try {
          await iso.fetch({
            ...isoArgs(repo),
            ...(hasSpecs ? {} : { fs: withRefspec(repo) }),
            http,
            url,
            remote,
            corsProxy: proxy,
            tags,
            prune: false,
            ...(ref === null ? {} : { ref, remoteRef: ref, singleBranch: true }),
            ...(depth === undefined ? {} : { depth }),
          });
        } catch (error) {
          unreachable(url, error);
        } finally {
          forgetPacks(repo);
          forgetShallow(repo);
          // It writes this one too.
          const head = `refs/remotes/${noName}/HEAD`;
          if (!hasSpecs && (await looseRef(repo, head)) !== null) await deleteRef(repo, head);
        }
      };
      // All branches come at once; what is none (`refs/pull/1/head`) has to be asked for.
      const isOne = named && wants.length === 1;
      if (!isOne) await fetchOnly(null);
      for (const { ref, oid } of wants) if (isOne || !(await hasObject(repo, oid))) await fetchOnly(ref);
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
