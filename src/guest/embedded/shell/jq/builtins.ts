import { pathsOf, valuesOf } from './calls.ts';
import { evaluate, recursed } from './evaluate.ts';
import { asText } from './formats.ts';
import { jsonText } from './json.ts';
import { type Builtin, type Closure, Halt, type Machine, type Out, type Outs } from './machine.ts';
import { shown, valueAt } from './paths.ts';
import { type Match, matches } from './regex.ts';
import { valueFunctions } from './valueBuiltins.ts';
import { compare, fail, isArray, isTrue, type Value } from './values.ts';

function plain(value: Value, input: Out): Out {
  return { value, path: input.path === null ? null : 'none' };
}

/** Every combination of the arguments' results; the last argument is the outermost loop. */
function* combined(
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

function ofValues(run: (input: Value, ...args: Value[]) => Value): Builtin {
  return function* (input, args, machine): Outs {
    for (const values of combined(args, args.length, input, machine))
      yield plain(run(input.value, ...values), input);
  };
}

function applied(closure: Closure | undefined, input: Out, machine: Machine): Outs {
  return closure
    ? evaluate(closure.node, closure.scope, input, machine)
    : evaluate({ kind: 'identity' }, null, input, machine);
}

function number(value: Value, words: string): number {
  return typeof value === 'number' ? value : fail(words);
}

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
    yield plain(best?.value ?? null, input);
  };
}

function* matched(
  input: Out,
  args: readonly Closure[],
  machine: Machine,
): Generator<readonly [text: string, found: readonly Match[]], void, undefined> {
  for (const [given = null, flags = null] of combined(args, args.length, input, machine)) {
    const [pattern, own] = isArray(given) ? [given[0] ?? null, given[1] ?? null] : [given, flags];
    if (typeof input.value !== 'string')
      fail(`${shown(input.value)} cannot be matched, as it is not a string`);
    if (typeof pattern !== 'string') fail(`${shown(pattern)} cannot be matched, as it is not a string`);
    yield [input.value, matches(input.value, pattern, own === null ? '' : asText(own))];
  }
}

/** Each result of the replacement for each match makes a text of its own. */
function* substituted(input: Out, [pattern, replacement, flags]: readonly Closure[], machine: Machine): Outs {
  if (!pattern || !replacement || !flags) return;
  for (const [text, found] of matched(input, [pattern, flags], machine)) {
    let results: readonly string[] = [''];
    let from = 0;
    for (const match of found) {
      const between = text.slice(from, match.start);
      const made = [...valuesOf(replacement, { value: match.captures, path: null }, machine)].map((value) =>
        typeof value === 'string' ? value : fail(`${shown(match.captures)} cannot be added to a string`),
      );
      results = made.flatMap((insert) => results.map((before) => before + between + insert));
      from = match.end;
    }
    for (const result of results) yield plain(result + text.slice(from), input);
  }
}

function* ranged(start: number, end: number, step: number, input: Out): Outs {
  if (step > 0) for (let at = start; at < end; at += step) yield plain(at, input);
  else if (step < 0) for (let at = start; at > end; at += step) yield plain(at, input);
  else if (start < end) for (;;) yield plain(start, input);
}

const range: Builtin = function* (input, args, machine) {
  const [first, second, third] = args;
  const words = 'Range bounds must be numeric';
  if (!second) {
    for (const end of first ? valuesOf(first, input, machine) : [])
      yield* ranged(0, number(end, words), 1, input);
    return;
  }
  for (const start of first ? valuesOf(first, input, machine) : []) {
    for (const end of valuesOf(second, input, machine)) {
      for (const step of third ? valuesOf(third, input, machine) : [1]) {
        yield* ranged(number(start, words), number(end, words), number(step, words), input);
      }
    }
  }
};

function quantified(isAny: boolean): Builtin {
  return function* (input, [source, test], machine) {
    for (const out of applied(source, { value: input.value, path: null }, machine)) {
      for (const { value } of applied(test, out, machine)) {
        if (isTrue(value) !== isAny) continue;
        yield plain(isAny, input);
        return;
      }
    }
    yield plain(!isAny, input);
  };
}

const lazy: Readonly<Record<string, Builtin>> = {
  'empty/0': function* () {},
  'recurse/0': (input) => recursed(input),
  'range/1': range,
  'range/2': range,
  'range/3': range,
  'path/1': function* (input, [f], machine) {
    if (f) for (const path of pathsOf(f, input.value, machine)) yield plain(path, input);
  },
  'getpath/1': function* (input, [f], machine) {
    for (const path of f ? valuesOf(f, input, machine) : []) {
      if (!isArray(path)) fail('Path must be specified as an array');
      const own = input.path === null || input.path === 'none' ? input.path : [...input.path, ...path];
      yield { value: valueAt(input.value, path), path: own };
    }
  },
  'first/1': function* (input, [f], machine) {
    for (const out of applied(f, input, machine)) {
      yield out;
      return;
    }
  },
  'isempty/1': function* (input, [f], machine) {
    for (const _ of applied(f, input, machine)) {
      yield plain(false, input);
      return;
    }
    yield plain(true, input);
  },
  'limit/2': function* (input, [count, f], machine) {
    for (const value of count ? valuesOf(count, input, machine) : []) {
      let left = number(value, 'Invalid arguments to limit');
      if (left <= 0) continue;
      for (const out of applied(f, input, machine)) {
        yield out;
        if (--left <= 0) break;
      }
    }
  },
  'skip/2': function* (input, [count, f], machine) {
    for (const value of count ? valuesOf(count, input, machine) : []) {
      let left = number(value, 'Invalid arguments to skip');
      for (const out of applied(f, input, machine)) if (left-- <= 0) yield out;
    }
  },
  'until/2': function* (input, [test, f], machine) {
    const loop = function* (state: Out): Outs {
      let now = state;
      for (;;) {
        let isDone = false;
        for (const { value } of applied(test, { value: now.value, path: null }, machine))
          isDone = isTrue(value);
        if (isDone) break;
        const next = [...applied(f, now, machine)];
        const [only] = next;
        if (next.length !== 1 || !only) {
          for (const each of next) yield* loop(each);
          return;
        }
        now = only;
      }
      yield now;
    };
    yield* loop(input);
  },
  'while/2': function* (input, [test, f], machine) {
    const loop = function* (state: Out): Outs {
      for (const { value } of applied(test, { value: state.value, path: null }, machine)) {
        if (!isTrue(value)) continue;
        yield state;
        for (const next of applied(f, state, machine)) yield* loop(next);
      }
    };
    yield* loop(input);
  },
  'repeat/1': function* (input, [f], machine) {
    let states: readonly Out[] = [input];
    while (states.length > 0) {
      yield* states;
      states = states.flatMap((state) => [...applied(f, state, machine)]);
    }
  },
  'any/2': quantified(true),
  'all/2': quantified(false),
  'sort_by/1': function* (input, [f], machine) {
    if (!isArray(input.value)) fail(`${shown(input.value)} cannot be sorted, as it is not an array`);
    const order = keyed(input, f, machine).sort((a, b) => compare(a.key, b.key));
    yield plain(
      order.map(({ value }) => value),
      input,
    );
  },
  'group_by/1': function* (input, [f], machine) {
    yield plain(grouped(input, f, machine), input);
  },
  'unique_by/1': function* (input, [f], machine) {
    yield plain(
      grouped(input, f, machine).map((group) => group[0] ?? null),
      input,
    );
  },
  'min_by/1': extreme(-1),
  'max_by/1': extreme(1),
  'test/2': function* (input, args, machine) {
    for (const [, found] of matched(input, args, machine)) yield plain(found.length > 0, input);
  },
  'match/2': function* (input, args, machine) {
    for (const [, found] of matched(input, args, machine))
      for (const { value } of found) yield plain(value, input);
  },
  'capture/2': function* (input, args, machine) {
    for (const [, found] of matched(input, args, machine))
      for (const { captures } of found) yield plain(captures, input);
  },
  'scan/2': function* (input, [pattern, flags], machine) {
    if (!pattern || !flags) return;
    for (const own of valuesOf(flags, input, machine)) {
      const all: Closure = { node: { kind: 'literal', value: `g${own ?? ''}` }, scope: null };
      for (const [, found] of matched(input, [pattern, all], machine)) {
        for (const { value, text } of found) {
          const captures = value instanceof Map ? value.get('captures') : [];
          const strings = Array.isArray(captures) ? captures.map((each) => each.get('string') ?? null) : [];
          yield plain(strings.length > 0 ? strings : text, input);
        }
      }
    }
  },
  'sub/3': substituted,
  'input/0': function* (input, _args, machine) {
    const next = machine.nextInput();
    yield plain(next === undefined ? fail('No more inputs') : next, input);
  },
  'input_filename/0': function* (input, _args, machine) {
    yield plain(machine.inputName(), input);
  },
  'input_line_number/0': function* (input, _args, machine) {
    yield plain(machine.inputLine(), input);
  },
  'now/0': function* (input, _args, machine) {
    yield plain(machine.now(), input);
  },
  'debug/0': function* (input, _args, machine) {
    machine.complain(`${jsonText(['DEBUG:', input.value])}\n`);
    yield input;
  },
  'stderr/0': function* (input, _args, machine) {
    machine.complain(jsonText(input.value));
    yield input;
  },
  'halt/0': () => {
    throw new Halt(0, '');
  },
  'halt_error/1': (input, [code], machine) => {
    const exitCode = code ? valuesOf(code, input, machine).next().value : 5;
    const text = typeof input.value === 'string' ? input.value : `${jsonText(input.value)}\n`;
    throw new Halt(number(exitCode ?? null, 'halt_error/1: number required'), text);
  },
};

/** All that are not written in jq, by name and number of arguments. */
export const builtins: ReadonlyMap<string, Builtin> = new Map([
  ...valueFunctions.map(([key, run]): [string, Builtin] => [key, ofValues(run)]),
  ...Object.entries(lazy),
]);
