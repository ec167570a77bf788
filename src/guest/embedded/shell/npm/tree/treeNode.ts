import semver from 'semver';
import { isObject, type JsonObject, textOf, textsOf } from '../cli/project.ts';
import { parseSpec } from '../registry/spec.ts';

export type EdgeKind = 'prod' | 'dev' | 'optional' | 'peer' | 'peerOptional';

/** One dependency that a package declares. */
export interface Edge {
  readonly name: string;
  readonly wants: string;
  readonly kind: EdgeKind;
}

export interface NodeFacts {
  /** Folder name below node_modules, scope included. */
  readonly name: string;
  readonly manifest: JsonObject;
  readonly resolved: string | null;
  readonly integrity: string | null;
  /** Path below the project that this is a link to; null for an installed package. */
  readonly linkTo?: string | null;
  /** Of the project: what it asks for besides, its workspaces. They are stronger than what its sections say. */
  readonly links?: readonly Edge[];
  /** Its development is done here: what it needs for that counts too. */
  readonly isWorkspace?: boolean;
}

/** A package at a place below node_modules; the project itself is the root, without a parent. */
export class TreeNode {
  readonly name: string;
  readonly manifest: JsonObject;
  readonly resolved: string | null;
  integrity: string | null;
  readonly linkTo: string | null;
  readonly isWorkspace: boolean;
  readonly parent: TreeNode | null;
  readonly children = new Map<string, TreeNode>();
  readonly edges: readonly Edge[];

  constructor(facts: NodeFacts, parent: TreeNode | null) {
    this.name = facts.name;
    this.manifest = facts.manifest;
    this.resolved = facts.resolved;
    this.integrity = facts.integrity;
    this.linkTo = facts.linkTo ?? null;
    this.isWorkspace = facts.isWorkspace ?? false;
    this.parent = parent;
    // A link to a place below node_modules adds nothing to what that place needs.
    this.edges = this.linkTo?.startsWith('node_modules/')
      ? []
      : edgesOf(facts.manifest, parent === null || facts.isWorkspace === true, facts.links);
  }

  get version(): string {
    return textOf(this.manifest.version) ?? '';
  }

  /** The name of the package itself, which an alias hides. */
  get packageName(): string {
    return textOf(this.manifest.name) ?? this.name;
  }

  /** `node_modules/a/node_modules/b`; '' for the project. What a link has of its own lies where that leads. */
  get location(): string {
    if (!this.parent) return '';
    const above = this.parent.linkTo ?? this.parent.location;
    return `${above === '' ? '' : `${above}/`}node_modules/${this.name}`;
  }

  get depth(): number {
    return this.parent ? this.parent.depth + 1 : 0;
  }

  isWithin(other: TreeNode): boolean {
    for (let node: TreeNode | null = this; node; node = node.parent) if (node === other) return true;
    return false;
  }

  /** What `require(name)` would find from here. */
  resolve(name: string): TreeNode | null {
    for (let node: TreeNode | null = this; node; node = node.parent) {
      const child = node.children.get(name);
      if (child) return child;
    }
    return null;
  }

  /** From where an edge is looked up: a peer must not be the package's own. */
  startOf(edge: Edge): TreeNode {
    return edge.kind.startsWith('peer') && this.parent ? this.parent : this;
  }

  *descendants(): Generator<TreeNode> {
    for (const child of this.children.values()) {
      yield child;
      yield* child.descendants();
    }
  }
}

/** Whether the package at a place is what a dependency asks for. */
export function satisfies(
  node: { readonly packageName: string; readonly version: string; readonly linkTo: string | null },
  edge: Edge,
): boolean {
  const spec = parseSpec(edge.name, edge.wants);
  switch (spec.kind) {
    case 'range':
      return (
        (node.packageName === spec.wants || node.linkTo !== null) &&
        semver.satisfies(node.version, spec.range, { loose: true })
      );
    // What a tag means now only the registry knows; what was installed for it stands.
    case 'tag':
      return node.packageName === spec.wants || node.linkTo !== null;
    case 'folder':
      return node.linkTo !== null;
    case 'other':
      return false;
  }
}

/** Sorted by name, as npm goes through them. */
function edgesOf(manifest: JsonObject, isRoot: boolean, links: readonly Edge[] = []): readonly Edge[] {
  const bundled = manifest.bundleDependencies ?? manifest.bundledDependencies;
  const isBundled = (name: string) =>
    !isRoot && (bundled === true || (Array.isArray(bundled) && bundled.includes(name)));
  const edges = new Map<string, Edge>();
  const add = (kind: EdgeKind, dependencies: Readonly<Record<string, string>>) => {
    for (const [name, wants] of Object.entries(dependencies))
      if (!isBundled(name)) edges.set(name, { name, wants, kind });
  };
  const meta = isObject(manifest.peerDependenciesMeta) ? manifest.peerDependenciesMeta : {};
  const isOptionalPeer = (name: string) => isObject(meta[name]) && meta[name].optional === true;
  const peers = Object.entries(textsOf(manifest.peerDependencies));
  add('peer', Object.fromEntries(peers.filter(([name]) => !isOptionalPeer(name))));
  add('peerOptional', Object.fromEntries(peers.filter(([name]) => isOptionalPeer(name))));
  // A name that is in several sections counts as what the last of them says.
  add('prod', textsOf(manifest.dependencies));
  add('optional', textsOf(manifest.optionalDependencies));
  if (isRoot) add('dev', textsOf(manifest.devDependencies));
  for (const edge of links) edges.set(edge.name, edge);
  return [...edges.values()].sort((a, b) => byName(a.name, b.name));
}

const collator = new Intl.Collator('en');

export function byName(a: string, b: string): number {
  return collator.compare(a, b);
}
