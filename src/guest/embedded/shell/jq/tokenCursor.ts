import { type Token, unexpected } from './lexer.ts';

/** The tokens of a program, and the place that its parser has reached in them. */
export class TokenCursor {
  protected readonly tokens: readonly Token[];
  protected at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected get next(): Token {
    return this.tokens[this.at] ?? unexpected({ kind: 'end', text: '', line: 1 });
  }

  get atEnd(): boolean {
    return this.next.kind === 'end';
  }

  protected is(text: string): boolean {
    const { kind, text: own } = this.next;
    return own === text && (kind === 'sign' || kind === 'word');
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at += 1;
    return true;
  }

  protected expect(text: string): void {
    if (!this.take(text)) unexpected(this.next);
  }

  protected kind(kind: Token['kind']): string | null {
    if (this.next.kind !== kind) return null;
    return this.tokens[this.at++]?.text ?? '';
  }

  end(): void {
    if (!this.atEnd) unexpected(this.next);
  }
}
