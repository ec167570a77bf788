import { readCommit, readObject } from '../base/objects.ts';
import type { Commit } from '../base/people.ts';
import type { Repo } from '../base/repository.ts';
import { unitsFromBytes } from '../base/text.ts';
import { editsBetween, linesOf, type Whitespace } from '../diff/hunks.ts';
import { withRenames } from '../diff/renames.ts';
import { treeChanges } from '../diff/treeChanges.ts';
import { entryAt } from './revisions.ts';

/** One line of a file with the commit that brought it. */
export interface BlamedLine {
  readonly text: string;
  readonly commit: Commit;
  /** The name that the file had there. */
  readonly path: string;
  /** Its number there, from 0. */
  readonly place: number;
  /** The parent of that commit that had the file, with its name there. */
  readonly previous: { readonly oid: string; readonly path: string } | null;
}

/** Lines whose commit is looked for, in one version of the file: `finals` are their places in the end. */
interface Version {
  readonly commit: Commit;
  readonly path: string;
  readonly blob: string | null;
  readonly text: readonly string[];
  readonly places: Map<number, number>;
}

/** Which line of the old text each line of the new one was, as far as it was there. */
export function originsOf(
  before: readonly string[],
  after: readonly string[],
  whitespace: Whitespace,
): Map<number, number> {
  const origins = new Map<number, number>();
  let [a, b] = [0, 0];
  const end = {
    oldFrom: before.length,
    oldTo: before.length,
    nowFrom: after.length,
    nowTo: after.length,
  };
  for (const edit of [...editsBetween(before, after, whitespace), end]) {
    while (b < edit.nowFrom) origins.set(b++, a++);
    [a, b] = [edit.oldTo, edit.nowTo];
  }
  return origins;
}

export async function linesAt(repo: Repo, commit: Commit, path: string): Promise<string[] | null> {
  const oid = await entryAt(repo, commit.oid, path);
  return oid === null ? null : linesIn(repo, oid);
}

async function linesIn(repo: Repo, oid: string): Promise<string[] | null> {
  const { type, bytes } = await readObject(repo, oid);
  return type === 'blob' ? linesOf(unitsFromBytes(bytes)) : null;
}

/** The file's name in a parent: the same, or the one that it was renamed from. */
async function nameIn(repo: Repo, parent: Commit, commit: Commit, path: string): Promise<string | null> {
  if ((await entryAt(repo, parent.oid, path)) !== null) return path;
  const changes = await withRenames(repo, await treeChanges(repo, parent.tree, commit.tree));
  return changes.find(({ status, now }) => status === 'R' && now?.path === path)?.old?.path ?? null;
}

/** Follows each line back to the commit that brought it, through all parents. */
export async function blameLines(
  repo: Repo,
  start: Commit,
  path: string,
  whitespace: Whitespace,
): Promise<BlamedLine[]> {
  const text = (await linesAt(repo, start, path)) ?? [];
  const found: BlamedLine[] = new Array(text.length);
  const places = new Map(text.map((_line, at) => [at, at]));
  const blob = await entryAt(repo, start.oid, path);
  const waiting = new Map<string, Version>([[start.oid + path, { commit: start, path, blob, text, places }]]);
  while (waiting.size > 0) {
    // The newest first, so that what two children have in common is looked at once.
    const [key, version] = [...waiting].reduce((a, b) =>
      b[1].commit.committer.seconds > a[1].commit.committer.seconds ? b : a,
    );
    waiting.delete(key);
    let previous: BlamedLine['previous'] = null;
    for (const oid of version.commit.parents) {
      if (version.places.size === 0) break;
      const parent = await readCommit(repo, oid);
      const name = await nameIn(repo, parent, version.commit, version.path);
      const blob = name === null ? null : await entryAt(repo, oid, name);
      // Most commits do not touch the file at all.
      const isSame = blob !== null && blob === version.blob;
      const before = isSame ? version.text : blob === null ? null : await linesIn(repo, blob);
      if (name === null || blob === null || before === null) continue;
      previous ??= { oid, path: name };
      const origins = isSame ? null : originsOf(before, version.text, whitespace);
      const next = waiting.get(oid + name) ?? {
        commit: parent,
        path: name,
        blob,
        text: before,
        places: new Map(),
      };
      for (const [final, place] of version.places) {
        const origin = origins === null ? place : origins.get(place);
        if (origin === undefined) continue;
        next.places.set(final, origin);
        version.places.delete(final);
      }
      if (next.places.size > 0) waiting.set(oid + name, next);
    }
    for (const [final, place] of version.places)
      found[final] = { text: text[final]!, commit: version.commit, path: version.path, place, previous };
  }
  return found;
}
