export type Expr =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'regex'; readonly source: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly index: Expr }
  | { readonly kind: 'element'; readonly name: string; readonly index: readonly Expr[] }
  | { readonly kind: 'assign'; readonly operator: string; readonly target: Expr; readonly value: Expr }
  | { readonly kind: 'increment'; readonly target: Expr; readonly by: 1 | -1; readonly prefix: boolean }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'unary'; readonly operator: '-' | '+' | '!'; readonly operand: Expr }
  | { readonly kind: 'ternary'; readonly condition: Expr; readonly yes: Expr; readonly no: Expr }
  | { readonly kind: 'match'; readonly negated: boolean; readonly text: Expr; readonly pattern: Expr }
  | { readonly kind: 'in'; readonly index: readonly Expr[]; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expr[]; readonly line: number }
  | { readonly kind: 'builtin'; readonly name: string; readonly args: readonly Expr[]; readonly line: number }
  | {
      readonly kind: 'getline';
      readonly target: Expr | null;
      readonly from: 'main' | 'file' | 'command';
      readonly source: Expr | null;
    }
  | { readonly kind: 'group'; readonly list: readonly Expr[] };

export interface Redirect {
  readonly kind: '>' | '>>' | '|';
  readonly target: Expr;
}

export type Statement =
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'expression'; readonly value: Expr }
  | {
      readonly kind: 'print';
      readonly args: readonly Expr[];
      readonly formatted: boolean;
      readonly redirect: Redirect | null;
    }
  | { readonly kind: 'if'; readonly condition: Expr; readonly yes: Statement; readonly no: Statement | null }
  | { readonly kind: 'while'; readonly condition: Expr; readonly body: Statement; readonly first: boolean }
  | {
      readonly kind: 'for';
      readonly init: Statement | null;
      readonly condition: Expr | null;
      readonly update: Statement | null;
      readonly body: Statement;
    }
  | { readonly kind: 'forIn'; readonly variable: string; readonly array: string; readonly body: Statement }
  | { readonly kind: 'delete'; readonly name: string; readonly index: readonly Expr[] | null }
  | { readonly kind: 'exit' | 'return'; readonly value: Expr | null }
  | { readonly kind: 'break' | 'continue' | 'next' | 'nextfile' };

export interface Rule {
  readonly pattern: Expr | null;
  /** The second expression of `from, to`. */
  readonly until: Expr | null;
  readonly body: Statement | null;
}

export interface FunctionDefinition {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: Statement;
}

export interface Program {
  readonly begin: readonly Statement[];
  readonly end: readonly Statement[];
  readonly rules: readonly Rule[];
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
}
