import { peel } from '../base/objects.ts';
import { allRefs, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';

/** Names of refs by the commit they stand on, each list in git's order. */
export type Decorations = ReadonlyMap<string, readonly string[]>;

export async function readDecorations(
  repo: Repo,
  options: { readonly isFull?: boolean; readonly isWanted?: (ref: string) => boolean } = {},
): Promise<Decorations> {
  const { isFull = false, isWanted = () => true } = options;
  const found = new Map<string, string[]>();
  const head = await readHead(repo);
  const put = (oid: string, name: string) => found.set(oid, [...(found.get(oid) ?? []), name]);
  const headBranch = isFull ? head.ref : head.branch;
  const showsBranch = head.ref !== null && isWanted(head.ref);
  if (head.oid !== null && isWanted('HEAD')) put(head.oid, showsBranch ? `HEAD -> ${headBranch}` : 'HEAD');
  else if (head.oid !== null && showsBranch) put(head.oid, headBranch ?? '');
  for (const [ref, oid] of (await allRefs(repo)).reverse()) {
    if (ref === head.ref || !isWanted(ref)) continue;
    const commit = (await peel(repo, oid)).oid;
    const name = isFull ? ref : ref.replace(/^refs\/(?:heads|remotes|tags)\//, '');
    put(commit, ref.startsWith('refs/tags/') ? `tag: ${name}` : name);
  }
  return found;
}
