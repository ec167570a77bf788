import type { Node } from './ast.ts';
import { evaluate } from './evaluate.ts';
import { formatted } from './formats.ts';
import type { Machine, Out, Scope } from './machine.ts';
import { fail, type Value } from './values.ts';

/** The members of each object that the entries make, the first entry the outermost loop. */
export function* objects(
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
export function* texts(
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
