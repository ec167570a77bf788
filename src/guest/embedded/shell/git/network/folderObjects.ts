import { copyObject, hasObject, parseTree, peel, readCommit, readObject } from '../base/objects.ts';
import { parseTag } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';

/** Takes over from one folder to another what is missing of some objects' history; files before trees before commits. */
export async function copyObjects(
  from: Repo,
  to: Repo,
  wants: readonly string[],
  depth = Number.POSITIVE_INFINITY,
): Promise<void> {
  const known = new Set<string>();
  const isNew = async (oid: string): Promise<boolean> => {
    if (known.has(oid)) return false;
    known.add(oid);
    return !(await hasObject(to, oid));
  };
  const copyTree = async (oid: string): Promise<void> => {
    if (!(await isNew(oid))) return;
    for (const { mode, oid: entry } of parseTree((await readObject(from, oid)).bytes)) {
      if (mode === '160000') continue;
      if (mode === '040000') await copyTree(entry);
      else if (await isNew(entry)) await copyObject(from, to, entry);
    }
    await copyObject(from, to, oid);
  };
  const commits: string[] = [];
  const tags: string[] = [];
  let edge: string[] = [];
  for (const want of wants) {
    const { type, bytes } = await readObject(from, want);
    if (type === 'tag' && (await isNew(want))) {
      tags.unshift(want);
      edge.push(parseTag(bytes).object);
    } else if (type === 'commit') edge.push(want);
    else if (type === 'tree') await copyTree(want);
    else if (type === 'blob' && (await isNew(want))) await copyObject(from, to, want);
  }
  const shallow: string[] = [];
  for (let level = 1; edge.length > 0; level++) {
    const next: string[] = [];
    for (const oid of edge) {
      const { oid: commit, object } = await peel(from, oid);
      if (object.type !== 'commit' || !(await isNew(commit))) continue;
      commits.unshift(commit);
      const { parents } = await readCommit(from, commit);
      if (level < depth) next.push(...parents);
      else if (parents.length > 0) shallow.push(commit);
    }
    edge = next;
  }
  for (const oid of commits) {
    await copyTree((await readCommit(from, oid)).tree);
    await copyObject(from, to, oid);
  }
  for (const oid of tags) await copyObject(from, to, oid);
  if (shallow.length === 0) return;
  const text = shallow.sort().map((oid) => `${oid}\n`);
  await to.files.appendFile(`${to.gitDir}/shallow`, new TextEncoder().encode(text.join('')));
}
