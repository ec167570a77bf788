import { valuesOf } from './calls.ts';
import type { Closure, Machine, Out } from './machine.ts';
import type { Value } from './values.ts';

/** A result of a builtin: it stands at no path of the input. */
export function made(value: Value, input: Out): Out {
  return { value, path: input.path === null ? null : 'none' };
}

/** Every combination of the arguments' results; the last argument is the outermost loop. */
export function* combined(
  args: readonly Closure[],
  end: number,
  input: Out,
  machine: Machine,
): Generator<Value[], void, undefined> {
  const last = args[end - 1];
  if (!last) yield [];
  else
    for (const value of valuesOf(last, input, machine)) {
      for (const before of combined(args, end - 1, input, machine)) yield [...before, value];
    }
}
