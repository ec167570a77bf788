import type { DirectoryNode, Node } from './nodes.ts';
import { joinPath, partsOf } from './paths.ts';
import { posixError } from './posixErrors.ts';

/** Linux gives up after 40 links, whether or not they form a loop. */
const mostLinks = 40;
const longestNameBytes = 255;
/** Linux's PATH_MAX, counted in UTF-16 units. */
const longestPath = 4096;

/** Where a path leads. `parent` is null for the root only; `node` is missing where nothing is there yet. */
export interface Place {
  readonly parent: DirectoryNode | null;
  readonly name: string;
  /** The path without links and dots. */
  readonly path: string;
  readonly node: Node | undefined;
}

/**
 * Follows `path` from `root`. `followLast` follows a link in the last part too, as open does and lstat does
 * not; a dangling last link then gives the place that it points to.
 */
export function locate(root: DirectoryNode, path: string, followLast: boolean, operation: string): Place {
  if (path === '') throw posixError('ENOENT', operation, path);
  if (path.length > longestPath) throw posixError('ENAMETOOLONG', operation, path);
  const above: { readonly node: DirectoryNode; readonly path: string }[] = [{ node: root, path: '/' }];
  const pending = partsOf(path).reverse();
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const here = above[above.length - 1] ?? { node: root, path: '/' };
    if (part === '..') {
      if (above.length > 1) above.pop();
      continue;
    }
    const isLast = pending.length === 0;
    const child = here.node.entries.get(part);
    const childPath = joinPath(here.path, part);
    if (child === undefined) {
      if (!isLast) throw posixError('ENOENT', operation, path);
      return { parent: here.node, name: part, path: childPath, node: undefined };
    }
    if (child.kind === 'symlink' && (!isLast || followLast)) {
      links += 1;
      if (links > mostLinks) throw posixError('ELOOP', operation, path);
      if (child.target.startsWith('/')) above.length = 1;
      pending.push(...partsOf(child.target).reverse());
      continue;
    }
    if (isLast) return { parent: here.node, name: part, path: childPath, node: child };
    if (child.kind !== 'directory') throw posixError('ENOTDIR', operation, path);
    above.push({ node: child, path: childPath });
  }
  const end = above[above.length - 1] ?? { node: root, path: '/' };
  const parent = above[above.length - 2]?.node ?? null;
  return { parent, name: end.path.slice(end.path.lastIndexOf('/') + 1), path: end.path, node: end.node };
}

/** Throws where `name` cannot be a new entry. */
export function checkNewName(name: string, operation: string, path: string): void {
  if (name.length * 3 > longestNameBytes && new TextEncoder().encode(name).length > longestNameBytes) {
    throw posixError('ENAMETOOLONG', operation, path);
  }
}

/** Calls `visit` for `node` and everything below it, parents first, links not followed. */
export function visitTree(node: Node, path: string, visit: (node: Node, path: string) => void): void {
  visit(node, path);
  if (node.kind !== 'directory') return;
  for (const [name, child] of node.entries) visitTree(child, joinPath(path, name), visit);
}

/** Every path that leads to `node` without a link. Walks the whole tree: only for the rare hard link. */
export function pathsOf(root: DirectoryNode, node: Node): string[] {
  const found: string[] = [];
  visitTree(root, '/', (visited, path) => {
    if (visited === node) found.push(path);
  });
  return found;
}
