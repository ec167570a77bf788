import { coded, type NpmFailure } from '../cli/run.ts';
import { depFlags } from './depFlags.ts';
import type { TreeNode } from './treeNode.ts';

/** What programs see of the guest. */
const current: Readonly<Record<string, string>> = { os: 'linux', cpu: 'x64', libc: 'glibc' };

function list(value: unknown): readonly string[] {
  const items = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  return items.filter((item): item is string => typeof item === 'string');
}

function fits(node: TreeNode): boolean {
  return Object.entries(current).every(([kind, is]) => {
    const wanted = list(node.manifest[kind]);
    if (wanted.length === 0 || wanted.includes('any')) return true;
    if (wanted.includes(`!${is}`)) return false;
    return wanted.includes(is) || wanted.every((each) => each.startsWith('!'));
  });
}

/**
 * The packages of a complete tree that belong on disk: not those of a kind that is left out (`--omit=dev`), and of
 * the optional ones only those made for this platform. Throws EBADPLATFORM for one that is needed and is not.
 */
export function onDisk(root: TreeNode, omitted: ReadonlySet<string>): ReadonlySet<TreeNode> {
  const flagsOf = depFlags(root);
  const kept = new Set<TreeNode>();
  for (const node of root.descendants()) {
    const parentKept = node.parent === root || (node.parent !== null && kept.has(node.parent));
    const { dev, optional, devOptional, peer } = flagsOf(node);
    const isOmitted =
      (omitted.has('dev') && (dev || (devOptional && omitted.has('optional')))) ||
      (omitted.has('optional') && optional) ||
      (omitted.has('peer') && peer);
    if (!parentKept || isOmitted) continue;
    if (fits(node)) kept.add(node);
    else if (!optional) throw badPlatform(node);
  }
  return kept;
}

function badPlatform(node: TreeNode): NpmFailure {
  const wanted = Object.fromEntries(
    Object.keys(current).flatMap((kind) =>
      node.manifest[kind] === undefined ? [] : [[kind, node.manifest[kind]]],
    ),
  );
  const { os, cpu } = current;
  return coded('EBADPLATFORM', 'notsup', [
    `Unsupported platform for ${node.packageName}@${node.version}: wanted ${JSON.stringify(wanted)} (current: ${JSON.stringify({ os, cpu })})`,
  ]);
}
