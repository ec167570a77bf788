import type { FileOps } from '../../../files/index.ts';
import { type JsonObject, readJson, relativePath } from '../cli/project.ts';
import { readLock } from './lockFile.ts';
import { TreeNode } from './treeNode.ts';

/** Reads what is really below node_modules, folder by folder. Integrity comes from npm's own note, where it wrote one. */
export async function readActual(
  files: FileOps,
  prefix: string,
  root: TreeNode,
  /** The manifests of the project's workspaces by their paths; their own node_modules belong to it. */
  workspaces: ReadonlyMap<string, JsonObject> = new Map(),
): Promise<void> {
  const noted = (await readLock(files, `${prefix}/node_modules/.package-lock.json`).catch(() => null)) ?? {};
  const visit = async (parent: TreeNode): Promise<void> => {
    const place = parent.linkTo ?? parent.location;
    const folder = `${prefix}/${place === '' ? '' : `${place}/`}node_modules`;
    for (const name of await packageNames(files, folder)) {
      const path = `${folder}/${name}`;
      const manifest = (await readJson(files, `${path}/package.json`).catch(() => null))?.value;
      if (!manifest) continue;
      const isLink = (await files.lstat(path)).kind === 'symlink';
      const target = isLink ? await files.realpath(path) : path;
      const workspace = isLink ? workspaces.get(target) : undefined;
      const note = noted[`${place === '' ? '' : `${place}/`}node_modules/${name}`];
      const isSame = note?.version === manifest.version;
      const node = new TreeNode(
        {
          name,
          manifest: workspace ?? manifest,
          resolved: isSame && typeof note?.resolved === 'string' ? note.resolved : null,
          integrity: isSame && typeof note?.integrity === 'string' ? note.integrity : null,
          linkTo: isLink ? relativePath(prefix, target) : null,
          isWorkspace: workspace !== undefined,
        },
        parent,
      );
      parent.children.set(name, node);
      if (!isLink || workspace) await visit(node);
    }
  };
  await visit(root);
}

async function packageNames(files: FileOps, folder: string): Promise<string[]> {
  const entries = await files.readdir(folder).catch(() => []);
  const names: string[] = [];
  for (const { name } of entries) {
    if (name.startsWith('.')) continue;
    if (!name.startsWith('@')) names.push(name);
    else
      for (const inner of await files.readdir(`${folder}/${name}`).catch(() => []))
        names.push(`${name}/${inner.name}`);
  }
  return names;
}
