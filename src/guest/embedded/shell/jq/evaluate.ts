import type { Definition, Node } from './ast.ts';
import { bindings, bound } from './binding.ts';
import { objects, texts } from './construction.ts';
import { formatted } from './formats.ts';
import { SyntaxFault } from './lexer.ts';
import {
  type Closure,
  extended,
  lookup,
  type Machine,
  type Out,
  type Outs,
  pathless,
  plain,
  type Scope,
  variable,
  withValue,
} from './machine.ts';
import { operators } from './operators.ts';
import { indexed, shown, sliced } from './paths.ts';
import { updated } from './updating.ts';
import { fail, isArray, isObject, isTrue, JqError, type Path, type Value } from './values.ts';

class Break {
  readonly label: object;

  constructor(label: object) {
    this.label = label;
  }
}

/** All results of a program for an input, one when it is asked for. Errors are thrown as JqError. */
export function* evaluate(node: Node, scope: Scope, input: Out, machine: Machine): Outs {
  switch (node.kind) {
    case 'identity':
      yield input;
      return;
    case 'literal':
      yield plain(node.value, input);
      return;
    case 'pipe':
      for (const out of evaluate(node.left, scope, input, machine))
        yield* evaluate(node.right, scope, out, machine);
      return;
    case 'comma':
      yield* evaluate(node.left, scope, input, machine);
      yield* evaluate(node.right, scope, input, machine);
      return;
    case 'index':
      for (const of of evaluate(node.of, scope, input, machine)) {
        for (const { value: key } of evaluate(node.key, scope, pathless(input), machine)) {
          yield { value: indexed(of.value, key), path: extended(of, key) };
        }
      }
      return;
    case 'slice':
      yield* slices(node, scope, input, machine);
      return;
    case 'each':
      for (const of of evaluate(node.of, scope, input, machine)) yield* each(of);
      return;
    case 'recurse':
      yield* recursed(input);
      return;
    case 'call':
      yield* called(node.name, node.args, scope, input, machine);
      return;
    case 'variable':
      yield plain(variable(node.name, node.line, scope, machine), input);
      return;
    case 'binary': {
      const operator = operators[node.sign];
      const bare = pathless(input);
      for (const { value: right } of evaluate(node.right, scope, bare, machine)) {
        for (const { value: left } of evaluate(node.left, scope, bare, machine)) {
          yield plain(operator?.(left, right) ?? null, input);
        }
      }
      return;
    }
    case 'negate':
      for (const { value } of evaluate(node.of, scope, pathless(input), machine)) {
        if (typeof value !== 'number') fail(`${shown(value)} cannot be negated`);
        yield plain(-value, input);
      }
      return;
    case 'and':
    case 'or':
      for (const { value: left } of evaluate(node.left, scope, pathless(input), machine)) {
        if (isTrue(left) === (node.kind === 'or')) yield plain(node.kind === 'or', input);
        else
          for (const { value } of evaluate(node.right, scope, pathless(input), machine))
            yield plain(isTrue(value), input);
      }
      return;
    case 'alternative':
      yield* alternatives(node.left, node.right, scope, input, machine);
      return;
    case 'try':
      yield* tried(node.body, node.handler, scope, input, machine);
      return;
    case 'if':
      for (const { value } of evaluate(node.test, scope, pathless(input), machine)) {
        if (isTrue(value)) yield* evaluate(node.then, scope, input, machine);
        else if (node.else) yield* evaluate(node.else, scope, input, machine);
        else yield input;
      }
      return;
    case 'update':
      for (const value of updated(node.sign, node.left, node.right, scope, input.value, machine)) {
        yield plain(value, input);
      }
      return;
    case 'reduce':
      for (const start of evaluate(node.start, scope, input, machine)) {
        let state: Out | null = start;
        for (const inner of bindings(node, scope, pathless(input), machine)) {
          const before: Out = state ?? plain(null, input);
          state = null;
          for (const out of evaluate(node.update, inner, before, machine)) state = out;
        }
        yield state ?? plain(null, input);
      }
      return;
    case 'foreach':
      for (const start of evaluate(node.start, scope, input, machine)) {
        let state = start;
        for (const inner of bindings(node, scope, pathless(input), machine)) {
          for (const out of evaluate(node.update, inner, state, machine)) {
            state = out;
            if (node.extract) yield* evaluate(node.extract, inner, out, machine);
            else yield out;
          }
        }
      }
      return;
    case 'bind':
      yield* bound(node, scope, input, machine);
      return;
    case 'define': {
      const { definition } = node;
      const name = `${definition.name}/${definition.parameters.length}`;
      yield* evaluate(
        node.body,
        { name, bound: { kind: 'function', definition }, outer: scope },
        input,
        machine,
      );
      return;
    }
    case 'label': {
      const label = {};
      const inner: Scope = { name: `*${node.name}`, bound: { kind: 'label', label }, outer: scope };
      yield* untilBroken(evaluate(node.body, inner, input, machine), label);
      return;
    }
    case 'break': {
      const found = lookup(scope, `*${node.name}`);
      if (found?.bound.kind !== 'label') throw new SyntaxFault(`$*label-${node.name} is not defined`);
      throw new Break(found.bound.label);
    }
    case 'array': {
      const items: Value[] = [];
      if (node.of)
        for (const { value } of evaluate(node.of, scope, pathless(input), machine)) items.push(value);
      yield plain(items, input);
      return;
    }
    case 'object':
      for (const members of objects(node.entries, 0, scope, pathless(input), machine)) {
        yield plain(new Map(members), input);
      }
      return;
    case 'text':
      for (const text of texts(
        node.parts,
        node.parts.length,
        node.format ?? 'text',
        scope,
        pathless(input),
        machine,
      )) {
        yield plain(text, input);
      }
      return;
    case 'format':
      yield plain(formatted(node.name, input.value), input);
  }
}

export function* each(input: Out): Outs {
  const { value } = input;
  if (isArray(value)) {
    for (const [key, item] of value.entries()) yield { value: item, path: extended(input, key) };
  } else if (isObject(value)) {
    for (const [key, item] of value) yield { value: item, path: extended(input, key) };
  } else fail(`Cannot iterate over ${shown(value)}`);
}

export function* recursed(input: Out): Outs {
  yield input;
  if (isArray(input.value) || isObject(input.value)) for (const item of each(input)) yield* recursed(item);
}

function* slices(node: Extract<Node, { kind: 'slice' }>, scope: Scope, input: Out, machine: Machine): Outs {
  const bare = pathless(input);
  const nothing: Node = { kind: 'literal', value: null };
  for (const of of evaluate(node.of, scope, input, machine)) {
    for (const { value: end } of evaluate(node.to ?? nothing, scope, bare, machine)) {
      for (const { value: start } of evaluate(node.from ?? nothing, scope, bare, machine)) {
        const key = new Map([
          ['start', start],
          ['end', end],
        ]);
        yield { value: sliced(of.value, start, end), path: extended(of, key) };
      }
    }
  }
}

function* called(name: string, args: readonly Node[], scope: Scope, input: Out, machine: Machine): Outs {
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

function* alternatives(left: Node, right: Node, scope: Scope, input: Out, machine: Machine): Outs {
  let hasAny = false;
  try {
    for (const out of evaluate(left, scope, input, machine)) {
      if (!isTrue(out.value)) continue;
      hasAny = true;
      yield out;
    }
  } catch (thrown) {
    if (!(thrown instanceof JqError)) throw thrown;
  }
  if (!hasAny) yield* evaluate(right, scope, input, machine);
}

function* tried(body: Node, handler: Node | null, scope: Scope, input: Out, machine: Machine): Outs {
  const outs = evaluate(body, scope, input, machine);
  for (;;) {
    let next: IteratorResult<Out, void>;
    // What is made of the results may raise errors of its own: those are not caught here.
    try {
      next = outs.next();
    } catch (thrown) {
      if (!(thrown instanceof JqError)) throw thrown;
      if (handler) yield* evaluate(handler, scope, plain(thrown.value, input), machine);
      return;
    }
    if (next.done) return;
    yield next.value;
  }
}

export function* untilBroken(outs: Outs, label: object): Outs {
  try {
    yield* outs;
  } catch (thrown) {
    if (!(thrown instanceof Break) || thrown.label !== label) throw thrown;
  }
}
