import { ChunkedBytes } from './chunkedBytes.ts';
import type { DirectoryNode, FileNode, Node } from './nodes.ts';
import { posixError } from './posixErrors.ts';
import type { SpaceBudget } from './spaceBudget.ts';
import { checkNewName, locate, type Place, pathsOf, visitTree } from './tree.ts';

/** Hears of every path just before it changes; `before` is what was there. */
export interface ChangeSink {
  touching(path: string, before: Node['kind'] | null): void;
}

export interface AccountedTreeParts {
  /** Epoch milliseconds of the guest's clock. */
  readonly now: () => number;
  readonly budget: SpaceBudget;
  readonly sink?: ChangeSink;
}

type PlaceInTree = Place & { readonly parent: DirectoryNode };

/** A file system's tree of nodes, whose changes are all in the same three accounts: of changes, space and times. */
export class AccountedTree {
  readonly root: DirectoryNode;

  constructor(private readonly parts: AccountedTreeParts) {
    this.root = this.directory();
  }

  times(): { mtimeMs: number; atimeMs: number } {
    const nowMs = this.parts.now();
    return { mtimeMs: nowMs, atimeMs: nowMs };
  }

  directory(mode = 0o755): DirectoryNode {
    return { kind: 'directory', entries: new Map(), mode, ...this.times() };
  }

  file(mode: number): FileNode {
    return { kind: 'file', content: new ChunkedBytes(), links: 1, mode, ...this.times() };
  }

  /** Throws where there is no folder to put it in, or no such name can be. */
  add(place: Place, node: Node, operation: string, path: string): void {
    if (!place.parent) throw posixError('EEXIST', operation, path);
    checkNewName(place.name, operation, path);
    this.parts.sink?.touching(place.path, null);
    place.parent.entries.set(place.name, node);
    this.#changed(place.parent);
  }

  remove(parent: DirectoryNode, place: Place, node: Node): void {
    visitTree(node, place.path, (removed, path) => {
      this.parts.sink?.touching(path, removed.kind);
      if (removed.kind !== 'file') return;
      removed.links -= 1;
      if (removed.links === 0) this.parts.budget.replace(removed.content.size, 0, path);
    });
    parent.entries.delete(place.name);
    this.#changed(parent);
  }

  /** With all below it, to where nothing is. */
  move(node: Node, from: PlaceInTree, to: PlaceInTree): void {
    const { sink } = this.parts;
    visitTree(node, from.path, (moved, path) => sink?.touching(path, moved.kind));
    visitTree(node, to.path, (_moved, path) => sink?.touching(path, null));
    from.parent.entries.delete(from.name);
    to.parent.entries.set(to.name, node);
    this.#changed(from.parent, to.parent);
  }

  /** Mode, times or content of the node at `path` are about to change, under each of its names. */
  touchFile(path: string, node: Node): void {
    const { sink } = this.parts;
    if (!sink) return;
    if (node.kind !== 'file' || node.links === 1) sink.touching(path, node.kind);
    else for (const each of pathsOf(this.root, node)) sink.touching(each, node.kind);
  }

  /** The same for an open file that was at `path`, where something else may be by now. */
  touchOpen(node: Node, path: string): void {
    if (node.kind === 'file' && node.links === 0) return;
    let found: Node | undefined;
    try {
      found = locate(this.root, path, true, 'open').node;
    } catch {
      found = undefined; // Its directory is gone or has another name.
    }
    if (found === node) this.touchFile(path, node);
    else for (const each of pathsOf(this.root, node)) this.parts.sink?.touching(each, node.kind);
  }

  #changed(...directories: readonly DirectoryNode[]): void {
    const nowMs = this.parts.now();
    for (const directory of directories) directory.mtimeMs = nowMs;
  }
}
