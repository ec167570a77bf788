import { coded, type NpmFailure } from '../cli/run.ts';
import type { Edge, TreeNode } from './treeNode.ts';

/** npm's words for a peer that cannot be had beside what is there. */
export function conflict(from: TreeNode, edge: Edge, there: TreeNode | null, root: TreeNode): NpmFailure {
  const project = `${root.packageName || 'undefined'}@${root.version || 'undefined'}`;
  const found = there ? [`Found: ${there.packageName}@${there.version}`, `${there.location}`] : [];
  const asked = root.edges.find((each) => each.name === edge.name);
  const dependency = asked
    ? [`  ${kindWord(asked)}${asked.name}@"${asked.wants}" from the root project`]
    : [];
  return coded('ERESOLVE', '', [
    'ERESOLVE unable to resolve dependency tree',
    '',
    `While resolving: ${project}`,
    ...found,
    ...dependency,
    '',
    'Could not resolve dependency:',
    `peer ${edge.name}@"${edge.wants}" from ${from.packageName}@${from.version}`,
    from.location,
    '',
    'Fix the upstream dependency conflict, or retry',
    'this command with --force or --legacy-peer-deps',
    'to accept an incorrect (and potentially broken) dependency resolution.',
  ]);
}

function kindWord(edge: Edge): string {
  return edge.kind === 'prod' ? '' : `${edge.kind} `;
}
