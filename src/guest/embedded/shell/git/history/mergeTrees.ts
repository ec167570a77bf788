import { type Entry, readObject, type Tree, writeObject } from '../base/objects.ts';
import type { Repo } from '../base/repository.ts';
import { bytesFromUnits, isBinary, unitsFromBytes, unitsFromText } from '../base/text.ts';
import { changesBetween } from '../diff/changes.ts';
import { mergeTexts } from '../diff/merge3.ts';
import { withRenames } from '../diff/renames.ts';
import type { GitIndex } from '../index/gitIndex.ts';
import { removeFile, writeFileOf } from '../index/update.ts';

export interface Conflict {
  readonly path: string;
  readonly base: Entry | null;
  readonly ours: Entry | null;
  readonly theirs: Entry | null;
  /** What the work tree gets. */
  readonly result: Entry | null;
}

export interface TreeMerge {
  /** Files without conflict. */
  readonly tree: Tree;
  readonly conflicts: readonly Conflict[];
  /** What git says on the way, by path. */
  readonly messages: readonly string[];
}

/** How conflicts name the two sides; `favor` is the side that wins them (`-X ours`). */
export interface MergeNames {
  readonly ours: string;
  readonly theirs: string;
  readonly favor?: 'ours' | 'theirs' | undefined;
}

/** Where each side moved files to, as far as only it did. */
async function renamesOf(repo: Repo, base: Tree, side: Tree): Promise<Map<string, string>> {
  const changes = await withRenames(repo, changesBetween(base, side));
  return new Map(
    changes.flatMap(({ status, old, now }) => (status === 'R' && old && now ? [[old.path, now.path]] : [])),
  );
}

function follow(tree: Tree, renames: ReadonlyMap<string, string>): Map<string, Entry> {
  const moved = new Map(tree);
  for (const [from, to] of renames) {
    const entry = moved.get(from);
    if (!entry || moved.has(to)) continue;
    moved.delete(from);
    moved.set(to, entry);
  }
  return moved;
}

const isSame = (a: Entry | undefined, b: Entry | undefined) => a?.oid === b?.oid && a?.mode === b?.mode;

/** Joins what two sides made of `base`. Merged contents are stored; nothing else is touched. */
export async function mergeTrees(
  repo: Repo,
  base: Tree,
  ours: Tree,
  theirs: Tree,
  names: MergeNames,
): Promise<TreeMerge> {
  const [ourRenames, theirRenames] = await Promise.all([
    renamesOf(repo, base, ours),
    renamesOf(repo, base, theirs),
  ]);
  // A file that one side renamed is looked for under its new name on the other.
  const movedBase = follow(follow(base, ourRenames), theirRenames);
  const movedOurs = follow(ours, theirRenames);
  const movedTheirs = follow(theirs, ourRenames);
  const tree = new Map<string, Entry>();
  const conflicts: Conflict[] = [];
  const messages: string[] = [];
  const paths = [...new Set([...movedBase.keys(), ...movedOurs.keys(), ...movedTheirs.keys()])].sort();
  for (const path of paths) {
    const [from, mine, other] = [movedBase.get(path), movedOurs.get(path), movedTheirs.get(path)];
    if (isSame(mine, other) || isSame(from, other)) {
      if (mine) tree.set(path, mine);
    } else if (isSame(from, mine)) {
      if (other) tree.set(path, other);
    } else if (mine && other) {
      const merged = await mergeFile(repo, from ?? null, mine, other, names);
      messages.push(`Auto-merging ${path}\n`);
      if (merged.clean) tree.set(path, merged.entry);
      else {
        messages.push(`CONFLICT (${from ? 'content' : 'add/add'}): Merge conflict in ${path}\n`);
        conflicts.push({ path, base: from ?? null, ours: mine, theirs: other, result: merged.entry });
      }
    } else {
      const [deletedIn, changedIn] = mine ? [names.theirs, names.ours] : [names.ours, names.theirs];
      messages.push(
        `CONFLICT (modify/delete): ${path} deleted in ${deletedIn} and modified in ${changedIn}.  Version ${changedIn} of ${path} left in tree.\n`,
      );
      conflicts.push({
        path,
        base: from ?? null,
        ours: mine ?? null,
        theirs: other ?? null,
        result: mine ?? other ?? null,
      });
    }
  }
  return { tree, conflicts, messages };
}

async function mergeFile(
  repo: Repo,
  base: Entry | null,
  ours: Entry,
  theirs: Entry,
  names: MergeNames,
): Promise<{ readonly clean: boolean; readonly entry: Entry }> {
  const mode = base && ours.mode === base.mode ? theirs.mode : ours.mode;
  if (ours.oid === theirs.oid) return { clean: true, entry: { oid: ours.oid, mode } };
  const bytesOf = async (entry: Entry | null) =>
    entry ? (await readObject(repo, entry.oid)).bytes : new Uint8Array(0);
  const [from, mine, other] = await Promise.all([bytesOf(base), bytesOf(ours), bytesOf(theirs)]);
  if ([from, mine, other].some(isBinary)) return { clean: false, entry: { oid: ours.oid, mode } };
  const { text, conflicts } = mergeTexts(unitsFromBytes(from), unitsFromBytes(mine), unitsFromBytes(other), {
    ours: unitsFromText(names.ours),
    theirs: unitsFromText(names.theirs),
    favor: names.favor,
  });
  const oid = await writeObject(repo, 'blob', bytesFromUnits(text));
  return { clean: conflicts === 0, entry: { oid, mode } };
}

/** The files that the work tree gets, with the markers of conflicts. */
export function withConflicts({ tree, conflicts }: TreeMerge): Tree {
  const all = new Map(tree);
  for (const { path, result } of conflicts) if (result) all.set(path, result);
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function stageConflicts(repo: Repo, index: GitIndex, { conflicts }: TreeMerge): Promise<void> {
  for (const { path, base, ours, theirs, result } of conflicts) {
    if (result) await writeFileOf(repo, path, result);
    else await removeFile(repo, path);
    index.remove(path);
    const stages = [base, ours, theirs];
    stages.forEach((entry, at) => {
      if (entry)
        index.set({ path, stage: (at + 1) as 1 | 2 | 3, oid: entry.oid, mode: entry.mode, seen: null });
    });
  }
}
