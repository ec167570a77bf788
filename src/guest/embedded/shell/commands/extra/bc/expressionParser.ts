import { type Argument, BcSyntaxError, type Expression, type Place, type Token } from './syntax.ts';

/** Words that are no names. */
export const keywords = new Set(
  'auto break continue define else for halt if limits print quit return warranty while'.split(' '),
);

const levels: readonly (readonly string[])[] = [['||'], ['&&']];
const relations = ['<', '>', '<=', '>=', '==', '!='];

/** Expressions of bc, by precedence; and the tokens they are read from. */
export class ExpressionParser {
  protected readonly tokens: readonly Token[];
  protected at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected peek(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)]!;
  }

  protected is(text: string): boolean {
    const { kind, text: found } = this.peek();
    return kind !== 'string' && kind !== 'number' && found === text;
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  protected expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  protected fail(): never {
    const { kind, text, line } = this.peek();
    if (kind === 'wrong') throw new BcSyntaxError(`illegal character: ${text}`, line);
    // The end of a line or of the input is found on the next one.
    throw new BcSyntaxError(
      'syntax error',
      kind === 'end' || (kind === 'line' && this.at > 0) ? line + (kind === 'line' ? 1 : 0) : line,
    );
  }

  protected name(): string {
    const { kind, text } = this.peek();
    if (kind !== 'name' || keywords.has(text)) this.fail();
    this.at++;
    return text;
  }

  protected expression(level = 0): Expression {
    const operators = levels[level];
    if (!operators) return this.#not();
    let left = this.expression(level + 1);
    for (;;) {
      const operator = operators.find((each) => this.is(each));
      if (!operator) return left;
      this.at++;
      left = { kind: 'binary', operator, left, right: this.expression(level + 1) };
    }
  }

  #not(): Expression {
    if (this.take('!')) return { kind: 'unary', operator: '!', value: this.#not() };
    let left = this.#sum();
    for (;;) {
      const operator = relations.find((each) => this.is(each));
      if (!operator) return left;
      this.at++;
      left = { kind: 'binary', operator, left, right: this.#sum() };
    }
  }

  #sum(): Expression {
    let left = this.#product();
    while (this.is('+') || this.is('-')) {
      const operator = this.tokens[this.at++]!.text;
      left = { kind: 'binary', operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#power();
    while (this.is('*') || this.is('/') || this.is('%')) {
      const operator = this.tokens[this.at++]!.text;
      left = { kind: 'binary', operator, left, right: this.#power() };
    }
    return left;
  }

  #power(): Expression {
    const left = this.#unary();
    if (!this.take('^')) return left;
    return { kind: 'binary', operator: '^', left, right: this.#power() };
  }

  #unary(): Expression {
    if (this.take('-')) return { kind: 'unary', operator: '-', value: this.#unary() };
    for (const [sign, by] of [
      ['++', 1n],
      ['--', -1n],
    ] as const) {
      if (!this.take(sign)) continue;
      const value = this.#primary();
      if (value.kind !== 'name' && value.kind !== 'element') this.fail();
      return { kind: 'step', to: value, by, isPrefix: true };
    }
    return this.#primary();
  }

  #primary(): Expression {
    const token = this.peek();
    if (token.kind === 'number') {
      this.at++;
      return { kind: 'number', text: token.text };
    }
    if (this.take('(')) {
      const value = this.expression();
      this.expect(')');
      return { kind: 'group', value };
    }
    if (this.take('.')) return this.#afterPlace({ kind: 'name', name: 'last' });
    const name = this.name();
    if (this.take('(')) {
      const args: Argument[] = [];
      while (!this.is(')')) {
        args.push(this.#argument());
        if (!this.take(',')) break;
      }
      this.expect(')');
      return { kind: 'call', name, args };
    }
    if (this.take('[')) {
      const index = this.expression();
      this.expect(']');
      return this.#afterPlace({ kind: 'element', name, index });
    }
    return this.#afterPlace({ kind: 'name', name });
  }

  #argument(): Argument {
    const [name, open, close] = [this.peek(), this.tokens[this.at + 1], this.tokens[this.at + 2]];
    if (name.kind !== 'name' || open?.text !== '[' || close?.text !== ']') return this.expression();
    this.at += 3;
    return { kind: 'array', name: name.text };
  }

  #afterPlace(place: Place): Expression {
    const operator = ['=', '+=', '-=', '*=', '/=', '%=', '^='].find((each) => this.is(each));
    if (operator) {
      this.at++;
      return { kind: 'assign', to: place, operator: operator.slice(0, -1), value: this.expression() };
    }
    if (this.take('++')) return { kind: 'step', to: place, by: 1n, isPrefix: false };
    if (this.take('--')) return { kind: 'step', to: place, by: -1n, isPrefix: false };
    return place;
  }
}
