import type { FileChange } from '../../port.ts';
import type { ChangeSink } from './accountedTree.ts';
import type { ChunkedBytes } from './chunkedBytes.ts';
import type { MemoryFiles } from './memoryFiles.ts';
import type { DirectoryNode, Node } from './nodes.ts';
import { isWithin } from './paths.ts';
import { locate } from './tree.ts';

/**
 * Which paths changed since the last drain, and what each was before. What was made and removed in between
 * is no change; nothing is copied, the page reads contents when it wants them.
 */
export class ChangeTracker implements ChangeSink {
  readonly #roots: readonly string[];
  readonly #onTouch: (path: string) => void;
  #touched = new Map<string, Node['kind'] | null>();
  #paused = false;

  constructor(roots: readonly string[], onTouch: (path: string) => void) {
    this.#roots = roots;
    this.#onTouch = onTouch;
  }

  touching(path: string, before: Node['kind'] | null): void {
    this.#onTouch(path);
    if (this.#paused || this.#touched.has(path)) return;
    if (this.#roots.some((root) => isWithin(path, root))) this.#touched.set(path, before);
  }

  /** What `work` changes is not reported: the page knows it already. */
  unreported(work: () => void): void {
    this.#paused = true;
    try {
      work();
    } finally {
      this.#paused = false;
    }
  }

  /** Net changes since the last call, parents before what is in them. `onFile` hears of the contents at hand. */
  drain(files: MemoryFiles, onFile: (content: ChunkedBytes) => void = () => {}): FileChange[] {
    const touched = this.#touched;
    this.#touched = new Map();
    const changes: FileChange[] = [];
    const nodeAt = nodesOf(files);
    for (const path of [...touched.keys()].sort()) {
      const before = touched.get(path) ?? null;
      const node = nodeAt(path);
      if (!node) {
        if (before !== null) changes.push({ path, kind: 'removed' });
        continue;
      }
      const change = changeOf(path, node);
      if (change) changes.push(change);
      if (node.kind === 'file') onFile(node.content);
    }
    return changes;
  }
}

/** Looks paths up one after the other: those in one folder, as sorted ones are, cost one way to it. */
function nodesOf(files: MemoryFiles): (path: string) => Node | undefined {
  let folder = '';
  let entries: DirectoryNode['entries'] | null = null;
  return (path) => {
    const nameAt = path.lastIndexOf('/') + 1;
    const above = path.slice(0, nameAt - 1);
    if (entries === null || above !== folder) {
      const parent = nodeAt(files, above === '' ? '/' : above);
      folder = above;
      entries = parent?.kind === 'directory' ? parent.entries : new Map();
    }
    return entries.get(path.slice(nameAt));
  };
}

function nodeAt(files: MemoryFiles, path: string): Node | undefined {
  try {
    const place = locate(files.root, path, false, 'lstat');
    // A folder that became a link leads elsewhere; that place is reported under its own path.
    return place.path === path ? place.node : undefined;
  } catch {
    // A parent is gone or is a file now: nothing is at the path.
    return undefined;
  }
}

function changeOf(path: string, node: Node): FileChange | null {
  switch (node.kind) {
    case 'file':
      return { path, kind: 'file', mode: node.mode, mtimeMs: node.mtimeMs, size: node.content.size };
    case 'directory':
      return { path, kind: 'directory', mode: node.mode };
    case 'symlink':
      return { path, kind: 'symlink', target: node.target };
    case 'device':
      return null;
  }
}
