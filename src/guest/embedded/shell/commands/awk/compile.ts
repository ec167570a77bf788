import { arrayNames, arrayParameters, asyncFunctions } from './analysis.ts';
import type { Expr, FunctionDefinition, Program, Statement } from './ast.ts';
import { type BuiltinWorld, callBuiltin } from './builtins.ts';
import { type Code, lift, lift2, liftMany, now, type Step } from './code.ts';
import { AwkSyntaxError } from './lexer.ts';
import { arithmetic, keyText, matches, outputText, relations } from './operators.ts';
import { sprintf } from './printf.ts';
import { Random } from './random.ts';
import { awkRegex } from './regex.ts';
import type { AwkRuntime } from './runtime.ts';
import { done, goExit, Statements } from './statements.ts';
import { type AwkArray, compare, InputText, isTrue, toNumber, type Value } from './values.ts';

const specialNames = new Set(
  'NF NR FNR FS OFS ORS RS SUBSEP CONVFMT OFMT FILENAME RSTART RLENGTH'.split(' '),
);

interface Scope {
  /** Slot and whether it holds an array, of each parameter of the function that is compiled. */
  readonly slots: ReadonlyMap<string, { readonly slot: number; readonly isArray: boolean }>;
}

const noScope: Scope = { slots: new Map() };

export interface CompiledFunction {
  readonly parameters: number;
  readonly arrays: readonly boolean[];
  body: Step;
}

/** Turns the tree into closures: an expression that never waits costs no promise. */
export class Compiler {
  readonly runtime: AwkRuntime;
  readonly world: BuiltinWorld;
  readonly #functions = new Map<string, CompiledFunction>();
  readonly #definitions: ReadonlyMap<string, FunctionDefinition>;
  readonly #async: ReadonlySet<string>;
  readonly #arrays: ReadonlyMap<string, readonly boolean[]>;
  readonly #arrayNames: ReadonlySet<string>;
  readonly #slots = new Map<string, number>();
  readonly statements: Statements;
  readonly random: Random;
  scope: Scope = noScope;

  constructor(program: Program, runtime: AwkRuntime, world: BuiltinWorld) {
    this.runtime = runtime;
    this.world = world;
    this.#definitions = program.functions;
    this.#async = asyncFunctions(program.functions);
    this.#arrays = arrayParameters(program.functions);
    this.#arrayNames = arrayNames(program, this.#arrays);
    this.statements = new Statements(this);
    this.random = new Random(world.random);
    runtime.globalNamed = (name) => runtime.globals[this.slotOf(name)];
    for (const definition of program.functions.values()) this.#compileFunction(definition);
  }

  slotOf(name: string): number {
    const known = this.#slots.get(name);
    if (known !== undefined) return known;
    this.#slots.set(name, this.#slots.size);
    return this.#slots.size - 1;
  }

  setVariable(name: string, text: string): void {
    const value = new InputText(text);
    if (specialNames.has(name)) this.runtime.setSpecial(name, value);
    else this.runtime.globals[this.slotOf(name)] = value;
  }

  #compileFunction(definition: FunctionDefinition): void {
    const arrays = this.#arrays.get(definition.name)!;
    const compiled: CompiledFunction = {
      parameters: definition.parameters.length,
      arrays,
      body: { run: () => done },
    };
    this.#functions.set(definition.name, compiled);
    const outer = this.scope;
    this.scope = {
      slots: new Map(definition.parameters.map((name, slot) => [name, { slot, isArray: arrays[slot]! }])),
    };
    compiled.body = this.statements.compile(definition.body);
    this.scope = outer;
  }

  /** Stores a text in a variable, as `for (k in a)` does. */
  assigner(name: string): (value: Value) => void {
    return this.#writer(name);
  }

  /** Whether a name is used as an array in what is compiled. */
  isArray(name: string): boolean {
    const local = this.scope.slots.get(name);
    return local ? local.isArray : this.#arrayNames.has(name);
  }

  /** The array that a name means where the code stands. */
  array(name: string): () => AwkArray {
    const { runtime } = this;
    const local = this.scope.slots.get(name);
    if (!local) {
      const array = runtime.array(name);
      return () => array;
    }
    const { slot } = local;
    return () => {
      const held = runtime.frame[slot];
      if (held instanceof Map) return held;
      const made: AwkArray = new Map();
      runtime.frame[slot] = made;
      return made;
    };
  }

  key(index: readonly Expr[]): Code<string> {
    const { runtime } = this;
    if (index.length === 1) {
      const only = this.expression(index[0]!);
      return lift(only, (value) => keyText(value, runtime));
    }
    return liftMany(
      index.map((each) => this.expression(each)),
      (values) => values.map((value) => keyText(value, runtime)).join(runtime.specials.SUBSEP),
    );
  }

  regexOf(expr: Expr): Code<RegExp> {
    if (expr.kind === 'regex') {
      const regex = awkRegex(expr.source);
      return { isAsync: false, run: () => regex };
    }
    return lift(this.expression(expr), (value) => awkRegex(this.runtime.text(value)));
  }

  expression(expr: Expr): Code<Value> {
    const { runtime } = this;
    switch (expr.kind) {
      case 'number':
      case 'string': {
        const { value } = expr;
        return { isAsync: false, run: () => value };
      }
      case 'regex': {
        const regex = awkRegex(expr.source);
        return { isAsync: false, run: () => matches(regex, runtime.record) };
      }
      case 'name':
        return { isAsync: false, run: this.#reader(expr.name) };
      case 'field': {
        if (expr.index.kind === 'number') {
          const { value } = expr.index;
          return { isAsync: false, run: () => runtime.field(value) };
        }
        return lift(this.expression(expr.index), (index) => runtime.field(Math.trunc(toNumber(index))));
      }
      case 'element': {
        const array = this.array(expr.name);
        return lift(this.key(expr.index), (key) => {
          const held = array();
          const value = held.get(key);
          // To look at an element makes it.
          if (value === undefined && !held.has(key)) held.set(key, undefined);
          return value;
        });
      }
      case 'in': {
        const array = this.array(expr.name);
        return lift(this.key(expr.index), (key) => (array().has(key) ? 1 : 0));
      }
      case 'assign':
        return this.#assignment(expr);
      case 'increment': {
        const { by, prefix } = expr;
        return this.update(expr.target, null, (old) => toNumber(old) + by, !prefix);
      }
      case 'binary':
        return this.#binary(expr);
      case 'unary': {
        const operand = this.expression(expr.operand);
        if (expr.operator === '!') return lift(operand, (value) => (isTrue(value) ? 0 : 1));
        if (expr.operator === '-') return lift(operand, (value) => -toNumber(value));
        return lift(operand, toNumber);
      }
      case 'ternary': {
        const [condition, yes, no] = [expr.condition, expr.yes, expr.no].map((each) =>
          this.expression(each),
        ) as [Code<Value>, Code<Value>, Code<Value>];
        if (!condition.isAsync && !yes.isAsync && !no.isAsync)
          return { isAsync: false, run: () => (isTrue(now(condition)) ? now(yes) : now(no)) };
        return { isAsync: true, run: async () => (isTrue(await condition.run()) ? yes.run() : no.run()) };
      }
      case 'match': {
        const wanted = expr.negated ? 0 : 1;
        const text = this.expression(expr.text);
        const pattern = this.regexOf(expr.pattern);
        return lift2(text, pattern, (value, regex) =>
          matches(regex, runtime.text(value)) === wanted ? 1 : 0,
        );
      }
      case 'call':
        return this.#call(expr);
      case 'builtin':
        return callBuiltin(this, expr.name, expr.args, expr.line);
      case 'getline':
        return this.#getline(expr);
      case 'group':
        return lift(this.key(expr.list), (key) => key);
    }
  }

  #reader(name: string): () => Value {
    const { runtime } = this;
    const local = this.scope.slots.get(name);
    if (local) {
      const { slot } = local;
      return () => {
        const held = runtime.frame[slot];
        return held instanceof Map ? undefined : held;
      };
    }
    if (name === 'NF') return () => runtime.fieldCount;
    if (name === 'NR') return () => runtime.specials.NR;
    if (specialNames.has(name)) return () => runtime.special(name);
    const slot = this.slotOf(name);
    const { globals } = runtime;
    return () => globals[slot];
  }

  #writer(name: string): (value: Value) => void {
    const { runtime } = this;
    const local = this.scope.slots.get(name);
    if (local) {
      const { slot } = local;
      return (value) => {
        runtime.frame[slot] = value;
      };
    }
    if (specialNames.has(name)) return (value) => runtime.setSpecial(name, value);
    const slot = this.slotOf(name);
    const { globals } = runtime;
    return (value) => {
      globals[slot] = value;
    };
  }

  #assignment(expr: Extract<Expr, { kind: 'assign' }>): Code<Value> {
    const { operator } = expr;
    const value = this.expression(expr.value);
    if (operator === '=') return this.update(expr.target, value, (_old, given) => given, false);
    const operate = arithmetic[operator[0]!]!;
    return this.update(expr.target, value, (old, given) => operate(toNumber(old), toNumber(given)), false);
  }

  /** Stores `change(old, given)` in the target; the result is that, or what was there before. */
  update(
    target: Expr,
    given: Code<Value> | null,
    change: (old: Value, given: Value) => Value,
    wantsOld: boolean,
  ): Code<Value> {
    const { runtime } = this;
    const value: Code<Value> = given ?? { isAsync: false, run: () => undefined };
    const store = (old: Value, input: Value, write: (value: Value) => void): Value => {
      const made = change(old, input);
      write(made);
      return wantsOld ? toNumber(old) : made;
    };
    if (target.kind === 'name') {
      const [read, write] = [this.#reader(target.name), this.#writer(target.name)];
      return lift(value, (input) => store(read(), input, write));
    }
    if (target.kind === 'field') {
      const index = this.expression(target.index);
      return lift2(index, value, (place, input) => {
        const at = Math.trunc(toNumber(place));
        return store(runtime.field(at), input, (made) => runtime.setField(at, made));
      });
    }
    if (target.kind !== 'element') throw new AwkSyntaxError('=', 1);
    const array = this.array(target.name);
    return lift2(this.key(target.index), value, (key, input) => {
      const held = array();
      return store(held.get(key), input, (made) => held.set(key, made));
    });
  }

  #binary({ operator, left: leftExpr, right: rightExpr }: Extract<Expr, { kind: 'binary' }>): Code<Value> {
    const { runtime } = this;
    const [left, right] = [this.expression(leftExpr), this.expression(rightExpr)];
    if (operator === '&&' || operator === '||') {
      const stopsAt = operator === '||';
      if (!left.isAsync && !right.isAsync)
        return {
          isAsync: false,
          run: () => ((isTrue(now(left)) === stopsAt ? stopsAt : isTrue(now(right))) ? 1 : 0),
        };
      return {
        isAsync: true,
        run: async () =>
          (isTrue(await left.run()) === stopsAt ? stopsAt : isTrue(await right.run())) ? 1 : 0,
      };
    }
    if (operator === ' ') return lift2(left, right, (a, b) => runtime.text(a) + runtime.text(b));
    const operate = arithmetic[operator];
    if (operate) return lift2(left, right, (a, b) => operate(toNumber(a), toNumber(b)));
    const holds = relations[operator]!;
    return lift2(left, right, (a, b) => (holds(compare(a, b, runtime.specials.CONVFMT)) ? 1 : 0));
  }

  #call({ name, args, line }: Extract<Expr, { kind: 'call' }>): Code<Value> {
    const { runtime } = this;
    const definition = this.#definitions.get(name);
    if (!definition) throw new AwkSyntaxError(`function ${name} never defined`, line);
    const arrays = this.#arrays.get(name)!;
    if (args.length > arrays.length) throw new AwkSyntaxError(`too many arguments in call to ${name}`, line);
    const compiled = args.map((arg, index): Code<Value | AwkArray> => {
      if (arrays[index] && arg.kind === 'name') return { isAsync: false, run: this.array(arg.name) };
      return this.expression(arg);
    });
    const functions = this.#functions;
    const finish = (frame: (Value | AwkArray)[]): Value => {
      runtime.frame = frame;
      const value = runtime.returned;
      runtime.returned = undefined;
      return value;
    };
    const isAsync = this.#async.has(name) || compiled.some((each) => each.isAsync);
    return liftMany(
      compiled,
      (values) => {
        const { parameters, body } = functions.get(name)!;
        const outer = runtime.frame;
        runtime.depth++;
        if (runtime.depth > 5000) throw new RangeError('awk: function call nesting too deep');
        const frame: (Value | AwkArray)[] = new Array(parameters).fill(undefined);
        for (let index = 0; index < values.length; index++) frame[index] = values[index];
        runtime.frame = frame;
        const signal = body.run();
        const leave = (code: number): Value => {
          runtime.depth--;
          if (code === goExit) runtime.exits = true;
          return finish(outer);
        };
        return signal instanceof Promise ? signal.then(leave) : leave(signal);
      },
      isAsync,
    );
  }

  #getline({ target, from, source }: Extract<Expr, { kind: 'getline' }>): Code<Value> {
    const { runtime } = this;
    const place = source ? this.expression(source) : null;
    let given: Value;
    const store = target
      ? this.update(target, { isAsync: false, run: () => given }, (_old, value) => value, false)
      : null;
    return {
      isAsync: true,
      run: async () => {
        let record: string | null | false;
        if (from === 'main' || !place) record = await runtime.readMain();
        else
          record = await runtime.streams.readFrom(from, runtime.text(await place.run()), runtime.specials.RS);
        if (record === false) return -1;
        if (record === null) return 0;
        if (from === 'command') runtime.specials.NR++;
        if (!store) runtime.setRecord(record);
        else {
          given = new InputText(record);
          await store.run();
        }
        return 1;
      },
    };
  }

  /** `print` and `printf`, without where it goes. */
  printed(args: readonly Expr[], formatted: boolean): Code<string> {
    const { runtime } = this;
    if (args.length === 0) return { isAsync: false, run: () => runtime.record + runtime.specials.ORS };
    const values = args.map((arg) => this.expression(arg));
    if (formatted) {
      return liftMany(values, ([format, ...rest]) =>
        sprintf(runtime.text(format), rest, runtime.specials.CONVFMT),
      );
    }
    return liftMany(values, (list) => {
      const { OFS, ORS, OFMT } = runtime.specials;
      let text = '';
      for (let index = 0; index < list.length; index++) {
        const value = list[index];
        if (index > 0) text += OFS;
        text += typeof value === 'string' ? value : outputText(value, OFMT);
      }
      return text + ORS;
    });
  }

  statement(statement: Statement): Step {
    return this.statements.compile(statement);
  }
}
