import type { Definition, Node } from './ast.ts';
import { evaluate } from './evaluate.ts';
import { SyntaxFault } from './lexer.ts';
import {
  type Closure,
  lookup,
  type Machine,
  type Out,
  type Outs,
  pathless,
  type Scope,
  withValue,
} from './machine.ts';
import { shown } from './paths.ts';
import { fail, type Path, type Value } from './values.ts';

/** What a call of a function gives: one of the program, an argument, a builtin or one of the prelude. */
export function* called(
  name: string,
  args: readonly Node[],
  scope: Scope,
  input: Out,
  machine: Machine,
): Outs {
  const key = `${name}/${args.length}`;
  const found = lookup(scope, key);
  if (found?.bound.kind === 'closure') {
    const { node, scope: inner } = found.bound.closure;
    yield* evaluate(node, inner, input, machine);
    return;
  }
  if (found?.bound.kind === 'function') {
    yield* applied(found.bound.definition, found, args, scope, input, machine);
    return;
  }
  const builtin = machine.builtins.get(key);
  if (builtin) {
    yield* builtin(
      input,
      args.map((node) => ({ node, scope })),
      machine,
    );
    return;
  }
  const definition = machine.prelude.get(key);
  if (!definition) throw new SyntaxFault(`${key} is not defined`);
  yield* applied(definition, null, args, scope, input, machine);
}

/** A defined function: `home` are the names where it was defined, itself among them. */
function* applied(
  definition: Definition,
  home: Scope,
  args: readonly Node[],
  scope: Scope,
  input: Out,
  machine: Machine,
): Outs {
  let inner = home;
  const values: { readonly name: string; readonly closure: Closure }[] = [];
  for (const [index, parameter] of definition.parameters.entries()) {
    const closure: Closure = { node: args[index] ?? { kind: 'identity' }, scope };
    const name = parameter.replace(/^\$/, '');
    inner = { name: `${name}/0`, bound: { kind: 'closure', closure }, outer: inner };
    if (parameter !== name) values.push({ name, closure });
  }
  yield* withArguments(values, 0, inner, definition.body, input, machine);
}

function* withArguments(
  values: readonly { readonly name: string; readonly closure: Closure }[],
  at: number,
  scope: Scope,
  body: Node,
  input: Out,
  machine: Machine,
): Outs {
  const next = values[at];
  if (!next) yield* evaluate(body, scope, input, machine);
  else
    for (const value of valuesOf(next.closure, input, machine)) {
      yield* withArguments(values, at + 1, withValue(scope, next.name, value), body, input, machine);
    }
}

/** The results of an argument for the input of the call. */
export function* valuesOf(closure: Closure, input: Out, machine: Machine): Generator<Value, void, undefined> {
  for (const { value } of evaluate(closure.node, closure.scope, pathless(input), machine)) yield value;
}

/** The paths of an argument's results from the value. */
export function* pathsOf(closure: Closure, value: Value, machine: Machine): Generator<Path, void, undefined> {
  for (const { value: found, path } of evaluate(closure.node, closure.scope, { value, path: [] }, machine)) {
    if (path === null || path === 'none')
      fail(`Invalid path expression with result ${shown(found).replace(/^\w+ \(|\)$/g, '')}`);
    yield path;
  }
}
