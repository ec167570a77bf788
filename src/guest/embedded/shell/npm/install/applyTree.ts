import type { FileOps } from '../../../files/index.ts';
import { type JsonObject, textOf } from '../cli/project.ts';
import type { NpmRun } from '../cli/run.ts';
import type { Workspace } from '../cli/workspaces.ts';
import type { NpmConfig } from '../registry/config.ts';
import type { Registry } from '../registry/registry.ts';
import { readActual } from '../tree/actualTree.ts';
import { IdealTree } from '../tree/idealTree.ts';
import { hasInstallScript, lockText, placeLocked } from '../tree/lockFile.ts';
import { onDisk } from '../tree/platform.ts';
import { byName, type Edge, TreeNode } from '../tree/treeNode.ts';
import { type Difference, differenceOf, reify } from './reify.ts';

export interface Wanted {
  readonly prefix: string;
  /** The package.json to install for, with what this call adds or takes away. */
  readonly project: JsonObject;
  /** Packages of the lock file; null: what is on disk is kept where it fits. */
  readonly locked: Readonly<Record<string, JsonObject>> | null;
  /** Packages whose place at the root is looked up anew. */
  readonly renew: readonly string[];
  /** The project's workspaces, with what this call changes of them. */
  readonly workspaces?: readonly Workspace[];
}

export interface Applied {
  readonly root: TreeNode;
  readonly difference: Difference;
}

/** Works the tree out, fetches it and writes it to node_modules. Lock files are the caller's affair. */
export async function applyTree(
  run: NpmRun,
  config: NpmConfig,
  registry: Registry,
  { prefix, project, locked, renew, workspaces = [] }: Wanted,
): Promise<Applied> {
  const { files } = run.call;
  const byPath = new Map(workspaces.map(({ path, manifest }) => [path, manifest]));
  const actual = rootOf(project, workspaces);
  await readActual(files, prefix, actual, byPath);
  const root = rootOf(project, workspaces);
  if (locked)
    placeLocked(root, locked, new Map(workspaces.map(({ location, manifest }) => [location, manifest])));
  else await readActual(files, prefix, root, byPath);
  for (const name of renew) root.children.delete(name);
  const ideal = new IdealTree(root, {
    run,
    registry,
    prefix,
    legacyPeers: run.on('legacy-peer-deps') || config.get('legacy-peer-deps') === 'true',
    force: run.on('force'),
    workspaces,
  });
  await ideal.build();
  for (const failure of ideal.missingOptional) {
    await run.warn(`optional SKIPPING OPTIONAL DEPENDENCY: ${failure.lines.at(-1) ?? ''}`);
  }
  const difference = differenceOf(actual, root, onDisk(root, omittedKinds(run)));
  if (run.on('dry-run') || run.on('package-lock-only')) return { root, difference };
  const fresh = [...difference.added, ...difference.changed];
  for (const { manifest, packageName, version } of fresh) {
    const why = textOf(manifest.deprecated);
    if (why) await run.warn(`deprecated ${packageName}@${version}: ${why}`);
  }
  await reify(run, registry, prefix, difference);
  await noteScripts(run, fresh);
  return { root, difference };
}

export function rootOf(project: JsonObject, workspaces: readonly Workspace[] = []): TreeNode {
  const links = workspaces.map(
    ({ name, location }): Edge => ({ name, wants: `file:${location}`, kind: 'prod' }),
  );
  return new TreeNode(
    { name: textOf(project.name) ?? '', manifest: project, resolved: null, integrity: null, links },
    null,
  );
}

function omittedKinds(run: NpmRun): ReadonlySet<string> {
  const omitted = new Set((run.text('omit') ?? '').split(' '));
  if (run.call.env.NODE_ENV === 'production' && run.text('include') !== 'dev') omitted.add('dev');
  if (/^prod/.test(run.text('only') ?? '')) omitted.add('dev');
  for (const kind of (run.text('include') ?? '').split(' ')) omitted.delete(kind);
  return omitted;
}

/** Install scripts build native code or fetch programs, neither of which this guest could run. */
async function noteScripts(run: NpmRun, fresh: readonly TreeNode[]): Promise<void> {
  const names = fresh.filter(({ manifest }) => hasInstallScript(manifest)).map((node) => node.packageName);
  if (names.length === 0) return;
  const shown = [...new Set(names)].sort(byName).join(', ');
  await run.warn(`install-scripts not run in this guest: ${shown}`);
}

/** `added 2 packages, and changed 1 package in 3s`, in a paragraph of its own. */
export function summary(difference: Difference, elapsedMs: number): string {
  const count = (word: string, nodes: readonly TreeNode[]) =>
    nodes.length === 0 ? [] : [`${word} ${nodes.length} package${nodes.length === 1 ? '' : 's'}`];
  const parts = [
    ...count('added', difference.added),
    ...count('removed', difference.removed),
    ...count('changed', difference.changed),
  ];
  const last = parts.length > 1 ? `, and ${parts.pop()}` : '';
  const done = parts.length === 0 ? 'up to date' : `${parts.join(', ')}${last}`;
  return `\n${done} in ${timeWords(elapsedMs)}\n`;
}

function timeWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m`;
}

export async function writeLocks(
  files: FileOps,
  prefix: string,
  root: TreeNode,
  project: JsonObject,
  options: { readonly lock: boolean; readonly hidden: boolean },
): Promise<void> {
  const encoder = new TextEncoder();
  if (options.lock)
    await files.writeFile(`${prefix}/package-lock.json`, encoder.encode(lockText(root, project, false)));
  if (!options.hidden || root.children.size === 0) return;
  await files.mkdir(`${prefix}/node_modules`, true);
  const text = lockText(root, project, true);
  await files.writeFile(`${prefix}/node_modules/.package-lock.json`, encoder.encode(text));
}
