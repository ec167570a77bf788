import type { Expr, FunctionDefinition, Program, Redirect, Rule, Statement } from './ast.ts';
import { ExpressionParser } from './expressionParser.ts';
import { AwkSyntaxError, tokensOf } from './lexer.ts';

export function parseProgram(text: string): Program {
  return new Parser(tokensOf(text)).program();
}

class Parser extends ExpressionParser {
  program(): Program {
    const begin: Statement[] = [];
    const end: Statement[] = [];
    const rules: Rule[] = [];
    const functions = new Map<string, FunctionDefinition>();
    this.terminators();
    while (this.token.kind !== 'end') {
      if (this.take('function')) {
        const made = this.function();
        functions.set(made.name, made);
      } else if (this.take('BEGIN')) begin.push(this.block());
      else if (this.take('END')) end.push(this.block());
      else rules.push(this.rule());
      this.terminators();
    }
    return { begin, end, rules, functions };
  }

  protected function(): FunctionDefinition {
    const { text: name, kind } = this.token;
    if (kind !== 'call' && kind !== 'name') this.fail();
    this.at++;
    this.expect('(');
    const parameters: string[] = [];
    this.newlines();
    while (!this.is(')')) {
      if (this.token.kind !== 'name') this.fail();
      parameters.push(this.token.text);
      this.at++;
      this.newlines();
      if (!this.take(',')) break;
      this.newlines();
    }
    this.expect(')');
    this.newlines();
    return { name, parameters, body: this.block() };
  }

  protected rule(): Rule {
    if (this.is('{')) return { pattern: null, until: null, body: this.block() };
    const pattern = this.expression();
    let until: Expr | null = null;
    if (this.take(',')) {
      this.newlines();
      until = this.expression();
    }
    return { pattern, until, body: this.is('{') ? this.block() : null };
  }

  protected block(): Statement {
    if (!this.is('{')) this.fail();
    this.at++;
    const body: Statement[] = [];
    this.terminators();
    while (!this.is('}')) {
      if (this.token.kind === 'end')
        throw new AwkSyntaxError('', this.token.line + 1, 'missing } near end of file');
      body.push(this.statement());
      this.terminators();
    }
    this.at++;
    return { kind: 'block', body };
  }

  protected statement(): Statement {
    if (this.is('{')) return this.block();
    if (this.take('if')) {
      const condition = this.condition();
      const yes = this.nested();
      const mark = this.at;
      this.terminators();
      if (this.take('else')) return { kind: 'if', condition, yes, no: this.nested() };
      this.at = mark;
      return { kind: 'if', condition, yes, no: null };
    }
    if (this.take('while'))
      return { kind: 'while', condition: this.condition(), body: this.nested(), first: false };
    if (this.take('do')) {
      const body = this.nested();
      this.terminators();
      this.expect('while');
      const condition = this.condition();
      this.ended();
      return { kind: 'while', condition, body, first: true };
    }
    if (this.take('for')) return this.for();
    const simple = this.simple();
    this.ended();
    return simple;
  }

  /** A body: the line end after its head belongs to neither. `;` alone is an empty one. */
  protected nested(): Statement {
    this.newlines();
    if (this.take(';')) return { kind: 'block', body: [] };
    return this.statement();
  }

  protected condition(): Expr {
    this.expect('(');
    const condition = this.whole();
    this.expect(')');
    return condition;
  }

  /** An expression in parentheses, where `>` and `in` are operators again. */
  protected whole(): Expr {
    const [greater, inOff] = [this.noGreater, this.noIn];
    this.noGreater = false;
    this.noIn = false;
    const value = this.expression();
    this.noGreater = greater;
    this.noIn = inOff;
    return value;
  }

  protected ended(): void {
    if (this.is('}') || this.token.kind === 'end') return;
    if (!this.take(';', '\n')) this.fail();
  }

  protected for(): Statement {
    this.expect('(');
    const [variable, word, array, close] = this.tokens.slice(this.at, this.at + 4);
    if (variable?.kind === 'name' && word?.text === 'in' && array?.kind === 'name' && close?.text === ')') {
      this.at += 4;
      return { kind: 'forIn', variable: variable.text, array: array.text, body: this.nested() };
    }
    const part = (): Statement | null => (this.is(';', ')') ? null : this.simple());
    const init = part();
    this.expect(';');
    this.newlines();
    const condition = this.is(';') ? null : this.expression();
    this.expect(';');
    this.newlines();
    const update = part();
    this.expect(')');
    return { kind: 'for', init, condition, update, body: this.nested() };
  }

  protected simple(): Statement {
    const { text, kind } = this.token;
    if (kind === 'word') {
      if (text === 'print' || text === 'printf') return this.print(text === 'printf');
      if (text === 'break' || text === 'continue' || text === 'next' || text === 'nextfile') {
        this.at++;
        return { kind: text };
      }
      if (text === 'exit' || text === 'return') {
        this.at++;
        const value = this.is(';', '\n', '}') ? null : this.expression();
        return { kind: text, value };
      }
      if (text === 'delete') {
        this.at++;
        const name = this.token.text;
        if (this.token.kind !== 'name') this.fail();
        this.at++;
        if (!this.take('[')) return { kind: 'delete', name, index: null };
        const index = this.list(']');
        this.expect(']');
        return { kind: 'delete', name, index };
      }
    }
    return { kind: 'expression', value: this.expression() };
  }

  protected print(formatted: boolean): Statement {
    this.at++;
    const ends = (): boolean => this.is(';', '\n', '}', '>', '>>', '|') || this.token.kind === 'end';
    let args: readonly Expr[] = [];
    const mark = this.at;
    if (this.take('(')) {
      // `print (a, b) > "f"`, but not `print (a)(b)`, which is read again as an expression.
      args = this.list(')');
      this.expect(')');
      if (!ends()) {
        this.at = mark;
        args = [];
      }
    }
    if (args.length === 0 && !ends()) {
      this.noGreater = true;
      const list: Expr[] = [];
      do {
        this.newlines();
        list.push(this.expression());
      } while (this.take(','));
      args = list.length === 1 && list[0]!.kind === 'group' ? list[0]!.list : list;
      this.noGreater = false;
    }
    if (formatted && args.length === 0) this.fail();
    let redirect: Redirect | null = null;
    const { text } = this.token;
    if (this.take('>', '>>', '|')) {
      this.noGreater = true;
      redirect = { kind: text === '>>' ? '>>' : text === '|' ? '|' : '>', target: this.concatenation() };
      this.noGreater = false;
    }
    return { kind: 'print', args, formatted, redirect };
  }
}
