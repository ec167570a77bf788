import type { Definition, Node, Pattern } from './ast.ts';
import { formatted } from './formats.ts';
import { SyntaxFault } from './lexer.ts';
import { operators } from './operators.ts';
import { indexed, shown, sliced, valueAt, withoutPaths, withValueAt } from './paths.ts';
import { fail, isArray, isObject, isTrue, JqError, type Path, typeOf, type Value } from './values.ts';

/** A result. `path` leads to it from the input; null where no path is asked for, `'none'` where there is none. */
export interface Out {
  readonly value: Value;
  readonly path: Path | 'none' | null;
}

export type Outs = Generator<Out, void, undefined>;

/** An argument: a program with the names it sees. */
export interface Closure {
  readonly node: Node;
  readonly scope: Scope;
}

/** Names, the innermost first. */
export type Scope = null | {
  readonly name: string;
  readonly bound:
    | { readonly kind: 'value'; readonly value: Value }
    | { readonly kind: 'closure'; readonly closure: Closure }
    | { readonly kind: 'function'; readonly definition: Definition }
    | { readonly kind: 'label'; readonly label: object };
  readonly outer: Scope;
};

/** What the program reaches beyond its input. */
export interface Machine {
  readonly builtins: ReadonlyMap<string, Builtin>;
  readonly prelude: ReadonlyMap<string, Definition>;
  /** The next value of the inputs, undefined behind the last. */
  readonly nextInput: () => Value | undefined;
  readonly inputName: () => Value;
  readonly inputLine: () => number;
  readonly env: Value;
  /** Epoch seconds. */
  readonly now: () => number;
  readonly complain: (text: string) => void;
}

export type Builtin = (input: Out, args: readonly Closure[], machine: Machine) => Outs;

class Break {
  readonly label: object;

  constructor(label: object) {
    this.label = label;
  }
}

/** `halt` and `halt_error`. */
export class Halt {
  readonly exitCode: number;
  readonly text: string;

  constructor(exitCode: number, text: string) {
    this.exitCode = exitCode;
    this.text = text;
  }
}

function plain(value: Value, input: Out): Out {
  return { value, path: input.path === null ? null : 'none' };
}

/** The same value where no path to it matters. */
function pathless(input: Out): Out {
  return input.path === null ? input : { value: input.value, path: null };
}

function extended(input: Out, key: Value): Path | null {
  if (input.path === null) return null;
  if (input.path === 'none')
    fail(`Invalid path expression with result ${shown(input.value).replace(/^\w+ \(|\)$/g, '')}`);
  return [...input.path, key];
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

function lookup(scope: Scope, name: string): Scope {
  let found = scope;
  while (found !== null && found.name !== name) found = found.outer;
  return found;
}

function variable(name: string, line: number, scope: Scope, machine: Machine): Value {
  const found = lookup(scope, `$${name}`);
  if (found?.bound.kind === 'value') return found.bound.value;
  if (name === 'ENV') return machine.env;
  if (name === '__loc__') {
    return new Map<string, Value>([
      ['file', '<top-level>'],
      ['line', line],
    ]);
  }
  throw new SyntaxFault(`$${name} is not defined`);
}

function withValue(scope: Scope, name: string, value: Value): Scope {
  return { name: `$${name}`, bound: { kind: 'value', value }, outer: scope };
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

function* updated(
  sign: string,
  left: Node,
  right: Node,
  scope: Scope,
  value: Value,
  machine: Machine,
): Generator<Value, void, undefined> {
  const target: Closure = { node: left, scope };
  const bare: Out = { value, path: null };
  if (sign === '|=') {
    yield modified(value, pathsOf(target, value, machine), (old) => {
      for (const { value: next } of evaluate(right, scope, { value: old, path: null }, machine)) return next;
      return undefined;
    });
    return;
  }
  for (const { value: operand } of evaluate(right, scope, bare, machine)) {
    const operator = operators[sign.slice(0, -1)];
    const change = (old: Value): Value => {
      if (sign === '=') return operand;
      if (sign === '//=') return isTrue(old) ? old : operand;
      return operator?.(old, operand) ?? null;
    };
    yield modified(value, pathsOf(target, value, machine), change);
  }
}

/** The value with what stands at the paths changed, or taken out where the change has no result. */
export function modified(
  value: Value,
  paths: Iterable<Path>,
  change: (old: Value) => Value | undefined,
): Value {
  let result = value;
  const emptied: Path[] = [];
  for (const path of paths) {
    const next = change(valueAt(result, path));
    if (next === undefined) emptied.push(path);
    else result = withValueAt(result, path, () => next);
  }
  return emptied.length === 0 ? result : withoutPaths(result, emptied);
}

type Binding = { readonly source: Node; readonly patterns: readonly Pattern[] };

function* bindings(
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

function* bound(node: Extract<Node, { kind: 'bind' }>, scope: Scope, input: Out, machine: Machine): Outs {
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

function* objects(
  list: readonly (readonly [Node, Node])[],
  at: number,
  scope: Scope,
  input: Out,
  machine: Machine,
): Generator<readonly [string, Value][], void, undefined> {
  const entry = list[at];
  if (!entry) {
    yield [];
    return;
  }
  const [keyNode, valueNode] = entry;
  for (const { value: key } of evaluate(keyNode, scope, input, machine)) {
    if (typeof key !== 'string') fail(`Object keys must be strings`);
    for (const { value } of evaluate(valueNode, scope, input, machine)) {
      for (const rest of objects(list, at + 1, scope, input, machine)) yield [[key, value], ...rest];
    }
  }
}

/** The texts with what is inserted; the last insertion is the outermost loop. */
function* texts(
  parts: readonly (string | Node)[],
  end: number,
  format: string,
  scope: Scope,
  input: Out,
  machine: Machine,
): Generator<string, void, undefined> {
  const last = parts[end - 1];
  if (last === undefined) {
    yield '';
    return;
  }
  if (typeof last === 'string') {
    for (const before of texts(parts, end - 1, format, scope, input, machine)) yield before + last;
    return;
  }
  for (const { value } of evaluate(last, scope, input, machine)) {
    const text = formatted(format, value);
    for (const before of texts(parts, end - 1, format, scope, input, machine)) yield before + text;
  }
}
