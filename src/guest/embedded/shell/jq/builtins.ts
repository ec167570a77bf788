import { combined, made } from './arguments.ts';
import { pathsOf, valuesOf } from './calls.ts';
import { evaluate, recursed } from './evaluate.ts';
import { jsonText } from './json.ts';
import { keyedBuiltins } from './keyedBuiltins.ts';
import { type Builtin, type Closure, Halt, type Machine, type Out, type Outs } from './machine.ts';
import { valueAt } from './paths.ts';
import { regexBuiltins } from './regexBuiltins.ts';
import { valueFunctions } from './valueBuiltins.ts';
import { fail, isArray, isTrue, type Value } from './values.ts';

function ofValues(run: (input: Value, ...args: Value[]) => Value): Builtin {
  return function* (input, args, machine): Outs {
    for (const values of combined(args, args.length, input, machine))
      yield made(run(input.value, ...values), input);
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

function* ranged(start: number, end: number, step: number, input: Out): Outs {
  if (step > 0) for (let at = start; at < end; at += step) yield made(at, input);
  else if (step < 0) for (let at = start; at > end; at += step) yield made(at, input);
  else if (start < end) for (;;) yield made(start, input);
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
        yield made(isAny, input);
        return;
      }
    }
    yield made(!isAny, input);
  };
}

const lazy: Readonly<Record<string, Builtin>> = {
  'empty/0': function* () {},
  'recurse/0': (input) => recursed(input),
  'range/1': range,
  'range/2': range,
  'range/3': range,
  'path/1': function* (input, [f], machine) {
    if (f) for (const path of pathsOf(f, input.value, machine)) yield made(path, input);
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
      yield made(false, input);
      return;
    }
    yield made(true, input);
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
  'input/0': function* (input, _args, machine) {
    const next = machine.nextInput();
    yield made(next === undefined ? fail('No more inputs') : next, input);
  },
  'input_filename/0': function* (input, _args, machine) {
    yield made(machine.inputName(), input);
  },
  'input_line_number/0': function* (input, _args, machine) {
    yield made(machine.inputLine(), input);
  },
  'now/0': function* (input, _args, machine) {
    yield made(machine.now(), input);
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
  ...Object.entries(keyedBuiltins),
  ...Object.entries(regexBuiltins),
]);
