import { ExpressionParser, keywords } from './expressionParser.ts';
import { BcSyntaxError, type Expression, type Statement, type Token, tokensOf } from './syntax.ts';

/** Reads a program line by line: what stands on one line is run before the next is looked at. */
export class Parser extends ExpressionParser {
  #loops = 0;
  #inRoutine = false;

  constructor(source: string) {
    super(tokensOf(source.replace(/(\d)\\\n(?=\d)/g, '$1')));
  }

  #skipLines(): void {
    while (this.peek().kind === 'line') this.at++;
  }

  /** The statements of the next line; null at the end. Throws `BcSyntaxError`, having passed the line. */
  nextLine(): Statement[] | null {
    this.#skipLines();
    if (this.peek().kind === 'end') return null;
    this.#loops = 0;
    this.#inRoutine = false;
    try {
      const statements: Statement[] = [];
      while (this.peek().kind !== 'line' && this.peek().kind !== 'end') {
        if (this.take(';')) continue;
        const isDefine = this.is('define');
        statements.push(isDefine ? this.#define() : this.#statement());
        // Behind a routine's closing brace something may follow at once.
        if (!isDefine && !this.is(';') && this.peek().kind !== 'line' && this.peek().kind !== 'end')
          this.fail();
      }
      // GNU's bc wants its last line ended.
      if (this.peek().kind === 'end') this.fail();
      return statements;
    } catch (error) {
      while (this.peek().kind !== 'line' && this.peek().kind !== 'end') this.at++;
      throw error;
    }
  }

  #define(): Statement {
    this.at++;
    this.take('void');
    const name = this.name();
    this.expect('(');
    const parameters = this.#names(')');
    this.expect(')');
    this.#skipLines();
    this.expect('{');
    this.#skipLines();
    const locals: string[] = [];
    while (this.take('auto')) {
      locals.push(...this.#names('\n'));
      while (this.take(';') || this.peek().kind === 'line') this.#skipLines();
    }
    this.#inRoutine = true;
    const body = this.#body();
    this.#inRoutine = false;
    return { kind: 'define', name, routine: { parameters, locals, body } };
  }

  #names(end: string): string[] {
    const names: string[] = [];
    while (!this.is(end)) {
      this.take('*');
      const name = this.name();
      const isArray = this.take('[');
      if (isArray) this.expect(']');
      names.push(isArray ? `${name}[]` : name);
      if (!this.take(',')) break;
    }
    return names;
  }

  /** Statements up to and with the closing brace. */
  #body(): Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      while (this.take(';') || this.peek().kind === 'line') this.#skipLines();
      if (this.take('}')) return statements;
      statements.push(this.#statement());
      if (!this.is(';') && !this.is('}') && this.peek().kind !== 'line') this.fail();
    }
  }

  #statement(): Statement {
    const token = this.peek();
    if (token.kind === 'string') {
      this.at++;
      return { kind: 'string', text: token.text };
    }
    if (this.take('{')) return { kind: 'block', body: this.#body() };
    if (token.kind === 'name' && keywords.has(token.text)) return this.#keyword(token);
    return { kind: 'value', value: this.expression() };
  }

  #keyword({ text, line }: Token): Statement {
    this.at++;
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
        const isBare = this.is(';') || this.is('}') || this.peek().kind === 'line';
        return { kind: 'return', value: isBare ? null : this.expression() };
      }
      case 'print': {
        const parts: (Expression | string)[] = [];
        do {
          if (this.peek().kind === 'string') parts.push(this.tokens[this.at++]!.text);
          else parts.push(this.expression());
        } while (this.take(','));
        return { kind: 'print', parts };
      }
      case 'if':
        return this.#if();
      case 'while':
      case 'for':
        return this.#loop(text);
      default:
        this.at--;
        return this.fail();
    }
  }

  #if(): Statement {
    this.expect('(');
    const test = this.expression();
    this.expect(')');
    this.#skipLines();
    const yes = this.#statement();
    const before = this.at;
    if (this.#inRoutine || yes.kind === 'block') this.take(';');
    this.#skipLines();
    if (this.take('else')) {
      this.#skipLines();
      return { kind: 'if', test, yes, no: this.#statement() };
    }
    this.at = before;
    return { kind: 'if', test, yes, no: null };
  }

  #loop(text: string): Statement {
    this.expect('(');
    let first: Expression | null = null;
    let next: Expression | null = null;
    if (text === 'for') {
      if (!this.is(';')) first = this.expression();
      this.expect(';');
    }
    const test = this.is(';') ? null : this.expression();
    if (text === 'for') {
      this.expect(';');
      if (!this.is(')')) next = this.expression();
    }
    this.expect(')');
    this.#skipLines();
    this.#loops++;
    const body = this.#statement();
    this.#loops--;
    return { kind: 'loop', first, test, next, body };
  }
}
