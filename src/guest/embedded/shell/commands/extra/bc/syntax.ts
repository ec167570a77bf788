export type Place =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'element'; readonly name: string; readonly index: Expression };

export type Expression =
  | Place
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'assign'; readonly to: Place; readonly operator: string; readonly value: Expression }
  | { readonly kind: 'step'; readonly to: Place; readonly by: 1n | -1n; readonly isPrefix: boolean }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'unary'; readonly operator: '-' | '!'; readonly value: Expression }
  | { readonly kind: 'group'; readonly value: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Argument[] };

export type Argument = Expression | { readonly kind: 'array'; readonly name: string };

export type Statement =
  | { readonly kind: 'value'; readonly value: Expression }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'print'; readonly parts: readonly (Expression | string)[] }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'if'; readonly test: Expression; readonly yes: Statement; readonly no: Statement | null }
  | {
      readonly kind: 'loop';
      readonly first: Expression | null;
      readonly test: Expression | null;
      readonly next: Expression | null;
      readonly body: Statement;
    }
  | { readonly kind: 'return'; readonly value: Expression | null }
  | { readonly kind: 'define'; readonly name: string; readonly routine: Routine }
  | { readonly kind: 'break' | 'continue' | 'halt' | 'quit' };

export interface Routine {
  /** Parameters and automatic variables; `a[]` for an array. */
  readonly parameters: readonly string[];
  readonly locals: readonly string[];
  readonly body: readonly Statement[];
}

export interface Token {
  readonly kind: 'number' | 'name' | 'string' | 'sign' | 'line' | 'end' | 'wrong';
  readonly text: string;
  readonly line: number;
}

const tokenPattern =
  /(?:[ \t\f\r]|\\\n|#[^\n]*|\/\*[\s\S]*?\*\/)*(?:([0-9A-F]+(?:\.[0-9A-F]*)?|\.[0-9A-F]+)|([a-z][a-z0-9_]*)|"([^"]*)"|(\+\+|--|&&|\|\||[-+*/%^=!<>]=|[-+*/%^=!<>(){}[\],;.])|(\n)|($)|([\s\S]))/y;

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  tokenPattern.lastIndex = 0;
  for (;;) {
    const start = tokenPattern.lastIndex;
    const match = tokenPattern.exec(source);
    if (!match) return tokens;
    const [all, number, name, string, sign, newline, end, wrong] = match;
    const lineOf =
      line +
      (source.slice(start, start + all.length - (newline ? 1 : (string?.length ?? 0))).match(/\n/g)?.length ??
        0);
    const add = (kind: Token['kind'], text: string): number => tokens.push({ kind, text, line: lineOf });
    if (number !== undefined) add('number', number.replace(/\\\n/g, ''));
    else if (name !== undefined) add('name', name);
    else if (string !== undefined) add('string', string);
    else if (sign !== undefined) add('sign', sign);
    else if (newline !== undefined) add('line', '\n');
    else if (end !== undefined) add('end', '');
    else add('wrong', wrong ?? '');
    line += all.match(/\n/g)?.length ?? 0;
    if (end !== undefined) return tokens;
  }
}

export class BcSyntaxError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}
