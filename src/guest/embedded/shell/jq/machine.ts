import type { Definition, Node } from './ast.ts';
import { SyntaxFault } from './lexer.ts';
import { shown } from './paths.ts';
import { fail, type Path, type Value } from './values.ts';

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

/** `halt` and `halt_error`. */
export class Halt {
  readonly exitCode: number;
  readonly text: string;

  constructor(exitCode: number, text: string) {
    this.exitCode = exitCode;
    this.text = text;
  }
}

export function plain(value: Value, input: Out): Out {
  return { value, path: input.path === null ? null : 'none' };
}

/** The same value where no path to it matters. */
export function pathless(input: Out): Out {
  return input.path === null ? input : { value: input.value, path: null };
}

export function extended(input: Out, key: Value): Path | null {
  if (input.path === null) return null;
  if (input.path === 'none')
    fail(`Invalid path expression with result ${shown(input.value).replace(/^\w+ \(|\)$/g, '')}`);
  return [...input.path, key];
}

export function lookup(scope: Scope, name: string): Scope {
  let found = scope;
  while (found !== null && found.name !== name) found = found.outer;
  return found;
}

export function variable(name: string, line: number, scope: Scope, machine: Machine): Value {
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

export function withValue(scope: Scope, name: string, value: Value): Scope {
  return { name: `$${name}`, bound: { kind: 'value', value }, outer: scope };
}
