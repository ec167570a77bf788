import type { Definition, Node, Pattern, PatternEntry } from './ast.ts';
import { SyntaxFault, type Token, unexpected } from './lexer.ts';
import { TokenCursor } from './tokenCursor.ts';

const reserved = new Set(
  'if then else elif end as def reduce foreach try catch label import include and or __loc__'.split(' '),
);

/** Terms and what follows them, and the patterns of `as`: all that stands between operators. */
export abstract class TermParser extends TokenCursor {
  /** Terms joined by any operator. */
  abstract pipe(): Node;

  /** Terms joined by operators that bind closer than a comma. */
  protected abstract alternative(): Node;

  protected abstract definition(): Definition;

  /** What stands in a text's `\(…)`. */
  protected abstract interpolated(tokens: readonly Token[]): Node;

  protected postfixTerm(): Node {
    let term = this.#term();
    for (;;) {
      if (this.take('?')) term = { kind: 'try', body: term, handler: null };
      else if (this.next.kind === 'field') {
        term = { kind: 'index', of: term, key: { kind: 'literal', value: this.kind('field') ?? '' } };
      } else if (this.is('.') && this.tokens[this.at + 1]?.kind === 'text') {
        this.at += 1;
        term = { kind: 'index', of: term, key: this.#text(null) };
      } else if (this.is('.') && this.tokens[this.at + 1]?.text === '[') this.at += 1;
      else if (this.take('[')) term = this.#bracket(term);
      else return term;
    }
  }

  #bracket(of: Node): Node {
    if (this.take(']')) return { kind: 'each', of };
    if (this.take(':')) {
      const to = this.pipe();
      this.expect(']');
      return { kind: 'slice', of, from: null, to };
    }
    const key = this.pipe();
    if (this.take(':')) {
      const to = this.is(']') ? null : this.pipe();
      this.expect(']');
      return { kind: 'slice', of, from: key, to };
    }
    this.expect(']');
    return { kind: 'index', of, key };
  }

  #text(format: string | null): Node {
    const { parts = [] } = this.next;
    this.at += 1;
    return {
      kind: 'text',
      format,
      parts: parts.map((part) => {
        if (typeof part === 'string') return part;
        return this.interpolated(part);
      }),
    };
  }

  #term(): Node {
    const token = this.next;
    switch (token.kind) {
      case 'number':
        this.at += 1;
        return { kind: 'literal', value: Number(token.text) };
      case 'text':
        return this.#text(null);
      case 'format':
        this.at += 1;
        return this.next.kind === 'text' ? this.#text(token.text) : { kind: 'format', name: token.text };
      case 'field':
        this.at += 1;
        return { kind: 'index', of: { kind: 'identity' }, key: { kind: 'literal', value: token.text } };
      case 'variable':
        this.at += 1;
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
    this.at += 1;
    switch (token.text) {
      case '.':
        if (this.next.kind === 'text')
          return { kind: 'index', of: { kind: 'identity' }, key: this.#text(null) };
        return { kind: 'identity' };
      case '..':
        return { kind: 'recurse' };
      case '(': {
        const inner = this.pipe();
        this.expect(')');
        return inner;
      }
      case '[': {
        if (this.take(']')) return { kind: 'array', of: null };
        const of = this.pipe();
        this.expect(']');
        return { kind: 'array', of };
      }
      case '{':
        return this.#object();
      default:
        return unexpected(token);
    }
  }

  #word(word: string): Node {
    this.at += 1;
    if (word === 'if') return this.#if();
    if (word === 'reduce' || word === 'foreach') return this.#fold(word);
    if (word === 'break' && this.next.kind === 'variable') {
      return { kind: 'break', name: this.kind('variable') ?? '' };
    }
    if (word === 'def') {
      this.at -= 1;
      const definition = this.definition();
      return { kind: 'define', definition, body: this.pipe() };
    }
    if (word === 'null') return { kind: 'literal', value: null };
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    if (reserved.has(word)) {
      this.at -= 1;
      unexpected(this.next);
    }
    const args: Node[] = [];
    if (this.take('(')) {
      do args.push(this.pipe());
      while (this.take(';'));
      this.expect(')');
    }
    return { kind: 'call', name: word, args };
  }

  #if(): Node {
    const test = this.pipe();
    this.expect('then');
    const then = this.pipe();
    if (this.take('elif')) return { kind: 'if', test, then, else: this.#if() };
    const other = this.take('else') ? this.pipe() : null;
    this.expect('end');
    return { kind: 'if', test, then, else: other };
  }

  #fold(kind: 'reduce' | 'foreach'): Node {
    const source = this.postfixTerm();
    this.expect('as');
    const patterns = this.patterns();
    this.expect('(');
    const start = this.pipe();
    this.expect(';');
    const update = this.pipe();
    const extract = kind === 'foreach' && this.take(';') ? this.pipe() : null;
    this.expect(')');
    return kind === 'reduce'
      ? { kind, source, patterns, start, update }
      : { kind, source, patterns, start, update, extract };
  }

  #object(): Node {
    const entries: (readonly [Node, Node])[] = [];
    while (!this.is('}')) {
      entries.push(this.#entry());
      if (!this.take(',')) break;
    }
    this.expect('}');
    return { kind: 'object', entries };
  }

  #entry(): readonly [Node, Node] {
    const token = this.next;
    if (token.kind === 'variable') {
      this.at += 1;
      const key: Node = { kind: 'literal', value: token.text };
      return [key, { kind: 'variable', name: token.text, line: token.line }];
    }
    let key: Node;
    let computed = false;
    if (token.kind === 'word' || token.kind === 'number') {
      this.at += 1;
      if (token.kind === 'number') throw new SyntaxFault(`Cannot use number (${token.text}) as object key`);
      key = { kind: 'literal', value: token.text };
    } else if (token.kind === 'format') {
      this.at += 1;
      key = this.next.kind === 'text' ? this.#text(token.text) : { kind: 'format', name: token.text };
    } else if (token.kind === 'text') key = this.#text(null);
    else {
      this.expect('(');
      key = this.pipe();
      this.expect(')');
      computed = true;
    }
    if (this.take(':')) return [key, this.#entryValue()];
    if (computed) unexpected(this.next);
    return [key, { kind: 'index', of: { kind: 'identity' }, key }];
  }

  /** Terms joined by `|` only: a comma begins the next entry. */
  #entryValue(): Node {
    const left = this.alternative();
    return this.take('|') ? { kind: 'pipe', left, right: this.#entryValue() } : left;
  }

  protected patterns(): Pattern[] {
    const patterns = [this.#pattern()];
    while (this.take('?//')) patterns.push(this.#pattern());
    return patterns;
  }

  #pattern(): Pattern {
    const name = this.kind('variable');
    if (name !== null) return { kind: 'variable', name };
    if (this.take('[')) {
      const items = [this.#pattern()];
      while (this.take(',')) items.push(this.#pattern());
      this.expect(']');
      return { kind: 'array', items };
    }
    this.expect('{');
    const entries: PatternEntry[] = [];
    do {
      const variable = this.kind('variable');
      const key = variable !== null ? null : this.#patternKey();
      const value = this.take(':') ? this.#pattern() : null;
      if (variable === null && value === null) unexpected(this.next);
      entries.push({ key, variable, value });
    } while (this.take(','));
    this.expect('}');
    return { kind: 'object', entries };
  }

  #patternKey(): Node {
    const word = this.kind('word');
    if (word !== null) return { kind: 'literal', value: word };
    if (this.next.kind === 'text') return this.#text(null);
    this.expect('(');
    const key = this.pipe();
    this.expect(')');
    return key;
  }
}
