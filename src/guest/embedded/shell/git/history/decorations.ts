import { peel } from '../base/objects.ts';
import { allRefs, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';

/** Names of refs by the commit they stand on, each list in git's order. */
export type Decorations = ReadonlyMap<string, readonly string[]>;

export async function readDecorations(repo: Repo): Promise<Decorations> {
  const found = new Map<string, string[]>();
  const head = await readHead(repo);
  const put = (oid: string, name: string) => found.set(oid, [...(found.get(oid) ?? []), name]);
  if (head.oid !== null) put(head.oid, head.branch === null ? 'HEAD' : `HEAD -> ${head.branch}`);
  for (const [ref, oid] of (await allRefs(repo)).reverse()) {
    const commit = (await peel(repo, oid)).oid;
    if (ref.startsWith('refs/tags/')) put(commit, `tag: ${ref.slice('refs/tags/'.length)}`);
    else if (ref === head.ref) continue;
    else put(commit, ref.replace(/^refs\/(?:heads|remotes)\//, ''));
  }
  return found;
}
