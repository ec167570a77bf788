import type { FileStat } from '../../port.ts';
import type { MemoryFiles } from './memoryFiles.ts';
import { type DirectoryNode, statOf } from './nodes.ts';
import { joinPath } from './paths.ts';
import { posixError } from './posixErrors.ts';
import { locate } from './tree.ts';

export interface WalkEntry {
  readonly path: string;
  readonly kind: FileStat['kind'];
  readonly size: number;
  readonly mtimeMs: number;
}

export interface WalkAnswer {
  readonly entries: readonly WalkEntry[];
  readonly complete: boolean;
}

/**
 * Everything below `root`, parents first and names sorted, links not followed. A `skip` without a slash is a
 * name left out at every depth (with what is in it), one with a slash is a whole path. Stops at `limit`.
 */
export function walkFiles(
  files: MemoryFiles,
  root: string,
  limit: number,
  skip: readonly string[],
): WalkAnswer {
  const { node, path } = locate(files.root, root, true, 'scandir');
  if (!node) throw posixError('ENOENT', 'scandir', root);
  if (node.kind !== 'directory') throw posixError('ENOTDIR', 'scandir', root);
  const names = new Set(skip);
  const entries: WalkEntry[] = [];

  /** False when the limit was met. */
  function visit(directory: DirectoryNode, at: string): boolean {
    for (const name of [...directory.entries.keys()].sort()) {
      const child = directory.entries.get(name);
      const childPath = joinPath(at, name);
      if (!child || names.has(name) || names.has(childPath)) continue;
      if (entries.length >= limit) return false;
      const { kind, size, mtimeMs } = statOf(child);
      entries.push({ path: childPath, kind, size, mtimeMs });
      if (child.kind === 'directory' && !visit(child, childPath)) return false;
    }
    return true;
  }

  // The root's own name in the answer is the one that was asked for.
  const asked = root.length > 1 ? root.replace(/\/+$/, '') : path;
  return { complete: visit(node, asked), entries };
}
