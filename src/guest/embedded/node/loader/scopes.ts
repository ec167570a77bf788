import type { AnyNode, Identifier, Pattern } from 'acorn';

/** Names that a pattern declares. */
export function namesIn(pattern: Pattern | null | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        namesIn(each.type === 'RestElement' ? each.argument : each.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => namesIn(each));
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    default:
      return [];
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

export function isFunction(node: AnyNode): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

/** `var`s below `node`, which belong to the function around them. */
function varsBelow(node: AnyNode, into: string[]): void {
  for (const child of childrenOf(node)) {
    if (child.type === 'VariableDeclaration' && child.kind === 'var') {
      for (const { id } of child.declarations) into.push(...namesIn(id));
    }
    if (!isFunction(child) && child.type !== 'StaticBlock') varsBelow(child, into);
  }
}

function lexicalIn(statements: readonly AnyNode[]): string[] {
  return statements.flatMap((statement) => {
    if (statement.type === 'VariableDeclaration')
      return statement.declarations.flatMap(({ id }) => namesIn(id));
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
      return statement.id ? [statement.id.name] : [];
    }
    return [];
  });
}

/** Names that are declared in the scope that `node` opens; empty where it opens none. */
function declaredBy(node: AnyNode): string[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const names = node.params.flatMap((each) => namesIn(each));
      if (node.type === 'FunctionExpression' && node.id) names.push(node.id.name);
      varsBelow(node.body, names);
      return names;
    }
    case 'ClassExpression':
    case 'ClassDeclaration':
      return node.id ? [node.id.name] : [];
    case 'BlockStatement':
    case 'StaticBlock': {
      const names = lexicalIn(node.body);
      if (node.type === 'StaticBlock') varsBelow(node, names);
      return names;
    }
    case 'ForStatement':
      return node.init ? lexicalIn([node.init]) : [];
    case 'ForInStatement':
    case 'ForOfStatement':
      return lexicalIn([node.left]);
    case 'SwitchStatement':
      return lexicalIn(node.cases.flatMap((each) => each.consequent));
    case 'CatchClause':
      return namesIn(node.param);
    default:
      return [];
  }
}

/** Whether an identifier in that place only names something. */
function isMereName(node: Identifier, parent: AnyNode): boolean {
  switch (parent.type) {
    case 'MemberExpression':
      return parent.property === node && !parent.computed;
    case 'Property':
      return parent.key === node && !parent.computed && !parent.shorthand;
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.key === node && !parent.computed;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return true;
    default:
      return false;
  }
}

/**
 * Calls `visit` for every node below `program` but import and export lists, and for identifiers only where they
 * refer to one of `names` of the module itself, not to something declared further in.
 */
export function walkReferences(
  program: AnyNode,
  names: ReadonlySet<string>,
  visit: (node: AnyNode, parents: readonly AnyNode[]) => void,
): void {
  const parents: AnyNode[] = [];
  const hidden = new Map<string, number>();

  function enter(node: AnyNode): void {
    const parent = parents.at(-1);
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return;
    if (node.type === 'ExportSpecifier') return;
    if (node.type === 'Identifier') {
      const refers = names.has(node.name) && !hidden.get(node.name) && !(parent && isMereName(node, parent));
      if (refers) visit(node, parents);
      return;
    }
    visit(node, parents);
    const declared = names.size > 0 && parent ? declaredBy(node).filter((name) => names.has(name)) : [];
    for (const name of declared) hidden.set(name, (hidden.get(name) ?? 0) + 1);
    parents.push(node);
    const children = childrenOf(node);
    // Of `{ x }` key and value are one and the same.
    const own = node.type === 'Property' && node.shorthand ? [node.value] : children;
    for (const child of own) enter(child);
    parents.pop();
    for (const name of declared) hidden.set(name, (hidden.get(name) ?? 0) - 1);
  }
  enter(program);
}
