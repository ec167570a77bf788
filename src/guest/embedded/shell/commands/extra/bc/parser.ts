import {
  type Argument,
  BcSyntaxError,
  type Expression,
  type Place,
  type Statement,
  type Token,
  tokensOf,
} from './syntax.ts';

const keywords = new Set(
  'auto break continue define else for halt if limits print quit return warranty while'.split(' '),
);

const levels: readonly (readonly string[])[] = [['||'], ['&&']];
const relations = ['<', '>', '<=', '>=', '==', '!='];

/** Reads a program line by line: what stands on one line is run before the next is looked at. */
export class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #loops = 0;
  #inRoutine = false;

  constructor(source: string) {
    this.#tokens = tokensOf(source.replace(/(\d)\\\n(?=\d)/g, '$1'));
  }

  #peek(): Token {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)]!;
  }

  #is(text: string): boolean {
    const { kind, text: found } = this.#peek();
    return kind !== 'string' && kind !== 'number' && found === text;
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  #fail(): never {
    const { kind, text, line } = this.#peek();
    if (kind === 'wrong') throw new BcSyntaxError(`illegal character: ${text}`, line);
    // The end of a line or of the input is found on the next one.
    throw new BcSyntaxError(
      'syntax error',
      kind === 'end' || (kind === 'line' && this.#at > 0) ? line + (kind === 'line' ? 1 : 0) : line,
    );
  }

  #skipLines(): void {
    while (this.#peek().kind === 'line') this.#at++;
  }

  /** The statements of the next line; null at the end. Throws `BcSyntaxError`, having passed the line. */
  nextLine(): Statement[] | null {
    this.#skipLines();
    if (this.#peek().kind === 'end') return null;
    this.#loops = 0;
    this.#inRoutine = false;
    try {
      const statements: Statement[] = [];
      while (this.#peek().kind !== 'line' && this.#peek().kind !== 'end') {
        if (this.#take(';')) continue;
        statements.push(this.#is('define') ? this.#define() : this.#statement());
        if (!this.#is(';') && this.#peek().kind !== 'line' && this.#peek().kind !== 'end') this.#fail();
      }
      // GNU's bc wants its last line ended.
      if (this.#peek().kind === 'end') this.#fail();
      return statements;
    } catch (error) {
      while (this.#peek().kind !== 'line' && this.#peek().kind !== 'end') this.#at++;
      throw error;
    }
  }

  #define(): Statement {
    this.#at++;
    this.#take('void');
    const name = this.#name();
    this.#expect('(');
    const parameters = this.#names(')');
    this.#expect(')');
    this.#skipLines();
    this.#expect('{');
    this.#skipLines();
    const locals: string[] = [];
    while (this.#take('auto')) {
      locals.push(...this.#names('\n'));
      while (this.#take(';') || this.#peek().kind === 'line') this.#skipLines();
    }
    this.#inRoutine = true;
    const body = this.#body();
    this.#inRoutine = false;
    return { kind: 'define', name, routine: { parameters, locals, body } };
  }

  #names(end: string): string[] {
    const names: string[] = [];
    while (!this.#is(end)) {
      this.#take('*');
      const name = this.#name();
      const isArray = this.#take('[');
      if (isArray) this.#expect(']');
      names.push(isArray ? `${name}[]` : name);
      if (!this.#take(',')) break;
    }
    return names;
  }

  #name(): string {
    const { kind, text } = this.#peek();
    if (kind !== 'name' || keywords.has(text)) this.#fail();
    this.#at++;
    return text;
  }

  /** Statements up to and with the closing brace. */
  #body(): Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      while (this.#take(';') || this.#peek().kind === 'line') this.#skipLines();
      if (this.#take('}')) return statements;
      statements.push(this.#statement());
      if (!this.#is(';') && !this.#is('}') && this.#peek().kind !== 'line') this.#fail();
    }
  }

  #statement(): Statement {
    const token = this.#peek();
    if (token.kind === 'string') {
      this.#at++;
      return { kind: 'string', text: token.text };
    }
    if (this.#take('{')) return { kind: 'block', body: this.#body() };
    if (token.kind === 'name' && keywords.has(token.text)) return this.#keyword(token);
    return { kind: 'value', value: this.#expression() };
  }

  #keyword({ text, line }: Token): Statement {
    this.#at++;
    switch (text) {
      case 'quit':
      case 'halt':
        return { kind: text };
      case 'break':
      case 'continue':
        if (this.#loops === 0)
          throw new BcSyntaxError(
            text === 'break' ? 'Break outside a for/while' : 'Continue outside a for',
            line,
          );
        return { kind: text };
      case 'return': {
        if (!this.#inRoutine) throw new BcSyntaxError('Return outside of a function.', line + 1);
        const isBare = this.#is(';') || this.#is('}') || this.#peek().kind === 'line';
        return { kind: 'return', value: isBare ? null : this.#expression() };
      }
      case 'print': {
        const parts: (Expression | string)[] = [];
        do {
          if (this.#peek().kind === 'string') parts.push(this.#tokens[this.#at++]!.text);
          else parts.push(this.#expression());
        } while (this.#take(','));
        return { kind: 'print', parts };
      }
      case 'if':
        return this.#if();
      case 'while':
      case 'for':
        return this.#loop(text);
      default:
        this.#at--;
        return this.#fail();
    }
  }

  #if(): Statement {
    this.#expect('(');
    const test = this.#expression();
    this.#expect(')');
    this.#skipLines();
    const yes = this.#statement();
    const before = this.#at;
    if (this.#inRoutine || yes.kind === 'block') this.#take(';');
    this.#skipLines();
    if (this.#take('else')) {
      this.#skipLines();
      return { kind: 'if', test, yes, no: this.#statement() };
    }
    this.#at = before;
    return { kind: 'if', test, yes, no: null };
  }

  #loop(text: string): Statement {
    this.#expect('(');
    let first: Expression | null = null;
    let next: Expression | null = null;
    if (text === 'for') {
      if (!this.#is(';')) first = this.#expression();
      this.#expect(';');
    }
    const test = this.#is(';') ? null : this.#expression();
    if (text === 'for') {
      this.#expect(';');
      if (!this.#is(')')) next = this.#expression();
    }
    this.#expect(')');
    this.#skipLines();
    this.#loops++;
    const body = this.#statement();
    this.#loops--;
    return { kind: 'loop', first, test, next, body };
  }

  #expression(level = 0): Expression {
    const operators = levels[level];
    if (!operators) return this.#not();
    let left = this.#expression(level + 1);
    for (;;) {
      const operator = operators.find((each) => this.#is(each));
      if (!operator) return left;
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#expression(level + 1) };
    }
  }

  #not(): Expression {
    if (this.#take('!')) return { kind: 'unary', operator: '!', value: this.#not() };
    let left = this.#sum();
    for (;;) {
      const operator = relations.find((each) => this.#is(each));
      if (!operator) return left;
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#sum() };
    }
  }

  #sum(): Expression {
    let left = this.#product();
    while (this.#is('+') || this.#is('-')) {
      const operator = this.#tokens[this.#at++]!.text;
      left = { kind: 'binary', operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#power();
    while (this.#is('*') || this.#is('/') || this.#is('%')) {
      const operator = this.#tokens[this.#at++]!.text;
      left = { kind: 'binary', operator, left, right: this.#power() };
    }
    return left;
  }

  #power(): Expression {
    const left = this.#unary();
    if (!this.#take('^')) return left;
    return { kind: 'binary', operator: '^', left, right: this.#power() };
  }

  #unary(): Expression {
    if (this.#take('-')) return { kind: 'unary', operator: '-', value: this.#unary() };
    for (const [sign, by] of [
      ['++', 1n],
      ['--', -1n],
    ] as const) {
      if (!this.#take(sign)) continue;
      const value = this.#primary();
      if (value.kind !== 'name' && value.kind !== 'element') this.#fail();
      return { kind: 'step', to: value, by, isPrefix: true };
    }
    return this.#primary();
  }

  #primary(): Expression {
    const token = this.#peek();
    if (token.kind === 'number') {
      this.#at++;
      return { kind: 'number', text: token.text };
    }
    if (this.#take('(')) {
      const value = this.#expression();
      this.#expect(')');
      return { kind: 'group', value };
    }
    if (this.#take('.')) return this.#afterPlace({ kind: 'name', name: 'last' });
    const name = this.#name();
    if (this.#take('(')) {
      const args: Argument[] = [];
      while (!this.#is(')')) {
        args.push(this.#argument());
        if (!this.#take(',')) break;
      }
      this.#expect(')');
      return { kind: 'call', name, args };
    }
    if (this.#take('[')) {
      const index = this.#expression();
      this.#expect(']');
      return this.#afterPlace({ kind: 'element', name, index });
    }
    return this.#afterPlace({ kind: 'name', name });
  }

  #argument(): Argument {
    const [name, open, close] = [this.#peek(), this.#tokens[this.#at + 1], this.#tokens[this.#at + 2]];
    if (name.kind !== 'name' || open?.text !== '[' || close?.text !== ']') return this.#expression();
    this.#at += 3;
    return { kind: 'array', name: name.text };
  }

  #afterPlace(place: Place): Expression {
    const operator = ['=', '+=', '-=', '*=', '/=', '%=', '^='].find((each) => this.#is(each));
    if (operator) {
      this.#at++;
      return { kind: 'assign', to: place, operator: operator.slice(0, -1), value: this.#expression() };
    }
    if (this.#take('++')) return { kind: 'step', to: place, by: 1n, isPrefix: false };
    if (this.#take('--')) return { kind: 'step', to: place, by: -1n, isPrefix: false };
    return place;
  }
}
