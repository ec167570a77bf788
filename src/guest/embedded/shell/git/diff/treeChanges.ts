import { type Entry, flattenTree, readTree, type TreeEntry } from '../base/objects.ts';
import type { Repo } from '../base/repository.ts';
import { changesBetween, type FileChange } from './changes.ts';

/** Which part of the trees is looked at. */
export interface Part {
  readonly matches: (path: string) => boolean;
  /** Whether something below a folder (ending in `/`) may match. */
  readonly mayMatchBelow: (folder: string) => boolean;
}

const everything: Part = { matches: () => true, mayMatchBelow: () => true };
const folderMode = '040000';

/** The difference of two trees (null is the empty one), in order of paths. Folders that are equal are not read. */
export async function treeChanges(
  repo: Repo,
  old: string | null,
  now: string | null,
  part: Part = everything,
): Promise<FileChange[]> {
  const before = new Map<string, Entry>();
  const after = new Map<string, Entry>();
  const put = async (side: Map<string, Entry>, path: string, entry: TreeEntry | undefined): Promise<void> => {
    if (!entry) return;
    if (entry.mode !== folderMode) side.set(path, { oid: entry.oid, mode: entry.mode });
    else if (part.mayMatchBelow(`${path}/`))
      for (const [below, file] of await flattenTree(repo, entry.oid)) side.set(`${path}/${below}`, file);
  };
  const visit = async (a: string | null, b: string | null, prefix: string): Promise<void> => {
    if (a === b) return;
    const [left, right] = await Promise.all([a, b].map((oid) => (oid === null ? [] : readTree(repo, oid))));
    const others = new Map(right!.map((entry) => [entry.name, entry]));
    for (const entry of left!) {
      const other = others.get(entry.name);
      others.delete(entry.name);
      if (entry.oid === other?.oid && entry.mode === other.mode) continue;
      const path = prefix + entry.name;
      if (entry.mode === folderMode && other?.mode === folderMode) {
        if (part.mayMatchBelow(`${path}/`)) await visit(entry.oid, other.oid, `${path}/`);
        continue;
      }
      await put(before, path, entry);
      await put(after, path, other);
    }
    for (const entry of others.values()) await put(after, prefix + entry.name, entry);
  };
  await visit(old, now, '');
  return changesBetween(before, after, (path) => part.matches(path));
}
