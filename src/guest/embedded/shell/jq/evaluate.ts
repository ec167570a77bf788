import type { Node } from './ast.ts';
import { bindings, bound } from './binding.ts';
import { called } from './calls.ts';
import { alternatives, Break, tried, untilBroken } from './catching.ts';
import { objects, texts } from './construction.ts';
import { formatted } from './formats.ts';
import { SyntaxFault } from './lexer.ts';
import {
  extended,
  lookup,
  type Machine,
  type Out,
  type Outs,
  pathless,
  plain,
  type Scope,
  variable,
} from './machine.ts';
import { operators } from './operators.ts';
import { indexed, shown, sliced } from './paths.ts';
import { updated } from './updating.ts';
import { fail, isArray, isObject, isTrue, type Value } from './values.ts';

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
