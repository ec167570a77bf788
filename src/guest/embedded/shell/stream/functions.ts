import { trapsReturn } from '../trapScripts.ts';
import { type FunctionDefNode, groupOf, type StatementNode, statementOf, withBodyFor } from './ast.ts';
import { isDirect, isTerminal, type Route, resolveRedirections, routeKey } from './route.ts';
import type { StreamTransform } from './transform.ts';

/** Definitions as they were written, by what stands in place of their bodies. */
const written = new WeakMap<object, FunctionDefNode>();

/** The definition that was written where `node` is what the interpreter kept of it. */
export function writtenFunction(node: FunctionDefNode): FunctionDefNode {
  return written.get(node.body) ?? node;
}

/**
 * A function's output leads where its caller's leads, which differs from call to call: `f` writes to the
 * terminal, `f | wc -l` and `$(f)` must not. So its body exists once per route, and the interpreter is given
 * the one for the call that is starting. Kept to the last byte therefore holds inside functions too.
 */
export function streamFunction(definition: FunctionDefNode, transform: StreamTransform): void {
  const { name, body, redirections } = definition;
  transform.definedFunctions.add(name);
  const original: FunctionDefNode = { ...definition };
  const variants = new Map<string, StatementNode[]>();

  const variantFor = (route: Route): StatementNode[] => {
    const key = routeKey(route);
    const known = variants.get(key);
    if (known) return known;
    const copy = structuredClone(body);
    const { inner } = resolveRedirections(redirections, route);
    let statements: StatementNode[];
    if (copy.type === 'Group' && copy.redirections.length === 0) {
      statements = copy.body;
      transform.statements(statements, inner);
    } else {
      statements = [statementOf(copy)];
      transform.compound(copy, inner);
    }
    // A route into a file belongs to one call; kept, it would grow with every name a loop writes to.
    if (isLasting(route)) variants.set(key, statements);
    return statements;
  };

  const hasReturnTrap = trapsReturn(body);
  const dispatch = withBodyFor(groupOf([]), ({ live }) => {
    const { route } = live.takeCall(name, 'as written');
    if (hasReturnTrap) {
      const { inner } = resolveRedirections(redirections, route);
      transform.hooks.onReturningCall((statements) => transform.statements(statements, inner));
    }
    return variantFor(route);
  });
  written.set(dispatch, original);
  // The interpreter copies the node when it executes the definition: that read is the event.
  Object.defineProperty(definition, 'body', {
    enumerable: true,
    get() {
      transform.hooks.onFunction(definition, original);
      return dispatch;
    },
  });
}

function isLasting({ out, err }: Route): boolean {
  return [out, err].every((sink) => !isDirect(sink) || isTerminal(sink));
}

/** Every definition in an AST, wherever it stands. */
export function visitFunctions(value: unknown, visit: (definition: FunctionDefNode) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) visitFunctions(item, visit);
    return;
  }
  if ('type' in value && value.type === 'FunctionDef') visit(value as FunctionDefNode);
  for (const item of Object.values(value)) visitFunctions(item, visit);
}
