import type { AnyNode } from 'acorn';
import { isDataWorker } from '../errors/dataScripts.ts';
import { toldStackName } from '../errors/otherStacks.ts';
import type { Edits } from './edits.ts';

/** What programs call their errors. Not all that has a `stack` is one, and what is none may have no prototype. */
const errorName = /^(?:e|er|err|error|ex|exception|reason|cause|failure|warning)\d*$/i;

/** Whether a text may read the stack of an error in an engine that does not let it be mended before (`otherStacks.ts`). */
export function readsStack(source: string): boolean {
  return isDataWorker && /\.\s*stack\b/.test(source);
}

/** Has `error.stack` read as another property, whose name has the same length. */
export function tellStackRead(node: AnyNode, parents: readonly AnyNode[], edits: Edits): void {
  if (node.type !== 'MemberExpression' || node.computed || !isError(node.object)) return;
  const parent = parents.at(-1);
  if (parent?.type === 'UnaryExpression' && parent.operator === 'delete') return;
  const { property } = node;
  if (property.type === 'Identifier' && property.name === 'stack') {
    edits.replace(property.start, property.end, toldStackName);
  }
}

function isError(node: AnyNode): boolean {
  if (node.type === 'Identifier') return errorName.test(node.name);
  if (node.type === 'NewExpression')
    return node.callee.type === 'Identifier' && /Error$/.test(node.callee.name);
  return node.type === 'MemberExpression' && !node.computed && isError(node.property);
}
