import { arrayNames, arrayParameters } from './analysis.ts';
import type { Expr, Program, Statement } from './ast.ts';
import { type BuiltinWorld, callBuiltin } from './builtins.ts';
import { type Code, lift, lift2, liftMany, now, type Step } from './code.ts';
import { FunctionCalls } from './functionCalls.ts';
import { compileGetline } from './getline.ts';
import { AwkSyntaxError } from './lexer.ts';
import { arithmetic, keyText, matches, outputText, relations } from './operators.ts';
import { sprintf } from './printf.ts';
import { Random } from './random.ts';
import { awkRegex } from './regex.ts';
import type { AwkRuntime } from './runtime.ts';
import { Statements } from './statements.ts';
import { compare, isTrue, toNumber, type Value } from './values.ts';
import { Variables } from './variables.ts';

/** Turns the tree into closures: an expression that never waits costs no promise. */
export class Compiler {
  readonly runtime: AwkRuntime;
  readonly world: BuiltinWorld;
  readonly variables: Variables;
  readonly #functions: FunctionCalls;
  readonly statements: Statements;
  readonly random: Random;

  constructor(program: Program, runtime: AwkRuntime, world: BuiltinWorld) {
    this.runtime = runtime;
    this.world = world;
    const arrays = arrayParameters(program.functions);
    this.variables = new Variables(runtime, arrayNames(program, arrays));
    this.#functions = new FunctionCalls(this, program.functions, arrays);
    this.statements = new Statements(this);
    this.random = new Random(world.random);
    runtime.globalNamed = (name) => runtime.globals[this.variables.slotOf(name)];
    this.#functions.compileAll();
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
        return { isAsync: false, run: this.variables.reader(expr.name) };
      case 'field': {
        if (expr.index.kind === 'number') {
          const { value } = expr.index;
          return { isAsync: false, run: () => runtime.field(value) };
        }
        return lift(this.expression(expr.index), (index) => runtime.field(Math.trunc(toNumber(index))));
      }
      case 'element': {
        const array = this.variables.array(expr.name);
        return lift(this.key(expr.index), (key) => {
          const held = array();
          const value = held.get(key);
          // To look at an element makes it.
          if (value === undefined && !held.has(key)) held.set(key, undefined);
          return value;
        });
      }
      case 'in': {
        const array = this.variables.array(expr.name);
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
        return this.#functions.call(expr);
      case 'builtin':
        return callBuiltin(this, expr.name, expr.args, expr.line);
      case 'getline':
        return compileGetline(this, expr);
      case 'group':
        return lift(this.key(expr.list), (key) => key);
    }
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
      const [read, write] = [this.variables.reader(target.name), this.variables.writer(target.name)];
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
    const array = this.variables.array(target.name);
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

  /** `print` and `printf`, without where it goes. */
  printed(args: readonly Expr[], formatted: boolean): Code<string> {
    const { runtime } = this;
    if (args.length === 0) return { isAsync: false, run: () => runtime.record + runtime.specials.ORS };
    const values = args.map((arg) => this.expression(arg));
    if (formatted) {
      return liftMany(values, ([format, ...rest]) =>
        sprintf(runtime.text(format), rest, runtime.specials.CONVFMT, 'printf'),
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
