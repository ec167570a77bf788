import type { FileOps } from '../../../files/index.ts';
import { isObject, type JsonObject, readJson, textOf, textsOf } from '../cli/project.ts';
import { isPackageName } from '../registry/spec.ts';
import { depFlags } from './depFlags.ts';
import { byName, TreeNode } from './treeNode.ts';

/** What a lock file repeats of a package's own manifest. */
const repeated = [
  'license',
  'dependencies',
  'bin',
  'engines',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bundleDependencies',
  'os',
  'cpu',
  'libc',
  'funding',
  'deprecated',
] as const;

/** A package-lock.json of version 2 or 3 (`packages`); null where there is none that says so. */
export async function readLock(
  files: FileOps,
  path: string,
): Promise<Readonly<Record<string, JsonObject>> | null> {
  const lock = (await readJson(files, path))?.value;
  if (!lock || !isObject(lock.packages)) return null;
  return Object.fromEntries(
    Object.entries(lock.packages).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  );
}

/** Puts the packages of a lock file below `root`. What its places do not allow is left out, and is then looked up anew. */
export function placeLocked(
  root: TreeNode,
  packages: Readonly<Record<string, JsonObject>>,
  /** The manifests of workspaces as they are now, by their places below the project. */
  workspaces: ReadonlyMap<string, JsonObject> = new Map(),
): void {
  const byLocation = new Map<string, TreeNode>([['', root]]);
  const depthOf = (location: string) =>
    location.split('node_modules/').length + (/^node_modules\//.test(location) ? 0 : 1);
  for (const location of Object.keys(packages).sort((a, b) => depthOf(a) - depthOf(b))) {
    const match = /^(?:(.+)\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(location);
    const parent = match && byLocation.get(match[1] ?? '');
    const entry = packages[location]!;
    const name = match?.[2];
    if (!parent || !name || !isPackageName(name) || entry.extraneous) continue;
    const resolved = textOf(entry.resolved) ?? null;
    const isLink = entry.link === true && resolved !== null;
    const target = isLink ? packages[resolved] : undefined;
    const node = new TreeNode(
      {
        name,
        manifest: (isLink && workspaces.get(resolved)) || {
          name: packageNameOf(name, entry),
          ...(target ?? entry),
        },
        resolved: isLink ? null : resolved,
        integrity: textOf(entry.integrity) ?? null,
        linkTo: isLink ? resolved : null,
        isWorkspace: isLink && workspaces.has(resolved),
      },
      parent,
    );
    parent.children.set(name, node);
    byLocation.set(isLink ? resolved : location, node);
  }
}

function packageNameOf(folderName: string, entry: JsonObject): string {
  return textOf(entry.name) ?? folderName;
}

/** The text of the lock file: `hidden` for the one in node_modules, which has no project. */
export function lockText(root: TreeNode, project: JsonObject, hidden: boolean): string {
  const flagsOf = depFlags(root);
  const packages: JsonObject = hidden ? {} : { '': sorted(rootEntry(project)) };
  const nodes = [...root.descendants()].sort((a, b) => byName(a.location, b.location));
  for (const node of nodes) {
    const flags = flagsOf(node);
    if (node.linkTo !== null) {
      packages[node.location] = { resolved: node.linkTo, link: true };
      if (node.isWorkspace) packages[node.linkTo] = targetEntry(node, node.linkTo);
      continue;
    }
    const entry: JsonObject = { version: node.version };
    if (node.packageName !== node.name) entry.name = node.packageName;
    if (node.resolved !== null) entry.resolved = node.resolved;
    if (node.integrity !== null) entry.integrity = node.integrity;
    if (flags.dev) entry.dev = true;
    if (flags.optional) entry.optional = true;
    if (flags.devOptional) entry.devOptional = true;
    if (flags.peer) entry.peer = true;
    if (hasInstallScript(node.manifest)) entry.hasInstallScript = true;
    for (const key of repeated) {
      const value =
        key === 'bin' ? binOf(node) : key === 'dependencies' ? requiredOf(node.manifest) : node.manifest[key];
      if (isSaid(value)) entry[key] = value;
    }
    packages[node.location] = sorted(entry);
  }
  // Those of links stand among the others.
  const ordered = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => byName(a, b)));
  const head = {
    name: textOf(project.name) ?? '',
    version: textOf(project.version),
    lockfileVersion: 3,
    requires: true,
  };
  return `${JSON.stringify({ ...head, packages: ordered }, null, 2)}\n`;
}

/** What a link to a workspace leads to. */
function targetEntry(node: TreeNode, location: string): JsonObject {
  const entry: JsonObject = { version: node.version };
  if (node.packageName !== location.slice(location.lastIndexOf('/') + 1)) entry.name = node.packageName;
  if (hasInstallScript(node.manifest)) entry.hasInstallScript = true;
  for (const key of [...repeated, 'devDependencies']) {
    const value = key === 'bin' ? binOf(node) : node.manifest[key];
    if (isSaid(value)) entry[key] = value;
  }
  return sorted(entry);
}

export function hasInstallScript(manifest: JsonObject): boolean {
  if (manifest.hasInstallScript === true) return true;
  const scripts = isObject(manifest.scripts) ? manifest.scripts : {};
  return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
}

/** `bin` as an object, whatever its form; npm writes paths without a leading `./`. */
export function binOf(node: TreeNode): Readonly<Record<string, string>> | undefined {
  const { bin } = node.manifest;
  const plain = (path: string) => path.replace(/^\.?\/+/, '');
  const given = typeof bin === 'string' ? { [node.packageName]: bin } : bin;
  if (!isObject(given)) return undefined;
  const entries = Object.entries(given).flatMap(([name, path]): [string, string][] => {
    const bare = name.replace(/^@[^/]+\//, '');
    // Both become paths: a name that is no name, or a program outside the package, is left out.
    const isInside = typeof path === 'string' && !path.split('/').includes('..');
    return isInside && /^(?!\.{0,2}$)[^/\0]+$/.test(bare) ? [[bare, plain(path)]] : [];
  });
  return Object.fromEntries(entries);
}

/** There, and no empty object. */
function isSaid(value: unknown): boolean {
  return value !== undefined && !(isObject(value) && Object.keys(value).length === 0);
}

/** A package that is optional as well is listed as that alone. */
function requiredOf(manifest: JsonObject): JsonObject {
  const optional = textsOf(manifest.optionalDependencies);
  return Object.fromEntries(
    Object.entries(textsOf(manifest.dependencies)).filter(([name]) => optional[name] === undefined),
  );
}

function rootEntry(project: JsonObject): JsonObject {
  const keys = [
    ...['name', 'version', 'license', 'dependencies', 'bin', 'devDependencies', 'engines'],
    ...['optionalDependencies', 'peerDependencies', 'peerDependenciesMeta', 'workspaces'],
  ];
  const hasScript = hasInstallScript(project) ? { hasInstallScript: true } : {};
  return {
    ...Object.fromEntries(keys.filter((key) => isSaid(project[key])).map((key) => [key, project[key]])),
    ...hasScript,
  };
}

/** npm's order: plain values before objects; name, version, resolved, integrity and dependencies first, then by name. */
function sorted(entry: JsonObject): JsonObject {
  const first = ['name', 'version', 'resolved', 'integrity', 'dependencies'];
  const rank = (key: string): number => {
    const place = first.indexOf(key);
    return (typeof entry[key] === 'object' ? 100 : 0) + (place < 0 ? first.length : place);
  };
  const keys = Object.keys(entry).sort((a, b) => rank(a) - rank(b) || byName(a, b));
  return Object.fromEntries(
    keys.map((key) => {
      const value = entry[key];
      return [key, isObject(value) ? sorted(value) : value];
    }),
  );
}
