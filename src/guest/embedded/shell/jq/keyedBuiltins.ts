import { made } from './arguments.ts';
import { valuesOf } from './calls.ts';
import type { Builtin, Closure, Machine, Out } from './machine.ts';
import { shown } from './paths.ts';
import { compare, fail, isArray, type Value } from './values.ts';

/** Values beside what `f` makes of each, as a list of all its results. */
function keyed(
  input: Out,
  f: Closure | undefined,
  machine: Machine,
): { readonly key: Value; readonly value: Value }[] {
  if (!isArray(input.value)) fail(`Cannot index ${shown(input.value)} with number`);
  return input.value.map((value) => ({
    key: f ? [...valuesOf(f, { value, path: null }, machine)] : value,
    value,
  }));
}

function grouped(input: Out, f: Closure | undefined, machine: Machine): Value[][] {
  if (!isArray(input.value)) fail(`${shown(input.value)} cannot be grouped, as it is not an array`);
  const groups: Value[][] = [];
  let before: Value | undefined;
  for (const { key, value } of keyed(input, f, machine).sort((a, b) => compare(a.key, b.key))) {
    if (before !== undefined && compare(before, key) === 0) groups.at(-1)?.push(value);
    else groups.push([value]);
    before = key;
  }
  return groups;
}

function extreme(sign: 1 | -1): Builtin {
  return function* (input, [f], machine) {
    let best: { readonly key: Value; readonly value: Value } | null = null;
    for (const each of keyed(input, f, machine)) {
      const order = best === null ? sign : compare(each.key, best.key);
      if (best === null || order * sign > 0 || (order === 0 && sign > 0)) best = each;
    }
    yield made(best?.value ?? null, input);
  };
}

/** Those that order, group and compare values by what a function makes of them. */
export const keyedBuiltins: Readonly<Record<string, Builtin>> = {
  'sort_by/1': function* (input, [f], machine) {
    if (!isArray(input.value)) fail(`${shown(input.value)} cannot be sorted, as it is not an array`);
    const order = keyed(input, f, machine).sort((a, b) => compare(a.key, b.key));
    yield made(
      order.map(({ value }) => value),
      input,
    );
  },
  'group_by/1': function* (input, [f], machine) {
    yield made(grouped(input, f, machine), input);
  },
  'unique_by/1': function* (input, [f], machine) {
    yield made(
      grouped(input, f, machine).map((group) => group[0] ?? null),
      input,
    );
  },
  'min_by/1': extreme(-1),
  'max_by/1': extreme(1),
};
