import type { Definition, Node, Pattern, PatternEntry } from './ast.ts';
import { SyntaxFault, type Token, tokensOf, unexpected } from './lexer.ts';

const updates = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);
const reserved = new Set(
  'if then else elif end as def reduce foreach try catch label import include and or __loc__'.split(' '),
);

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

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? unexpected({ kind: 'end', text: '', line: 1 });
  }

  get atEnd(): boolean {
    return this.#next.kind === 'end';
  }

  #is(text: string): boolean {
    const { kind, text: own } = this.#next;
    return own === text && (kind === 'sign' || kind === 'word');
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) unexpected(this.#next);
  }

  #kind(kind: Token['kind']): string | null {
    if (this.#next.kind !== kind) return null;
    return this.#tokens[this.#at++]?.text ?? '';
  }

  end(): void {
    if (!this.atEnd) unexpected(this.#next);
  }

  definitions(): Definition[] {
    const found: Definition[] = [];
    while (this.#is('def')) found.push(this.#definition());
    return found;
  }

  #definition(): Definition {
    this.#expect('def');
    const name = this.#kind('word') ?? unexpected(this.#next);
    const parameters: string[] = [];
    if (this.#take('(')) {
      do {
        const variable = this.#kind('variable');
        parameters.push(variable !== null ? `$${variable}` : (this.#kind('word') ?? unexpected(this.#next)));
      } while (this.#take(';'));
      this.#expect(')');
    }
    this.#expect(':');
    const body = this.pipe();
    this.#expect(';');
    return { name, parameters, body };
  }

  pipe(): Node {
    if (this.#is('def')) {
      const definition = this.#definition();
      return { kind: 'define', definition, body: this.pipe() };
    }
    const left = this.#comma();
    return this.#take('|') ? { kind: 'pipe', left, right: this.pipe() } : left;
  }

  #comma(): Node {
    let left = this.#alternative();
    while (this.#take(',')) left = { kind: 'comma', left, right: this.#alternative() };
    return left;
  }

  #alternative(): Node {
    const left = this.#update();
    // `.a?//1`, which is written without a blank.
    if (this.#take('?//')) {
      return {
        kind: 'alternative',
        left: { kind: 'try', body: left, handler: null },
        right: this.#alternative(),
      };
    }
    return this.#take('//') ? { kind: 'alternative', left, right: this.#alternative() } : left;
  }

  #update(): Node {
    const left = this.#or();
    const { kind, text } = this.#next;
    if (kind !== 'sign' || !updates.has(text)) return left;
    this.#at += 1;
    return { kind: 'update', sign: text, left, right: this.#alternative() };
  }

  #or(): Node {
    let left = this.#and();
    while (this.#take('or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Node {
    let left = this.#comparison();
    while (this.#take('and')) left = { kind: 'and', left, right: this.#comparison() };
    return left;
  }

  #comparison(): Node {
    const left = this.#sum();
    const { kind, text } = this.#next;
    if (kind !== 'sign' || !comparisons.has(text)) return left;
    this.#at += 1;
    return { kind: 'binary', sign: text, left, right: this.#sum() };
  }

  #sum(): Node {
    let left = this.#product();
    for (;;) {
      const sign = this.#is('+') ? '+' : this.#is('-') ? '-' : null;
      if (sign === null) return left;
      this.#at += 1;
      left = { kind: 'binary', sign, left, right: this.#product() };
    }
  }

  #product(): Node {
    let left = this.#postfix();
    for (;;) {
      const { kind, text } = this.#next;
      if (kind !== 'sign' || !'*/%'.includes(text)) return left;
      this.#at += 1;
      const right = this.#postfix();
      // jq counts constants when it compiles.
      if (text === '/' && left.kind === 'literal' && right.kind === 'literal' && right.value === 0) {
        throw new SyntaxFault('Division by zero?');
      }
      left = { kind: 'binary', sign: text, left, right };
    }
  }

  #postfix(): Node {
    if (this.#take('-')) return { kind: 'negate', of: this.#postfix() };
    if (this.#take('try')) {
      const body = this.#postfixTerm();
      return { kind: 'try', body, handler: this.#take('catch') ? this.#postfixTerm() : null };
    }
    if (this.#take('label')) {
      const name = this.#kind('variable') ?? unexpected(this.#next);
      this.#expect('|');
      return { kind: 'label', name, body: this.pipe() };
    }
    const term = this.#postfixTerm();
    if (!this.#take('as')) return term;
    const patterns = this.#patterns();
    this.#expect('|');
    return { kind: 'bind', source: term, patterns, body: this.pipe() };
  }

  #patterns(): Pattern[] {
    const patterns = [this.#pattern()];
    while (this.#take('?//')) patterns.push(this.#pattern());
    return patterns;
  }

  #pattern(): Pattern {
    const name = this.#kind('variable');
    if (name !== null) return { kind: 'variable', name };
    if (this.#take('[')) {
      const items = [this.#pattern()];
      while (this.#take(',')) items.push(this.#pattern());
      this.#expect(']');
      return { kind: 'array', items };
    }
    this.#expect('{');
    const entries: PatternEntry[] = [];
    do {
      const variable = this.#kind('variable');
      const key = variable !== null ? null : this.#patternKey();
      const value = this.#take(':') ? this.#pattern() : null;
      if (variable === null && value === null) unexpected(this.#next);
      entries.push({ key, variable, value });
    } while (this.#take(','));
    this.#expect('}');
    return { kind: 'object', entries };
  }

  #patternKey(): Node {
    const word = this.#kind('word');
    if (word !== null) return { kind: 'literal', value: word };
    if (this.#next.kind === 'text') return this.#text(null);
    this.#expect('(');
    const key = this.pipe();
    this.#expect(')');
    return key;
  }

  #postfixTerm(): Node {
    let term = this.#term();
    for (;;) {
      if (this.#take('?')) term = { kind: 'try', body: term, handler: null };
      else if (this.#next.kind === 'field') {
        term = { kind: 'index', of: term, key: { kind: 'literal', value: this.#kind('field') ?? '' } };
      } else if (this.#is('.') && this.#tokens[this.#at + 1]?.kind === 'text') {
        this.#at += 1;
        term = { kind: 'index', of: term, key: this.#text(null) };
      } else if (this.#is('.') && this.#tokens[this.#at + 1]?.text === '[') this.#at += 1;
      else if (this.#take('[')) term = this.#bracket(term);
      else return term;
    }
  }

  #bracket(of: Node): Node {
    if (this.#take(']')) return { kind: 'each', of };
    if (this.#take(':')) {
      const to = this.pipe();
      this.#expect(']');
      return { kind: 'slice', of, from: null, to };
    }
    const key = this.pipe();
    if (this.#take(':')) {
      const to = this.#is(']') ? null : this.pipe();
      this.#expect(']');
      return { kind: 'slice', of, from: key, to };
    }
    this.#expect(']');
    return { kind: 'index', of, key };
  }

  #text(format: string | null): Node {
    const { parts = [] } = this.#next;
    this.#at += 1;
    return {
      kind: 'text',
      format,
      parts: parts.map((part) => {
        if (typeof part === 'string') return part;
        const inner = new Parser(part);
        const node = inner.pipe();
        inner.end();
        return node;
      }),
    };
  }

  #term(): Node {
    const token = this.#next;
    switch (token.kind) {
      case 'number':
        this.#at += 1;
        return { kind: 'literal', value: Number(token.text) };
      case 'text':
        return this.#text(null);
      case 'format':
        this.#at += 1;
        return this.#next.kind === 'text' ? this.#text(token.text) : { kind: 'format', name: token.text };
      case 'field':
        this.#at += 1;
        return { kind: 'index', of: { kind: 'identity' }, key: { kind: 'literal', value: token.text } };
      case 'variable':
        this.#at += 1;
        return { kind: 'variable', name: token.text, line: token.line };
      case 'word':
        return this.#word(token.text);
      case 'sign':
        return this.#sign(token);
      default:
        return unexpected(token);
    }
  }

  #sign(token: Token): Node {
    this.#at += 1;
    switch (token.text) {
      case '.':
        if (this.#next.kind === 'text')
          return { kind: 'index', of: { kind: 'identity' }, key: this.#text(null) };
        return { kind: 'identity' };
      case '..':
        return { kind: 'recurse' };
      case '(': {
        const inner = this.pipe();
        this.#expect(')');
        return inner;
      }
      case '[': {
        if (this.#take(']')) return { kind: 'array', of: null };
        const of = this.pipe();
        this.#expect(']');
        return { kind: 'array', of };
      }
      case '{':
        return this.#object();
      default:
        return unexpected(token);
    }
  }

  #word(word: string): Node {
    this.#at += 1;
    if (word === 'if') return this.#if();
    if (word === 'reduce' || word === 'foreach') return this.#fold(word);
    if (word === 'break' && this.#next.kind === 'variable') {
      return { kind: 'break', name: this.#kind('variable') ?? '' };
    }
    if (word === 'def') {
      this.#at -= 1;
      const definition = this.#definition();
      return { kind: 'define', definition, body: this.pipe() };
    }
    if (word === 'null') return { kind: 'literal', value: null };
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    if (reserved.has(word)) {
      this.#at -= 1;
      unexpected(this.#next);
    }
    const args: Node[] = [];
    if (this.#take('(')) {
      do args.push(this.pipe());
      while (this.#take(';'));
      this.#expect(')');
    }
    return { kind: 'call', name: word, args };
  }

  #if(): Node {
    const test = this.pipe();
    this.#expect('then');
    const then = this.pipe();
    if (this.#take('elif')) return { kind: 'if', test, then, else: this.#if() };
    const other = this.#take('else') ? this.pipe() : null;
    this.#expect('end');
    return { kind: 'if', test, then, else: other };
  }

  #fold(kind: 'reduce' | 'foreach'): Node {
    const source = this.#postfixTerm();
    this.#expect('as');
    const patterns = this.#patterns();
    this.#expect('(');
    const start = this.pipe();
    this.#expect(';');
    const update = this.pipe();
    const extract = kind === 'foreach' && this.#take(';') ? this.pipe() : null;
    this.#expect(')');
    return kind === 'reduce'
      ? { kind, source, patterns, start, update }
      : { kind, source, patterns, start, update, extract };
  }

  #object(): Node {
    const entries: (readonly [Node, Node])[] = [];
    while (!this.#is('}')) {
      entries.push(this.#entry());
      if (!this.#take(',')) break;
    }
    this.#expect('}');
    return { kind: 'object', entries };
  }

  #entry(): readonly [Node, Node] {
    const token = this.#next;
    if (token.kind === 'variable') {
      this.#at += 1;
      const key: Node = { kind: 'literal', value: token.text };
      return [key, { kind: 'variable', name: token.text, line: token.line }];
    }
    let key: Node;
    let computed = false;
    if (token.kind === 'word' || token.kind === 'number') {
      this.#at += 1;
      if (token.kind === 'number') throw new SyntaxFault(`Cannot use number (${token.text}) as object key`);
      key = { kind: 'literal', value: token.text };
    } else if (token.kind === 'format') {
      this.#at += 1;
      key = this.#next.kind === 'text' ? this.#text(token.text) : { kind: 'format', name: token.text };
    } else if (token.kind === 'text') key = this.#text(null);
    else {
      this.#expect('(');
      key = this.pipe();
      this.#expect(')');
      computed = true;
    }
    if (this.#take(':')) return [key, this.#entryValue()];
    if (computed) unexpected(this.#next);
    return [key, { kind: 'index', of: { kind: 'identity' }, key }];
  }

  /** Terms joined by `|` only: a comma begins the next entry. */
  #entryValue(): Node {
    const left = this.#alternative();
    return this.#take('|') ? { kind: 'pipe', left, right: this.#entryValue() } : left;
  }
}
