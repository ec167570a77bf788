import type { MemoryFiles } from './memoryFiles.ts';
import type { Node } from './nodes.ts';
import { joinPath } from './paths.ts';
import { posixError } from './posixErrors.ts';
import type { SpaceBudget } from './spaceBudget.ts';
import { locate } from './tree.ts';

/**
 * Copies a file, or with `recursive` a tree. Contents are shared until one side changes, so it is cheap. In a tree a named
 * pipe is made anew, as `cp -r` does; alone it has nothing to copy here, which is ENXIO.
 */
export function copyTree(
  files: MemoryFiles,
  budget: SpaceBudget,
  { from, to, recursive }: { readonly from: string; readonly to: string; readonly recursive: boolean },
): void {
  const source = locate(files.root, from, !recursive, 'cp');
  if (!source.node) throw posixError('ENOENT', 'cp', from);
  const target = locate(files.root, to, true, 'cp');
  if (source.node.kind === 'directory') {
    if (!recursive) throw posixError('EISDIR', 'cp', from, to);
    if (`${target.path}/`.startsWith(`${source.path}/`)) throw posixError('EINVAL', 'cp', from, to);
  }
  if (target.node !== source.node) copyNode(source.node, target.path);

  function copyNode(node: Node, path: string): void {
    if (node.kind === 'directory') {
      files.mkdir(path, true, node.mode);
      for (const [name, child] of [...node.entries]) copyNode(child, joinPath(path, name));
    } else if (node.kind === 'symlink') {
      files.rm(path, { recursive: false, force: true });
      files.symlink(node.target, path);
    } else if (node.kind === 'file') {
      budget.replace(0, node.content.size, path);
      files.placeContent(path, node.content.share());
      files.chmod(path, node.mode);
    } else if (node.pipe !== undefined) {
      if (!recursive) throw posixError('ENXIO', 'cp', from, to);
      files.rm(path, { recursive: false, force: true });
      files.mkfifo(path, node.mode);
    }
  }
}
