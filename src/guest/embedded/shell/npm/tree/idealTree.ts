import { isObject, readJson, relativePath, textOf } from '../cli/project.ts';
import { NpmFailure as Failure, type NpmFailure, type NpmRun } from '../cli/run.ts';
import type { Workspace } from '../cli/workspaces.ts';
import { integrityOf } from '../registry/integrity.ts';
import { pickVersion } from '../registry/pickVersion.ts';
import type { Registry } from '../registry/registry.ts';
import { isPackageName, parseSpec } from '../registry/spec.ts';
import { conflict } from './conflict.ts';
import { byName, type Edge, type NodeFacts, satisfies, TreeNode } from './treeNode.ts';

export interface IdealOptions {
  readonly run: NpmRun;
  readonly registry: Registry;
  readonly prefix: string;
  /** Peers are neither installed nor checked. */
  readonly legacyPeers: boolean;
  /** Conflicts of peers are warnings. */
  readonly force: boolean;
  readonly workspaces: readonly Workspace[];
}

/**
 * Completes a tree so that every dependency finds what it asks for, as npm does: what is there and fits stays;
 * what is missing is placed as near to the root as nothing else is disturbed; peers are placed with the package that
 * wants them. What nobody reaches any more is taken out. The registry is asked only for what is missing.
 */
export class IdealTree {
  /** Optional packages that could not be had, by name. */
  readonly missingOptional: NpmFailure[] = [];
  readonly #root: TreeNode;
  readonly #options: IdealOptions;
  readonly #visited = new Set<TreeNode>();
  /** Visited nodes by the names that they depend on. */
  readonly #dependents = new Map<string, Set<TreeNode>>();
  /** What waits to be visited, by depth. */
  readonly #waiting: TreeNode[][] = [];

  constructor(root: TreeNode, options: IdealOptions) {
    this.#root = root;
    this.#options = options;
  }

  async build(): Promise<void> {
    this.#await(this.#root);
    for (let node = this.#next(); node; node = this.#next()) {
      if (this.#visited.has(node) || !this.#isInTree(node)) continue;
      this.#visit(node);
      this.#prefetch(node);
      for (const edge of node.edges) await this.#satisfy(node, edge);
    }
    this.#prune(this.#root);
  }

  #visit(node: TreeNode): void {
    this.#visited.add(node);
    for (const { name } of node.edges) {
      const known = this.#dependents.get(name) ?? new Set();
      this.#dependents.set(name, known.add(node));
    }
  }

  /** The pages of what is missing are asked for together, before they are needed one by one. */
  #prefetch(node: TreeNode): void {
    for (const edge of node.edges) {
      const found = node.startOf(edge).resolve(edge.name);
      const spec = parseSpec(edge.name, edge.wants);
      const isWanted = edge.kind !== 'peerOptional' && !(edge.kind === 'peer' && this.#options.legacyPeers);
      if (isWanted && 'wants' in spec && isPackageName(spec.wants) && !(found && satisfies(found, edge)))
        void this.#options.registry.packument(spec.wants).catch(() => {});
    }
  }

  async #satisfy(node: TreeNode, edge: Edge): Promise<void> {
    if (edge.kind.startsWith('peer') && this.#options.legacyPeers) return;
    const found = node.startOf(edge).resolve(edge.name);
    if (found && satisfies(found, edge)) {
      this.#await(found);
      return;
    }
    // An optional peer is never fetched for its own sake.
    if (edge.kind === 'peerOptional') return;
    try {
      await this.#place(node, edge);
    } catch (error) {
      if (edge.kind !== 'optional' || !(error instanceof Failure)) throw error;
      this.missingOptional.push(error);
    }
  }

  async #place(from: TreeNode, edge: Edge): Promise<void> {
    const found = await this.#factsFor(edge);
    const start = from.startOf(edge);
    // Packages of different versions that need each other would nest for ever: the inner one is a link to the outer.
    const outer = ancestorAs(start, found);
    const facts = outer ? { ...found, resolved: null, integrity: null, linkTo: outer.location } : found;
    const candidate = new TreeNode(facts, start);
    let target: TreeNode | null = null;
    for (let place: TreeNode | null = start; place; place = place.parent) {
      const there = place.children.get(edge.name);
      if (there && !this.#mayReplace(there, candidate)) break;
      if (!this.#fitsBelow(place, candidate)) break;
      if (place !== start && !this.#peersFit(place, candidate)) break;
      target = place;
      if (there) break;
    }
    if (!target) {
      const { run, force } = this.#options;
      const there = start.children.get(edge.name);
      if (!edge.kind.startsWith('peer')) target = start;
      else if (!there || !force) throw conflict(from, edge, there ?? null, this.#root);
      else {
        await run.warn(
          `ERESOLVE overriding peer dependency ${edge.name}@${edge.wants} of ${from.packageName}@${from.version}`,
        );
        this.#await(there);
        return;
      }
    }
    const replaced = target.children.get(edge.name);
    const placed = new TreeNode(facts, target);
    target.children.set(edge.name, placed);
    // Others may have found the one that was replaced; all of them look again.
    if (replaced) this.#startAgain();
    this.#await(placed);
    for (const peer of placed.edges) if (peer.kind === 'peer') await this.#satisfy(placed, peer);
  }

  /** Whether everybody who found `there` would be content with `instead`. */
  #mayReplace(there: TreeNode, instead: TreeNode): boolean {
    for (const dependent of this.#dependents.get(there.name) ?? []) {
      for (const edge of dependent.edges) {
        if (edge.name !== there.name || dependent.startOf(edge).resolve(edge.name) !== there) continue;
        if (satisfies(there, edge) && !satisfies(instead, edge)) return false;
      }
    }
    return true;
  }

  /** Whether nobody below `place` who finds the name further up would lose by finding `candidate` first. */
  #fitsBelow(place: TreeNode, candidate: TreeNode): boolean {
    for (const dependent of this.#dependents.get(candidate.name) ?? []) {
      if (!this.#isInTree(dependent)) continue;
      for (const edge of dependent.edges) {
        if (edge.name !== candidate.name) continue;
        const start = dependent.startOf(edge);
        if (!start.isWithin(place)) continue;
        const found = start.resolve(edge.name);
        const isAbove = found?.parent && place.isWithin(found.parent);
        if (found && isAbove && satisfies(found, edge) && !satisfies(candidate, edge)) return false;
      }
    }
    return true;
  }

  #peersFit(place: TreeNode, candidate: TreeNode): boolean {
    return candidate.edges.every((edge) => {
      if (edge.kind !== 'peer' || this.#options.legacyPeers) return true;
      const found = place.resolve(edge.name);
      return !found || satisfies(found, edge);
    });
  }

  async #factsFor(edge: Edge): Promise<NodeFacts> {
    const { run, prefix, registry } = this.#options;
    const spec = parseSpec(edge.name, edge.wants);
    // A registry's page can name anything: names become folders and addresses.
    const bad = [edge.name, 'wants' in spec ? spec.wants : edge.name].find((name) => !isPackageName(name));
    if (bad !== undefined)
      throw new Failure([
        'code EINVALIDPACKAGENAME',
        `Invalid package name "${bad}" of package "${bad}@${edge.wants}"`,
      ]);
    if (spec.kind === 'other') {
      throw new Failure([
        `${edge.name}@${edge.wants}: only packages of the registry and folders can be installed in this guest`,
      ]);
    }
    if (spec.kind === 'folder') {
      const folder = spec.path.startsWith('/') ? spec.path : await joined(run, prefix, spec.path);
      const workspace = this.#options.workspaces.find(({ path }) => path === folder);
      const manifest =
        workspace?.manifest ?? (await readJson(run.call.files, `${folder}/package.json`))?.value;
      if (!manifest) throw new Failure(['code ENOENT', `Could not read package.json in ${folder}`], 254);
      const linkTo = relativePath(prefix, folder);
      const isWorkspace = workspace !== undefined;
      return { name: edge.name, manifest, resolved: null, integrity: null, linkTo, isWorkspace };
    }
    const { manifest } = pickVersion(await registry.packument(spec.wants), spec);
    const dist = isObject(manifest.dist) ? manifest.dist : {};
    const tarball = textOf(dist.tarball) ?? null;
    return { name: edge.name, manifest, resolved: tarball, integrity: integrityOf(manifest) };
  }

  #await(node: TreeNode): void {
    const { depth } = node;
    const level = this.#waiting[depth] ?? [];
    this.#waiting[depth] = level;
    level.push(node);
  }

  #next(): TreeNode | null {
    const level = this.#waiting.find((each) => each && each.length > 0);
    if (!level) return null;
    // npm's order within one depth; who comes first gets the place nearer to the root.
    const first = level.reduce((a, b) => (byName(a.location, b.location) <= 0 ? a : b));
    level.splice(level.indexOf(first), 1);
    return first;
  }

  #startAgain(): void {
    this.#visited.clear();
    this.#dependents.clear();
    this.#waiting.length = 0;
    this.#await(this.#root);
  }

  #isInTree(node: TreeNode): boolean {
    for (let each = node; each.parent; each = each.parent)
      if (each.parent.children.get(each.name) !== each) return false;
    return true;
  }

  #prune(node: TreeNode): void {
    for (const [name, child] of node.children) {
      if (this.#visited.has(child)) this.#prune(child);
      else node.children.delete(name);
    }
  }
}

function ancestorAs(start: TreeNode, facts: NodeFacts): TreeNode | null {
  for (let node: TreeNode | null = start; node?.parent; node = node.parent) {
    const isSame = node.name === facts.name && node.version === facts.manifest.version;
    if (isSame && node.linkTo === null) return node;
  }
  return null;
}

async function joined(run: NpmRun, prefix: string, path: string): Promise<string> {
  return run.call.files.realpath(`${prefix}/${path}`).catch(() => `${prefix}/${path}`);
}
