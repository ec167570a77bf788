import type { GitCall } from '../base/gitCall.ts';
import { forgetShallow, peel, readObject } from '../base/objects.ts';
import { allRefs, readHead, symbolicTarget } from '../base/refs.ts';
import { openRepository, type Repo } from '../base/repository.ts';
import { copyObjects } from './folderObjects.ts';
import { receive } from './receive.ts';
import type { RemoteRef, RemoteSide } from './remoteSide.ts';

/** The repository that a folder's name means: itself, its `.git`, or its name with `.git` behind it. */
export async function repositoryAt(git: GitCall, folder: string): Promise<Repo | null> {
  for (const path of [folder, `${folder}.git`]) {
    const repo = await openRepository(git.program.files, path);
    if (repo) return repo;
  }
  return null;
}

async function refsOf(there: Repo): Promise<RemoteRef[]> {
  const head = await readHead(there);
  const found: RemoteRef[] =
    head.oid === null ? [] : [{ ref: 'HEAD', oid: head.oid, target: head.ref ?? undefined }];
  for (const [ref, oid] of await allRefs(there)) {
    const isTag = (await readObject(there, oid)).type === 'tag';
    found.push({
      ref,
      oid,
      peeled: isTag ? (await peel(there, oid)).oid : undefined,
      target: (await symbolicTarget(there, ref)) ?? undefined,
    });
  }
  return found;
}

/** A repository in a folder of this guest: what git does with a second process is done here, between two folders. */
export async function openFolder(git: GitCall, url: string, folder: string): Promise<RemoteSide | null> {
  const there = await repositoryAt(git, folder);
  if (!there) return null;
  return {
    url,
    list: () => refsOf(there),
    async bring(repo, wants, { depth }) {
      const oids = wants.map(({ oid }) => oid);
      await copyObjects(there, repo, oids, depth);
      forgetShallow(repo);
    },
    send: (repo, updates) => receive(git, repo, there, updates),
  };
}
