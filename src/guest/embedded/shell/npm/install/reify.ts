import type { FileOps } from '../../../files/index.ts';
import { type JsonObject, readJson, relativePath } from '../cli/project.ts';
import { coded, type NpmRun } from '../cli/run.ts';
import { checkIntegrity, integrityFor } from '../registry/integrity.ts';
import type { Registry } from '../registry/registry.ts';
import { type PackedFile, unpackTarball } from '../registry/unpack.ts';
import { binOf } from '../tree/lockFile.ts';
import type { TreeNode } from '../tree/treeNode.ts';
import { linkBins, unlinkBins } from './binLinks.ts';

export interface Difference {
  readonly added: readonly TreeNode[];
  readonly changed: readonly TreeNode[];
  readonly removed: readonly TreeNode[];
}

/** What must be done so that node_modules holds those packages of `ideal` that belong on disk. */
export function differenceOf(actual: TreeNode, ideal: TreeNode, kept: ReadonlySet<TreeNode>): Difference {
  const before = new Map([...actual.descendants()].map((node) => [node.location, node]));
  const added: TreeNode[] = [];
  const changed: TreeNode[] = [];
  for (const node of ideal.descendants()) {
    if (!kept.has(node)) continue;
    const there = before.get(node.location);
    before.delete(node.location);
    if (!there) added.push(node);
    else if (!isSame(there, node)) changed.push(node);
  }
  return { added, changed, removed: [...before.values()] };
}

function isSame(there: TreeNode, wanted: TreeNode): boolean {
  if (wanted.linkTo !== null || there.linkTo !== null)
    return (wanted.linkTo === null) === (there.linkTo === null);
  if (there.packageName !== wanted.packageName || there.version !== wanted.version) return false;
  return there.integrity === null || wanted.integrity === null || there.integrity === wanted.integrity;
}

/**
 * Fetches and checks everything before the first file is changed: a package that does not come, or is not what was
 * promised, leaves node_modules as it was.
 */
export async function reify(
  run: NpmRun,
  registry: Registry,
  prefix: string,
  { added, changed, removed }: Difference,
): Promise<void> {
  const { files } = run.call;
  const wanted = [...added, ...changed].filter((node) => node.linkTo === null);
  const archives = new Map<TreeNode, Uint8Array>();
  await Promise.all(wanted.map(async (node) => archives.set(node, await fetchArchive(registry, node))));
  if (run.call.signal.aborted) return;
  const outermostFirst = (a: TreeNode, b: TreeNode) => a.depth - b.depth;
  for (const node of [...removed, ...changed].sort(outermostFirst)) {
    await unlinkBins(files, prefix, node);
    if (removed.includes(node)) await removeFolder(files, `${prefix}/${node.location}`);
    else await removeContents(files, `${prefix}/${node.location}`);
  }
  for (const node of [...added, ...changed].sort(outermostFirst)) {
    const path = `${prefix}/${node.location}`;
    const archive = archives.get(node);
    if (archive)
      await write(files, path, await unpackTarball(archive, `${node.packageName}@${node.version}`));
    else if (node.linkTo !== null) {
      await files.mkdir(parentOf(path), true);
      await files.symlink(relativePath(parentOf(path), `${prefix}/${node.linkTo}`), path);
    }
    archives.delete(node);
  }
  // Links last: a program may be in another package's folder by then.
  for (const node of [...added, ...changed]) {
    if (binOf(node) === undefined) await completeBins(files, prefix, node);
    await linkBins(files, prefix, node);
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

async function fetchArchive(registry: Registry, node: TreeNode): Promise<Uint8Array> {
  const what = `${node.packageName}@${node.version}`;
  if (node.resolved === null) throw coded('ENOTARBALL', '', [`${what} names no archive`]);
  const bytes = await registry.tarball(registry.tarballUrl(node.packageName, node.version, node.resolved));
  if (node.integrity === null) node.integrity = integrityFor(bytes);
  else checkIntegrity(bytes, node.integrity, what);
  return bytes;
}

async function write(files: FileOps, folder: string, packed: readonly PackedFile[]): Promise<void> {
  // A link in the package's place (a repository can bring one) would take the files elsewhere.
  if ((await files.lstat(folder).catch(() => null))?.kind === 'symlink')
    await files.rm(folder, { recursive: false, force: true });
  const folders = new Set([folder]);
  for (const { path } of packed) {
    const parts = path.split('/').slice(0, -1);
    if (parts.length > 0) folders.add(`${folder}/${parts.join('/')}`);
  }
  for (const each of folders) await files.mkdir(each, true);
  // Each file is a message to the file worker; some at once hide the way there.
  const atOnce = 32;
  for (let from = 0; from < packed.length; from += atOnce) {
    await Promise.all(
      packed.slice(from, from + atOnce).map(async ({ path, bytes, mode }) => {
        // A copy: its buffer is the whole archive's, and what is written is handed over.
        await files.writeFile(`${folder}/${path}`, bytes.slice(), mode);
      }),
    );
  }
}

/** Old lock files do not repeat `bin`. */
async function completeBins(files: FileOps, prefix: string, node: TreeNode): Promise<void> {
  const manifest: JsonObject | undefined = (
    await readJson(files, `${prefix}/${node.location}/package.json`).catch(() => null)
  )?.value;
  if (manifest?.bin !== undefined) node.manifest.bin = manifest.bin;
}

async function removeFolder(files: FileOps, path: string): Promise<void> {
  await files.rm(path, { recursive: true, force: true });
  const scope = /^(.*\/node_modules\/@[^/]+)\/[^/]+$/.exec(path)?.[1];
  // The last package of a scope takes the scope's folder along.
  if (scope) await files.rmdir(scope).catch(() => {});
}

/** A new version goes where the old one was; what is nested there has its own account. */
async function removeContents(files: FileOps, path: string): Promise<void> {
  if ((await files.lstat(path).catch(() => null))?.kind === 'symlink') {
    await files.rm(path, { recursive: false, force: true });
    return;
  }
  for (const { name } of await files.readdir(path).catch(() => [])) {
    if (name !== 'node_modules') await files.rm(`${path}/${name}`, { recursive: true, force: true });
  }
}
