import type { Expr } from './ast.ts';
import { AwkSyntaxError, type Token } from './lexer.ts';

const comparisons = new Set(['<', '<=', '==', '!=', '>', '>=']);
const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=']);

/** Expressions of awk, by precedence; and the tokens they are read from. */
export class ExpressionParser {
  protected readonly tokens: readonly Token[];
  protected at = 0;
  /** Inside `print`, where `>` is a redirection unless in parentheses. */
  protected noGreater = false;
  /** Inside the head of a `for`, where `in` is not an operator. */
  protected noIn = false;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected get token(): Token {
    return this.tokens[this.at]!;
  }

  protected is(...texts: string[]): boolean {
    const { kind, text } = this.token;
    return (kind === 'sign' || kind === 'word' || kind === 'newline') && texts.includes(text);
  }

  protected take(...texts: string[]): boolean {
    if (!this.is(...texts)) return false;
    this.at++;
    return true;
  }

  protected fail(): never {
    const { text, line, kind } = this.token;
    throw new AwkSyntaxError(kind === 'newline' || kind === 'end' ? 'end of line' : text, line);
  }

  protected expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  protected newlines(): void {
    while (this.take('\n'));
  }

  protected terminators(): void {
    while (this.take('\n', ';'));
  }

  protected list(close: string): Expr[] {
    const list: Expr[] = [];
    const [greater, inOff] = [this.noGreater, this.noIn];
    this.noGreater = false;
    this.noIn = false;
    this.newlines();
    while (!this.is(close)) {
      list.push(this.expression());
      this.newlines();
      if (!this.take(',')) break;
      this.newlines();
    }
    this.noGreater = greater;
    this.noIn = inOff;
    return list;
  }

  protected expression(): Expr {
    const left = this.ternary();
    const { text } = this.token;
    if (this.token.kind !== 'sign' || !assignments.has(text) || !isTarget(left)) return left;
    this.at++;
    this.newlines();
    return { kind: 'assign', operator: text, target: left, value: this.expression() };
  }

  protected ternary(): Expr {
    const condition = this.or();
    if (!this.take('?')) return condition;
    this.newlines();
    const yes = this.expression();
    this.newlines();
    this.expect(':');
    this.newlines();
    return { kind: 'ternary', condition, yes, no: this.expression() };
  }

  protected or(): Expr {
    let left = this.and();
    while (this.take('||')) {
      this.newlines();
      left = { kind: 'binary', operator: '||', left, right: this.and() };
    }
    return left;
  }

  protected and(): Expr {
    let left = this.in();
    while (this.take('&&')) {
      this.newlines();
      left = { kind: 'binary', operator: '&&', left, right: this.in() };
    }
    return left;
  }

  protected in(): Expr {
    let left = this.match();
    while (!this.noIn && this.take('in')) {
      const name = this.token.text;
      if (this.token.kind !== 'name') this.fail();
      this.at++;
      left = { kind: 'in', index: left.kind === 'group' ? left.list : [left], name };
    }
    return left;
  }

  protected match(): Expr {
    let left = this.comparison();
    while (this.is('~', '!~')) {
      const negated = this.token.text === '!~';
      this.at++;
      left = { kind: 'match', negated, text: left, pattern: this.comparison() };
    }
    return left;
  }

  protected comparison(): Expr {
    const left = this.concatenation();
    const { text, kind } = this.token;
    if (kind !== 'sign' || !comparisons.has(text) || (text === '>' && this.noGreater)) return left;
    this.at++;
    return { kind: 'binary', operator: text, left, right: this.concatenation() };
  }

  protected concatenation(): Expr {
    let left = this.additive();
    for (;;) {
      if (this.is('|') && this.tokens[this.at + 1]?.text === 'getline') {
        this.at += 2;
        left = { kind: 'getline', target: this.optionalTarget(), from: 'command', source: left };
      } else if (this.startsOperand()) left = { kind: 'binary', operator: ' ', left, right: this.additive() };
      else return left;
    }
  }

  protected startsOperand(): boolean {
    const { kind, text } = this.token;
    if (kind === 'sign')
      return (
        text === '$' ||
        text === '!' ||
        text === '(' ||
        text === '-' ||
        text === '+' ||
        text === '++' ||
        text === '--'
      );
    if (kind === 'word') return false;
    return kind !== 'newline' && kind !== 'end';
  }

  protected additive(): Expr {
    let left = this.multiplicative();
    while (this.is('+', '-')) {
      const operator = this.token.text;
      this.at++;
      left = { kind: 'binary', operator, left, right: this.multiplicative() };
    }
    return left;
  }

  protected multiplicative(): Expr {
    let left = this.unary();
    while (this.is('*', '/', '%')) {
      const operator = this.token.text;
      this.at++;
      left = { kind: 'binary', operator, left, right: this.unary() };
    }
    return left;
  }

  protected unary(): Expr {
    const { text } = this.token;
    if (this.take('!', '-', '+'))
      return {
        kind: 'unary',
        operator: text === '!' ? '!' : text === '-' ? '-' : '+',
        operand: this.unary(),
      };
    return this.power();
  }

  protected power(): Expr {
    const base = this.postfix();
    if (!this.take('^')) return base;
    // Binds tighter than a sign before it, looser than one after it; and from the right.
    const { text } = this.token;
    if (this.take('-', '+', '!')) {
      const operator = text === '!' ? '!' : text === '-' ? '-' : '+';
      return {
        kind: 'binary',
        operator: '^',
        left: base,
        right: { kind: 'unary', operator, operand: this.power() },
      };
    }
    return { kind: 'binary', operator: '^', left: base, right: this.power() };
  }

  protected postfix(): Expr {
    if (this.is('++', '--')) {
      const by = this.token.text === '++' ? 1 : -1;
      this.at++;
      return { kind: 'increment', target: this.primary(), by, prefix: true };
    }
    const operand = this.primary();
    if (isTarget(operand) && this.is('++', '--')) {
      const by = this.token.text === '++' ? 1 : -1;
      this.at++;
      return { kind: 'increment', target: operand, by, prefix: false };
    }
    return operand;
  }

  protected optionalTarget(): Expr | null {
    const { kind, text } = this.token;
    return kind === 'name' || (kind === 'sign' && text === '$') ? this.primary() : null;
  }

  protected primary(): Expr {
    const token = this.token;
    this.at++;
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: Number(token.text) };
      case 'string':
        return { kind: 'string', value: token.text };
      case 'regex':
        return { kind: 'regex', source: token.text };
      case 'name': {
        if (!this.take('[')) return { kind: 'name', name: token.text };
        const index = this.list(']');
        this.expect(']');
        return { kind: 'element', name: token.text, index };
      }
      case 'call': {
        this.expect('(');
        const args = this.list(')');
        this.expect(')');
        return { kind: 'call', name: token.text, args, line: token.line };
      }
      case 'builtin': {
        let args: Expr[] = [];
        if (this.take('(')) {
          args = this.list(')');
          this.expect(')');
        } else if (token.text !== 'length') this.fail();
        return { kind: 'builtin', name: token.text, args, line: token.line };
      }
      case 'word': {
        if (token.text !== 'getline') break;
        const target = this.optionalTarget();
        if (!this.take('<')) return { kind: 'getline', target, from: 'main', source: null };
        return { kind: 'getline', target, from: 'file', source: this.postfix() };
      }
      case 'sign': {
        if (token.text === '$') return { kind: 'field', index: this.postfixOfField() };
        if (token.text === '(') {
          const list = this.list(')');
          this.expect(')');
          if (list.length === 0) break;
          return list.length === 1 ? list[0]! : { kind: 'group', list };
        }
        if (token.text === '-' || token.text === '+' || token.text === '!') {
          const operator = token.text;
          return { kind: 'unary', operator, operand: this.unary() };
        }
        break;
      }
    }
    this.at--;
    this.fail();
  }

  /** `$i++` is `($i)++`, `$++i` and `$(i)` are what they look like. */
  protected postfixOfField(): Expr {
    if (this.is('++', '--', '-', '+', '!')) return this.is('++', '--') ? this.postfix() : this.unary();
    return this.primary();
  }
}

function isTarget(expr: Expr): boolean {
  return expr.kind === 'name' || expr.kind === 'field' || expr.kind === 'element';
}
