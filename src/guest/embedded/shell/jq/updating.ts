import type { Node } from './ast.ts';
import { pathsOf } from './calls.ts';
import { evaluate } from './evaluate.ts';
import type { Closure, Machine, Out, Scope } from './machine.ts';
import { operators } from './operators.ts';
import { valueAt, withoutPaths, withValueAt } from './paths.ts';
import { isTrue, type Path, type Value } from './values.ts';

/** The value with `left sign right` done: for `|=` once, else once for each result of the right side. */
export function* updated(
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
