import type { Entry, Tree } from '../base/objects.ts';
import { readObject } from '../base/objects.ts';
import type { Repo } from '../base/repository.ts';
import { worktreeBytes } from '../index/worktree.ts';

/** One file on one side of a comparison. */
export interface FileSide extends Entry {
  readonly path: string;
}

/** What happened to one file. `R` and `C` have a likeness in percent. */
export interface FileChange {
  readonly status: 'A' | 'D' | 'M' | 'T' | 'R' | 'U';
  readonly old: FileSide | null;
  readonly now: FileSide | null;
  readonly likeness?: number;
  /** A file in conflict against our side, listed besides the conflict: a patch does not show it. */
  readonly inConflict?: true;
  /** Of a file in conflict: what the two sides have, and what the work tree has. */
  readonly sides?: { readonly parents: readonly FileSide[]; readonly result: FileSide | null };
}

export function pathOf({ now, old }: FileChange): string {
  return (now ?? old)?.path ?? '';
}

export async function contentOf(repo: Repo, side: FileSide | null): Promise<Uint8Array> {
  if (side === null) return new Uint8Array(0);
  if (side.inWorktree) return worktreeBytes(repo, side.path);
  if (side.mode === '160000') return new TextEncoder().encode(`Subproject commit ${side.oid}\n`);
  return (await readObject(repo, side.oid)).bytes;
}

/** The difference of two sets of files, in order of paths. */
export function changesBetween(
  old: Tree,
  now: Tree,
  isWanted: (path: string) => boolean = () => true,
): FileChange[] {
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter(isWanted);
  const changes: FileChange[] = [];
  for (const path of paths.sort((a, b) => (a < b ? -1 : 1))) {
    const before = old.get(path);
    const after = now.get(path);
    if (before && after && before.oid === after.oid && before.mode === after.mode) continue;
    const oldSide = before ? { ...before, path } : null;
    const nowSide = after ? { ...after, path } : null;
    const status = !before ? 'A' : !after ? 'D' : kindOf(before.mode) !== kindOf(after.mode) ? 'T' : 'M';
    changes.push({ status, old: oldSide, now: nowSide });
  }
  return changes;
}

function kindOf(mode: string): string {
  return mode.slice(0, 3);
}
