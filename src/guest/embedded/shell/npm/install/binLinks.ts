import type { FileOps } from '../../../files/index.ts';
import { binOf } from '../tree/lockFile.ts';
import type { TreeNode } from '../tree/treeNode.ts';

/** Makes `node_modules/.bin/NAME` for a package that was just installed, its program executable. */
export async function linkBins(files: FileOps, prefix: string, node: TreeNode): Promise<void> {
  const bins = Object.entries(binOf(node) ?? {});
  if (bins.length === 0) return;
  const folder = binFolder(prefix, node);
  await files.mkdir(folder, true);
  for (const [name, path] of bins) {
    const link = `${folder}/${name}`;
    const program = `${prefix}/${node.location}/${path}`;
    // A program that the package forgot to bring gets no link.
    if (!(await files.stat(program).catch(() => null))) continue;
    await files.rm(link, { recursive: false, force: true });
    await files.symlink(`../${node.name}/${path}`, link);
    await files.chmod(program, 0o755);
  }
}

/** Takes away the links of a package that goes, where they are still its own. */
export async function unlinkBins(files: FileOps, prefix: string, node: TreeNode): Promise<void> {
  for (const [name, path] of Object.entries(binOf(node) ?? {})) {
    const link = `${binFolder(prefix, node)}/${name}`;
    const target = await files.readlink(link).catch(() => null);
    if (target === `../${node.name}/${path}`) await files.rm(link, { recursive: false, force: true });
  }
}

function binFolder(prefix: string, node: TreeNode): string {
  const above = node.parent?.location ?? '';
  return `${prefix}/${above === '' ? '' : `${above}/`}node_modules/.bin`;
}
