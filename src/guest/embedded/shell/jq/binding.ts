import type { Node, Pattern } from './ast.ts';
import { evaluate } from './evaluate.ts';
import { type Machine, type Out, type Outs, pathless, type Scope, withValue } from './machine.ts';
import { indexed } from './paths.ts';
import { fail, isArray, JqError, typeOf, type Value } from './values.ts';

type Binding = { readonly source: Node; readonly patterns: readonly Pattern[] };

/** The scopes that a source and its one pattern give, an inner one for each result. */
export function* bindings(
  { source, patterns }: Binding,
  scope: Scope,
  input: Out,
  machine: Machine,
): Generator<Scope, void, undefined> {
  for (const { value } of evaluate(source, scope, input, machine)) {
    const [first] = patterns;
    if (first) yield* destructured(first, value, scope, input, machine);
  }
}

/** `source as $pattern | body`, and with `?//` the next pattern where one fails. */
export function* bound(
  node: Extract<Node, { kind: 'bind' }>,
  scope: Scope,
  input: Out,
  machine: Machine,
): Outs {
  if (node.patterns.length === 1) {
    for (const inner of bindings(node, scope, pathless(input), machine))
      yield* evaluate(node.body, inner, input, machine);
    return;
  }
  // Of several patterns every variable exists in all, and an error leads to the next one.
  const all = node.patterns
    .flatMap(variablesOf)
    .reduce((outer: Scope, name) => withValue(outer, name, null), scope);
  for (const { value } of evaluate(node.source, scope, pathless(input), machine)) {
    for (const [index, pattern] of node.patterns.entries()) {
      try {
        for (const inner of destructured(pattern, value, all, pathless(input), machine)) {
          yield* evaluate(node.body, inner, input, machine);
        }
        break;
      } catch (thrown) {
        if (!(thrown instanceof JqError) || index === node.patterns.length - 1) throw thrown;
      }
    }
  }
}

function variablesOf(pattern: Pattern): string[] {
  if (pattern.kind === 'variable') return [pattern.name];
  if (pattern.kind === 'array') return pattern.items.flatMap(variablesOf);
  return pattern.entries.flatMap(({ variable: name, value }) => [
    ...(name === null ? [] : [name]),
    ...(value ? variablesOf(value) : []),
  ]);
}

function* destructured(
  pattern: Pattern,
  value: Value,
  scope: Scope,
  input: Out,
  machine: Machine,
): Generator<Scope, void, undefined> {
  if (pattern.kind === 'variable') yield withValue(scope, pattern.name, value);
  else if (pattern.kind === 'array') {
    if (value !== null && !isArray(value)) fail(`Cannot index ${typeOf(value)} with number`);
    yield* items(pattern.items, 0, value ?? [], scope, input, machine);
  } else yield* entries(pattern.entries, 0, value, scope, input, machine);
}

function* items(
  patterns: readonly Pattern[],
  at: number,
  values: readonly Value[],
  scope: Scope,
  input: Out,
  machine: Machine,
): Generator<Scope, void, undefined> {
  const pattern = patterns[at];
  if (!pattern) yield scope;
  else
    for (const inner of destructured(pattern, values[at] ?? null, scope, input, machine)) {
      yield* items(patterns, at + 1, values, inner, input, machine);
    }
}

function* entries(
  patterns: Extract<Pattern, { kind: 'object' }>['entries'],
  at: number,
  value: Value,
  scope: Scope,
  input: Out,
  machine: Machine,
): Generator<Scope, void, undefined> {
  const entry = patterns[at];
  if (!entry) {
    yield scope;
    return;
  }
  const key: Node = entry.key ?? { kind: 'literal', value: entry.variable };
  for (const { value: name } of evaluate(key, scope, input, machine)) {
    if (typeof name !== 'string') fail(`Cannot index ${typeOf(value)} with ${typeOf(name)}`);
    const found = indexed(value, name);
    const named = entry.variable === null ? scope : withValue(scope, entry.variable, found);
    const inners = entry.value ? destructured(entry.value, found, named, input, machine) : [named];
    for (const inner of inners) yield* entries(patterns, at + 1, value, inner, input, machine);
  }
}
