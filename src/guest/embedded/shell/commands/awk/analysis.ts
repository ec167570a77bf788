import type { Expr, FunctionDefinition, Program } from './ast.ts';

/** Every node below a tree, in order. */
function visit(node: unknown, hear: (node: { readonly kind: string }) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) visit(each, hear);
    return;
  }
  if ('kind' in node && typeof node.kind === 'string') hear(node as { readonly kind: string });
  for (const value of Object.values(node)) visit(value, hear);
}

const waiting = new Set(['system', 'close', 'fflush']);

/** Functions whose call may wait: for a command, for input, or in a loop that prints for its output to be taken. */
export function asyncFunctions(functions: ReadonlyMap<string, FunctionDefinition>): ReadonlySet<string> {
  const found = new Set<string>();
  const callers = new Map<string, Set<string>>();
  for (const { name, body } of functions.values()) {
    const calls = new Set<string>();
    let loops = false;
    let prints = false;
    visit(body, (node) => {
      const { kind } = node;
      if (kind === 'getline') found.add(name);
      else if (kind === 'builtin' && waiting.has((node as Extract<Expr, { kind: 'builtin' }>).name))
        found.add(name);
      else if (kind === 'call') calls.add((node as Extract<Expr, { kind: 'call' }>).name);
      else if (kind === 'while' || kind === 'for' || kind === 'forIn') loops = true;
      else if (kind === 'print') prints = true;
    });
    if (loops && prints) found.add(name);
    callers.set(name, calls);
  }
  for (let grew = true; grew; ) {
    grew = false;
    for (const [name, calls] of callers) {
      if (found.has(name) || ![...calls].some((called) => found.has(called))) continue;
      found.add(name);
      grew = true;
    }
  }
  return found;
}

/** For each function, which of its parameters are used as arrays, here or in what it calls. */
export function arrayParameters(
  functions: ReadonlyMap<string, FunctionDefinition>,
): ReadonlyMap<string, readonly boolean[]> {
  const result = new Map<string, boolean[]>();
  for (const { name, parameters } of functions.values())
    result.set(
      name,
      parameters.map(() => false),
    );
  for (let grew = true; grew; ) {
    grew = false;
    for (const { name, parameters, body } of functions.values()) {
      const mine = result.get(name)!;
      const markName = (used: string): void => {
        const index = parameters.indexOf(used);
        if (index < 0 || mine[index]) return;
        mine[index] = true;
        grew = true;
      };
      visit(body, (node) => {
        for (const used of arraysUsedBy(node, result)) markName(used);
      });
    }
  }
  return result;
}

function arraysUsedBy(
  node: { readonly kind: string },
  known: ReadonlyMap<string, readonly boolean[]>,
): string[] {
  const bare = (expr: Expr | undefined): string[] => (expr?.kind === 'name' ? [expr.name] : []);
  switch (node.kind) {
    case 'element':
    case 'in':
    case 'delete':
      return [(node as Extract<Expr, { kind: 'element' }>).name];
    case 'forIn':
      return [(node as unknown as { readonly array: string }).array];
    case 'builtin': {
      const { name, args } = node as Extract<Expr, { kind: 'builtin' }>;
      if (name === 'split' || name === 'patsplit') return bare(args[1]);
      return name === 'asort' || name === 'asorti' ? [...bare(args[0]), ...bare(args[1])] : [];
    }
    case 'call': {
      const { name, args } = node as Extract<Expr, { kind: 'call' }>;
      return args.flatMap((arg, index) => (known.get(name)?.[index] ? bare(arg) : []));
    }
    default:
      return [];
  }
}

/** Names that a program uses as arrays outside of functions' parameters. */
export function arrayNames(
  program: Program,
  known: ReadonlyMap<string, readonly boolean[]>,
): ReadonlySet<string> {
  const names = new Set<string>(['ENVIRON', 'ARGV']);
  const trees = [
    program.begin,
    program.end,
    program.rules,
    [...program.functions.values()].map(({ body }) => body),
  ];
  visit(trees, (node) => {
    for (const used of arraysUsedBy(node, known)) names.add(used);
  });
  return names;
}
