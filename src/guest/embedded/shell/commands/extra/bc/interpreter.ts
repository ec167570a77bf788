import { LineWriter, unescaped } from './lineWriter.ts';
import { bessel, mathFunctions } from './mathLibrary.ts';
import type { Decimal } from './number.ts';
import * as number from './number.ts';
import { BcRuntimeError, operate, truth } from './operators.ts';
import type { Argument, Expression, Place, Routine, Statement } from './syntax.ts';

type Ending = 'break' | 'continue' | 'return' | 'quit' | null;
type Cells = Map<string, Decimal>;

interface Outside {
  write(text: string): void;
  warn(text: string): void;
  /** Looked at in every turn of a loop and every call. */
  stopped(): boolean;
  readLine(): string;
}

/** Runs parsed statements. Every kind of statement and expression is a case of two switches, so one class. */
export class Interpreter {
  readonly #outside: Outside;
  readonly #hasMath: boolean;
  readonly #writer: LineWriter;
  readonly #values = new Map<string, Decimal>();
  readonly #arrays = new Map<string, Cells>();
  readonly #routines = new Map<string, Routine>();
  #scale: number;
  #ibase = 10;
  #obase = 10;
  #last: Decimal = number.zero;
  #returned: Decimal = number.zero;
  #depth = 0;

  constructor(outside: Outside, hasMath: boolean, lineLength: number) {
    this.#outside = outside;
    this.#hasMath = hasMath;
    this.#scale = hasMath ? 20 : 0;
    this.#writer = new LineWriter((text) => outside.write(text), lineLength);
  }

  /** False once the program has ended itself. */
  run(statements: readonly Statement[]): boolean {
    for (const statement of statements) if (this.#execute(statement) === 'quit') return false;
    return true;
  }

  #execute(statement: Statement): Ending {
    switch (statement.kind) {
      case 'value': {
        const value = this.#evaluate(statement.value);
        if (statement.value.kind === 'assign') return null;
        this.#last = value;
        this.#writer.number(value, this.#obase);
        this.#writer.text('\n');
        return null;
      }
      case 'string':
        this.#writer.text(statement.text);
        return null;
      case 'print':
        for (const part of statement.parts) {
          if (typeof part === 'string') this.#writer.text(unescaped(part));
          else {
            this.#last = this.#evaluate(part);
            this.#writer.number(this.#last, this.#obase);
          }
        }
        return null;
      case 'block':
        return this.#sequence(statement.body);
      case 'if':
        if (this.#isTrue(statement.test)) return this.#execute(statement.yes);
        return statement.no ? this.#execute(statement.no) : null;
      case 'loop':
        return this.#loop(statement);
      case 'return':
        this.#returned = statement.value ? this.#evaluate(statement.value) : number.zero;
        return 'return';
      case 'define':
        this.#routines.set(statement.name, statement.routine);
        return null;
      case 'halt':
      case 'quit':
        return 'quit';
      default:
        return statement.kind;
    }
  }

  #sequence(body: readonly Statement[]): Ending {
    for (const statement of body) {
      const ending = this.#execute(statement);
      if (ending) return ending;
    }
    return null;
  }

  #loop(loop: Extract<Statement, { kind: 'loop' }>): Ending {
    if (loop.first) this.#evaluate(loop.first);
    while (!loop.test || this.#isTrue(loop.test)) {
      if (this.#outside.stopped()) return 'quit';
      const ending = this.#execute(loop.body);
      if (ending === 'break') break;
      if (ending === 'return' || ending === 'quit') return ending;
      if (loop.next) this.#evaluate(loop.next);
    }
    return null;
  }

  #isTrue(test: Expression): boolean {
    return this.#evaluate(test).digits !== 0n;
  }

  #evaluate(expression: Expression): Decimal {
    switch (expression.kind) {
      case 'number':
        return number.parseNumber(expression.text, this.#ibase);
      case 'group':
        return this.#evaluate(expression.value);
      case 'name':
      case 'element':
        return this.#get(expression);
      case 'unary': {
        const value = this.#evaluate(expression.value);
        return expression.operator === '!'
          ? truth(value.digits === 0n)
          : { digits: -value.digits, scale: value.scale };
      }
      case 'step': {
        const before = this.#get(expression.to);
        const after = number.add(before, number.whole(expression.by));
        this.#set(expression.to, after);
        return expression.isPrefix ? after : before;
      }
      case 'assign': {
        const value = this.#evaluate(expression.value);
        const { operator, to } = expression;
        const result = operator === '' ? value : this.#operate(operator, this.#get(to), value);
        this.#set(to, result);
        return this.#get(to);
      }
      case 'binary': {
        const left = this.#evaluate(expression.left);
        const right = this.#evaluate(expression.right);
        return this.#operate(expression.operator, left, right);
      }
      case 'call':
        return this.#call(expression.name, expression.args);
    }
  }

  #operate(operator: string, left: Decimal, right: Decimal): Decimal {
    return operate(operator, left, right, { scale: this.#scale, warn: (text) => this.#outside.warn(text) });
  }

  #get(place: Place): Decimal {
    if (place.kind === 'element') return this.#cells(place.name).get(this.#index(place.index)) ?? number.zero;
    if (place.name === 'scale') return number.whole(this.#scale);
    if (place.name === 'ibase') return number.whole(this.#ibase);
    if (place.name === 'obase') return number.whole(this.#obase);
    if (place.name === 'last') return this.#last;
    return this.#values.get(place.name) ?? number.zero;
  }

  #set(place: Place, value: Decimal): void {
    const plain = Number(number.withScale(value, 0).digits);
    if (place.kind === 'element') this.#cells(place.name).set(this.#index(place.index), value);
    else if (place.name === 'scale') {
      if (plain < 0) this.#outside.warn('negative scale, set to 0');
      this.#scale = Math.max(0, plain);
    } else if (place.name === 'ibase') {
      if (plain < 2) this.#outside.warn('ibase too small, set to 2');
      if (plain > 16) this.#outside.warn('ibase too large, set to 16');
      this.#ibase = Math.min(16, Math.max(2, plain));
    } else if (place.name === 'obase') {
      if (plain < 2) this.#outside.warn('obase too small, set to 2');
      this.#obase = Math.max(2, plain);
    } else if (place.name === 'last') this.#last = value;
    else this.#values.set(place.name, value);
  }

  #cells(name: string): Cells {
    const cells: Cells = this.#arrays.get(name) ?? new Map();
    this.#arrays.set(name, cells);
    return cells;
  }

  #index(expression: Expression): string {
    return number.withScale(this.#evaluate(expression), 0).digits.toString();
  }

  #call(name: string, args: readonly Argument[]): Decimal {
    const routine = this.#routines.get(name);
    if (routine) return this.#callRoutine(routine, args);
    const values = args.map((arg) =>
      arg.kind === 'array' ? number.whole(this.#cells(arg.name).size) : this.#evaluate(arg),
    );
    const [x = number.zero, y = number.zero] = values;
    if (name === 'length') return number.whole(number.lengthOf(x));
    if (name === 'scale') return number.whole(x.scale);
    if (name === 'read')
      return number.parseNumber(/-?[\dA-F.]+/.exec(this.#outside.readLine())?.[0] ?? '0', this.#ibase);
    if (name === 'sqrt') {
      if (x.digits < 0n) throw new BcRuntimeError('Square root of a negative number');
      return number.squareRoot(x, this.#scale);
    }
    const math = this.#hasMath ? mathFunctions[name] : undefined;
    if (math) return math(x, this.#scale);
    if (this.#hasMath && name === 'j') return bessel(x, y, this.#scale);
    throw new BcRuntimeError(`Function ${name} not defined.`);
  }

  #callRoutine(routine: Routine, args: readonly Argument[]): Decimal {
    if (args.length !== routine.parameters.length) throw new BcRuntimeError('Parameter number mismatch');
    if (this.#outside.stopped()) throw new BcRuntimeError('stopped');
    if (++this.#depth > 2500) throw new BcRuntimeError('Stack error.');
    const given = args.map((arg) =>
      arg.kind === 'array' ? new Map(this.#cells(arg.name)) : this.#evaluate(arg),
    );
    const names = [...routine.parameters, ...routine.locals];
    const saved = names.map(
      (name) => [name, this.#values.get(name), this.#arrays.get(name.slice(0, -2))] as const,
    );
    names.forEach((name, index) => {
      const value = given[index];
      if (name.endsWith('[]')) this.#arrays.set(name.slice(0, -2), value instanceof Map ? value : new Map());
      else this.#values.set(name, value && !(value instanceof Map) ? value : number.zero);
    });
    this.#returned = number.zero;
    try {
      this.#sequence(routine.body);
    } finally {
      this.#depth--;
      for (const [name, value, cells] of saved) {
        if (name.endsWith('[]')) this.#arrays.set(name.slice(0, -2), cells ?? new Map());
        else this.#values.set(name, value ?? number.zero);
      }
    }
    const result = this.#returned;
    this.#returned = number.zero;
    return result;
  }
}
