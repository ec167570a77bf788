import type { Edge, TreeNode } from './treeNode.ts';

export interface DepFlags {
  readonly dev: boolean;
  readonly optional: boolean;
  readonly devOptional: boolean;
  readonly peer: boolean;
}

/** What each package of a complete tree is there for, as the lock file says it. */
export function depFlags(root: TreeNode): (node: TreeNode) => DepFlags {
  const withoutDev = reached(root, ({ kind }) => kind !== 'dev');
  const withoutOptional = reached(root, ({ kind }) => kind !== 'optional' && kind !== 'peerOptional');
  const withoutBoth = reached(
    root,
    ({ kind }) => kind !== 'dev' && kind !== 'optional' && kind !== 'peerOptional',
  );
  const withoutPeers = reached(root, ({ kind }) => !kind.startsWith('peer'));
  return (node) => {
    const dev = !withoutDev.has(node);
    const optional = !withoutOptional.has(node);
    return {
      dev,
      optional,
      devOptional: !dev && !optional && !withoutBoth.has(node),
      peer: !withoutPeers.has(node),
    };
  };
}

function reached(root: TreeNode, follow: (edge: Edge) => boolean): ReadonlySet<TreeNode> {
  const found = new Set<TreeNode>([root]);
  for (const node of found) {
    for (const edge of node.edges) {
      const target = follow(edge) ? node.startOf(edge).resolve(edge.name) : null;
      if (target) found.add(target);
    }
  }
  return found;
}
