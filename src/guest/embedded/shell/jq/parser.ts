import type { Definition, Node } from './ast.ts';
import { SyntaxFault, type Token, tokensOf, unexpected } from './lexer.ts';
import { TermParser } from './termParser.ts';

const updates = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** A program. Throws a SyntaxFault. */
export function parsedProgram(text: string): Node {
  const parser = new Parser(tokensOf(text));
  const definitions = parser.definitions();
  const body: Node = parser.atEnd ? { kind: 'identity' } : parser.pipe();
  parser.end();
  return definitions.reduceRight(
    (inner: Node, definition) => ({ kind: 'define', definition, body: inner }),
    body,
  );
}

/** Definitions alone. */
export function parsedDefinitions(text: string): readonly Definition[] {
  const parser = new Parser(tokensOf(text));
  const definitions = parser.definitions();
  parser.end();
  return definitions;
}

/** Operators by how close they bind, and definitions. */
class Parser extends TermParser {
  definitions(): Definition[] {
    const found: Definition[] = [];
    while (this.is('def')) found.push(this.definition());
    return found;
  }

  protected definition(): Definition {
    this.expect('def');
    const name = this.kind('word') ?? unexpected(this.next);
    const parameters: string[] = [];
    if (this.take('(')) {
      do {
        const variable = this.kind('variable');
        parameters.push(variable !== null ? `$${variable}` : (this.kind('word') ?? unexpected(this.next)));
      } while (this.take(';'));
      this.expect(')');
    }
    this.expect(':');
    const body = this.pipe();
    this.expect(';');
    return { name, parameters, body };
  }

  pipe(): Node {
    if (this.is('def')) {
      const definition = this.definition();
      return { kind: 'define', definition, body: this.pipe() };
    }
    const left = this.#comma();
    return this.take('|') ? { kind: 'pipe', left, right: this.pipe() } : left;
  }

  #comma(): Node {
    let left = this.alternative();
    while (this.take(',')) left = { kind: 'comma', left, right: this.alternative() };
    return left;
  }

  protected alternative(): Node {
    const left = this.#update();
    // `.a?//1`, which is written without a blank.
    if (this.take('?//')) {
      return {
        kind: 'alternative',
        left: { kind: 'try', body: left, handler: null },
        right: this.alternative(),
      };
    }
    return this.take('//') ? { kind: 'alternative', left, right: this.alternative() } : left;
  }

  #update(): Node {
    const left = this.#or();
    const { kind, text } = this.next;
    if (kind !== 'sign' || !updates.has(text)) return left;
    this.at += 1;
    return { kind: 'update', sign: text, left, right: this.alternative() };
  }

  #or(): Node {
    let left = this.#and();
    while (this.take('or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Node {
    let left = this.#comparison();
    while (this.take('and')) left = { kind: 'and', left, right: this.#comparison() };
    return left;
  }

  #comparison(): Node {
    const left = this.#sum();
    const { kind, text } = this.next;
    if (kind !== 'sign' || !comparisons.has(text)) return left;
    this.at += 1;
    return { kind: 'binary', sign: text, left, right: this.#sum() };
  }

  #sum(): Node {
    let left = this.#product();
    for (;;) {
      const sign = this.is('+') ? '+' : this.is('-') ? '-' : null;
      if (sign === null) return left;
      this.at += 1;
      left = { kind: 'binary', sign, left, right: this.#product() };
    }
  }

  #product(): Node {
    let left = this.#postfix();
    for (;;) {
      const { kind, text } = this.next;
      if (kind !== 'sign' || !'*/%'.includes(text)) return left;
      this.at += 1;
      const right = this.#postfix();
      // jq counts constants when it compiles.
      if (text === '/' && left.kind === 'literal' && right.kind === 'literal' && right.value === 0) {
        throw new SyntaxFault('Division by zero?');
      }
      left = { kind: 'binary', sign: text, left, right };
    }
  }

  #postfix(): Node {
    if (this.take('-')) return { kind: 'negate', of: this.#postfix() };
    if (this.take('try')) {
      const body = this.postfixTerm();
      return { kind: 'try', body, handler: this.take('catch') ? this.postfixTerm() : null };
    }
    if (this.take('label')) {
      const name = this.kind('variable') ?? unexpected(this.next);
      this.expect('|');
      return { kind: 'label', name, body: this.pipe() };
    }
    const term = this.postfixTerm();
    if (!this.take('as')) return term;
    const patterns = this.patterns();
    this.expect('|');
    return { kind: 'bind', source: term, patterns, body: this.pipe() };
  }

  protected interpolated(tokens: readonly Token[]): Node {
    const inner = new Parser(tokens);
    const node = inner.pipe();
    inner.end();
    return node;
  }
}
