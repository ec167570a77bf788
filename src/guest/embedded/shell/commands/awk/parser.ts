import type { Expr, FunctionDefinition, Program, Redirect, Rule, Statement } from './ast.ts';
import { AwkSyntaxError, type Token, tokensOf } from './lexer.ts';

export function parseProgram(text: string): Program {
  return new Parser(tokensOf(text)).program();
}

const comparisons = new Set(['<', '<=', '==', '!=', '>', '>=']);
const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=']);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  /** Inside `print`, where `>` is a redirection unless in parentheses. */
  #noGreater = false;
  /** Inside the head of a `for`, where `in` is not an operator. */
  #noIn = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #token(): Token {
    return this.#tokens[this.#at]!;
  }

  #is(...texts: string[]): boolean {
    const { kind, text } = this.#token;
    return (kind === 'sign' || kind === 'word' || kind === 'newline') && texts.includes(text);
  }

  #take(...texts: string[]): boolean {
    if (!this.#is(...texts)) return false;
    this.#at++;
    return true;
  }

  #fail(): never {
    const { text, line, kind } = this.#token;
    throw new AwkSyntaxError(kind === 'newline' || kind === 'end' ? 'end of line' : text, line);
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  #newlines(): void {
    while (this.#take('\n'));
  }

  #terminators(): void {
    while (this.#take('\n', ';'));
  }

  program(): Program {
    const begin: Statement[] = [];
    const end: Statement[] = [];
    const rules: Rule[] = [];
    const functions = new Map<string, FunctionDefinition>();
    this.#terminators();
    while (this.#token.kind !== 'end') {
      if (this.#take('function')) {
        const made = this.#function();
        functions.set(made.name, made);
      } else if (this.#take('BEGIN')) begin.push(this.#block());
      else if (this.#take('END')) end.push(this.#block());
      else rules.push(this.#rule());
      this.#terminators();
    }
    return { begin, end, rules, functions };
  }

  #function(): FunctionDefinition {
    const { text: name, kind } = this.#token;
    if (kind !== 'call' && kind !== 'name') this.#fail();
    this.#at++;
    this.#expect('(');
    const parameters: string[] = [];
    this.#newlines();
    while (!this.#is(')')) {
      if (this.#token.kind !== 'name') this.#fail();
      parameters.push(this.#token.text);
      this.#at++;
      this.#newlines();
      if (!this.#take(',')) break;
      this.#newlines();
    }
    this.#expect(')');
    this.#newlines();
    return { name, parameters, body: this.#block() };
  }

  #rule(): Rule {
    if (this.#is('{')) return { pattern: null, until: null, body: this.#block() };
    const pattern = this.#expression();
    let until: Expr | null = null;
    if (this.#take(',')) {
      this.#newlines();
      until = this.#expression();
    }
    return { pattern, until, body: this.#is('{') ? this.#block() : null };
  }

  #block(): Statement {
    if (!this.#is('{')) this.#fail();
    this.#at++;
    const body: Statement[] = [];
    this.#terminators();
    while (!this.#is('}')) {
      if (this.#token.kind === 'end') throw new AwkSyntaxError('end of file', this.#token.line);
      body.push(this.#statement());
      this.#terminators();
    }
    this.#at++;
    return { kind: 'block', body };
  }

  #statement(): Statement {
    if (this.#is('{')) return this.#block();
    if (this.#take('if')) {
      const condition = this.#condition();
      const yes = this.#nested();
      const mark = this.#at;
      this.#terminators();
      if (this.#take('else')) return { kind: 'if', condition, yes, no: this.#nested() };
      this.#at = mark;
      return { kind: 'if', condition, yes, no: null };
    }
    if (this.#take('while'))
      return { kind: 'while', condition: this.#condition(), body: this.#nested(), first: false };
    if (this.#take('do')) {
      const body = this.#nested();
      this.#terminators();
      this.#expect('while');
      const condition = this.#condition();
      this.#ended();
      return { kind: 'while', condition, body, first: true };
    }
    if (this.#take('for')) return this.#for();
    const simple = this.#simple();
    this.#ended();
    return simple;
  }

  /** A body: the line end after its head belongs to neither. `;` alone is an empty one. */
  #nested(): Statement {
    this.#newlines();
    if (this.#take(';')) return { kind: 'block', body: [] };
    return this.#statement();
  }

  #condition(): Expr {
    this.#expect('(');
    const condition = this.#whole();
    this.#expect(')');
    return condition;
  }

  /** An expression in parentheses, where `>` and `in` are operators again. */
  #whole(): Expr {
    const [greater, inOff] = [this.#noGreater, this.#noIn];
    this.#noGreater = false;
    this.#noIn = false;
    const value = this.#expression();
    this.#noGreater = greater;
    this.#noIn = inOff;
    return value;
  }

  #ended(): void {
    if (this.#is('}') || this.#token.kind === 'end') return;
    if (!this.#take(';', '\n')) this.#fail();
  }

  #for(): Statement {
    this.#expect('(');
    const [variable, word, array, close] = this.#tokens.slice(this.#at, this.#at + 4);
    if (variable?.kind === 'name' && word?.text === 'in' && array?.kind === 'name' && close?.text === ')') {
      this.#at += 4;
      return { kind: 'forIn', variable: variable.text, array: array.text, body: this.#nested() };
    }
    const part = (): Statement | null => (this.#is(';', ')') ? null : this.#simple());
    const init = part();
    this.#expect(';');
    this.#newlines();
    const condition = this.#is(';') ? null : this.#expression();
    this.#expect(';');
    this.#newlines();
    const update = part();
    this.#expect(')');
    return { kind: 'for', init, condition, update, body: this.#nested() };
  }

  #simple(): Statement {
    const { text, kind } = this.#token;
    if (kind === 'word') {
      if (text === 'print' || text === 'printf') return this.#print(text === 'printf');
      if (text === 'break' || text === 'continue' || text === 'next' || text === 'nextfile') {
        this.#at++;
        return { kind: text };
      }
      if (text === 'exit' || text === 'return') {
        this.#at++;
        const value = this.#is(';', '\n', '}') ? null : this.#expression();
        return { kind: text, value };
      }
      if (text === 'delete') {
        this.#at++;
        const name = this.#token.text;
        if (this.#token.kind !== 'name') this.#fail();
        this.#at++;
        if (!this.#take('[')) return { kind: 'delete', name, index: null };
        const index = this.#list(']');
        this.#expect(']');
        return { kind: 'delete', name, index };
      }
    }
    return { kind: 'expression', value: this.#expression() };
  }

  #print(formatted: boolean): Statement {
    this.#at++;
    const ends = (): boolean => this.#is(';', '\n', '}', '>', '>>', '|') || this.#token.kind === 'end';
    let args: readonly Expr[] = [];
    const mark = this.#at;
    if (this.#take('(')) {
      // `print (a, b) > "f"`, but not `print (a)(b)`, which is read again as an expression.
      args = this.#list(')');
      this.#expect(')');
      if (!ends()) {
        this.#at = mark;
        args = [];
      }
    }
    if (args.length === 0 && !ends()) {
      this.#noGreater = true;
      const list: Expr[] = [];
      do {
        this.#newlines();
        list.push(this.#expression());
      } while (this.#take(','));
      args = list.length === 1 && list[0]!.kind === 'group' ? list[0]!.list : list;
      this.#noGreater = false;
    }
    if (formatted && args.length === 0) this.#fail();
    let redirect: Redirect | null = null;
    const { text } = this.#token;
    if (this.#take('>', '>>', '|')) {
      this.#noGreater = true;
      redirect = { kind: text === '>>' ? '>>' : text === '|' ? '|' : '>', target: this.#concatenation() };
      this.#noGreater = false;
    }
    return { kind: 'print', args, formatted, redirect };
  }

  #list(close: string): Expr[] {
    const list: Expr[] = [];
    const [greater, inOff] = [this.#noGreater, this.#noIn];
    this.#noGreater = false;
    this.#noIn = false;
    this.#newlines();
    while (!this.#is(close)) {
      list.push(this.#expression());
      this.#newlines();
      if (!this.#take(',')) break;
      this.#newlines();
    }
    this.#noGreater = greater;
    this.#noIn = inOff;
    return list;
  }

  #expression(): Expr {
    const left = this.#ternary();
    const { text } = this.#token;
    if (this.#token.kind !== 'sign' || !assignments.has(text) || !isTarget(left)) return left;
    this.#at++;
    this.#newlines();
    return { kind: 'assign', operator: text, target: left, value: this.#expression() };
  }

  #ternary(): Expr {
    const condition = this.#or();
    if (!this.#take('?')) return condition;
    this.#newlines();
    const yes = this.#expression();
    this.#newlines();
    this.#expect(':');
    this.#newlines();
    return { kind: 'ternary', condition, yes, no: this.#expression() };
  }

  #or(): Expr {
    let left = this.#and();
    while (this.#take('||')) {
      this.#newlines();
      left = { kind: 'binary', operator: '||', left, right: this.#and() };
    }
    return left;
  }

  #and(): Expr {
    let left = this.#in();
    while (this.#take('&&')) {
      this.#newlines();
      left = { kind: 'binary', operator: '&&', left, right: this.#in() };
    }
    return left;
  }

  #in(): Expr {
    let left = this.#match();
    while (!this.#noIn && this.#take('in')) {
      const name = this.#token.text;
      if (this.#token.kind !== 'name') this.#fail();
      this.#at++;
      left = { kind: 'in', index: left.kind === 'group' ? left.list : [left], name };
    }
    return left;
  }

  #match(): Expr {
    let left = this.#comparison();
    while (this.#is('~', '!~')) {
      const negated = this.#token.text === '!~';
      this.#at++;
      left = { kind: 'match', negated, text: left, pattern: this.#comparison() };
    }
    return left;
  }

  #comparison(): Expr {
    const left = this.#concatenation();
    const { text, kind } = this.#token;
    if (kind !== 'sign' || !comparisons.has(text) || (text === '>' && this.#noGreater)) return left;
    this.#at++;
    return { kind: 'binary', operator: text, left, right: this.#concatenation() };
  }

  #concatenation(): Expr {
    let left = this.#additive();
    for (;;) {
      if (this.#is('|') && this.#tokens[this.#at + 1]?.text === 'getline') {
        this.#at += 2;
        left = { kind: 'getline', target: this.#optionalTarget(), from: 'command', source: left };
      } else if (this.#startsOperand())
        left = { kind: 'binary', operator: ' ', left, right: this.#additive() };
      else return left;
    }
  }

  #startsOperand(): boolean {
    const { kind, text } = this.#token;
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

  #additive(): Expr {
    let left = this.#multiplicative();
    while (this.#is('+', '-')) {
      const operator = this.#token.text;
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#multiplicative() };
    }
    return left;
  }

  #multiplicative(): Expr {
    let left = this.#unary();
    while (this.#is('*', '/', '%')) {
      const operator = this.#token.text;
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#unary() };
    }
    return left;
  }

  #unary(): Expr {
    const { text } = this.#token;
    if (this.#take('!', '-', '+'))
      return {
        kind: 'unary',
        operator: text === '!' ? '!' : text === '-' ? '-' : '+',
        operand: this.#unary(),
      };
    return this.#power();
  }

  #power(): Expr {
    const base = this.#postfix();
    if (!this.#take('^')) return base;
    // Binds tighter than a sign before it, looser than one after it; and from the right.
    const { text } = this.#token;
    if (this.#take('-', '+', '!')) {
      const operator = text === '!' ? '!' : text === '-' ? '-' : '+';
      return {
        kind: 'binary',
        operator: '^',
        left: base,
        right: { kind: 'unary', operator, operand: this.#power() },
      };
    }
    return { kind: 'binary', operator: '^', left: base, right: this.#power() };
  }

  #postfix(): Expr {
    if (this.#is('++', '--')) {
      const by = this.#token.text === '++' ? 1 : -1;
      this.#at++;
      return { kind: 'increment', target: this.#primary(), by, prefix: true };
    }
    const operand = this.#primary();
    if (isTarget(operand) && this.#is('++', '--')) {
      const by = this.#token.text === '++' ? 1 : -1;
      this.#at++;
      return { kind: 'increment', target: operand, by, prefix: false };
    }
    return operand;
  }

  #optionalTarget(): Expr | null {
    const { kind, text } = this.#token;
    return kind === 'name' || (kind === 'sign' && text === '$') ? this.#primary() : null;
  }

  #primary(): Expr {
    const token = this.#token;
    this.#at++;
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: Number(token.text) };
      case 'string':
        return { kind: 'string', value: token.text };
      case 'regex':
        return { kind: 'regex', source: token.text };
      case 'name': {
        if (!this.#take('[')) return { kind: 'name', name: token.text };
        const index = this.#list(']');
        this.#expect(']');
        return { kind: 'element', name: token.text, index };
      }
      case 'call': {
        this.#expect('(');
        const args = this.#list(')');
        this.#expect(')');
        return { kind: 'call', name: token.text, args, line: token.line };
      }
      case 'builtin': {
        let args: Expr[] = [];
        if (this.#take('(')) {
          args = this.#list(')');
          this.#expect(')');
        } else if (token.text !== 'length') this.#fail();
        return { kind: 'builtin', name: token.text, args, line: token.line };
      }
      case 'word': {
        if (token.text !== 'getline') break;
        const target = this.#optionalTarget();
        if (!this.#take('<')) return { kind: 'getline', target, from: 'main', source: null };
        return { kind: 'getline', target, from: 'file', source: this.#postfix() };
      }
      case 'sign': {
        if (token.text === '$') return { kind: 'field', index: this.#postfixOfField() };
        if (token.text === '(') {
          const list = this.#list(')');
          this.#expect(')');
          if (list.length === 0) break;
          return list.length === 1 ? list[0]! : { kind: 'group', list };
        }
        if (token.text === '-' || token.text === '+' || token.text === '!') {
          const operator = token.text;
          return { kind: 'unary', operator, operand: this.#unary() };
        }
        break;
      }
    }
    this.#at--;
    this.#fail();
  }

  /** `$i++` is `($i)++`, `$++i` and `$(i)` are what they look like. */
  #postfixOfField(): Expr {
    if (this.#is('++', '--', '-', '+', '!')) return this.#is('++', '--') ? this.#postfix() : this.#unary();
    return this.#primary();
  }
}

function isTarget(expr: Expr): boolean {
  return expr.kind === 'name' || expr.kind === 'field' || expr.kind === 'element';
}
