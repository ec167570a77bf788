import type { Value } from './values.ts';

export type Pattern =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'array'; readonly items: readonly Pattern[] }
  | { readonly kind: 'object'; readonly entries: readonly PatternEntry[] };

export interface PatternEntry {
  /** Null where a variable names the key too. */
  readonly key: Node | null;
  readonly variable: string | null;
  readonly value: Pattern | null;
}

export interface Definition {
  readonly name: string;
  /** With their `$` where they are values. */
  readonly parameters: readonly string[];
  readonly body: Node;
}

export type Node =
  | { readonly kind: 'identity' | 'recurse' }
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'text'; readonly format: string | null; readonly parts: readonly (string | Node)[] }
  | { readonly kind: 'format'; readonly name: string }
  | { readonly kind: 'index'; readonly of: Node; readonly key: Node }
  | { readonly kind: 'slice'; readonly of: Node; readonly from: Node | null; readonly to: Node | null }
  | { readonly kind: 'each'; readonly of: Node }
  | { readonly kind: 'variable'; readonly name: string; readonly line: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | {
      readonly kind: 'pipe' | 'comma' | 'alternative' | 'and' | 'or';
      readonly left: Node;
      readonly right: Node;
    }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'update'; readonly sign: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'negate'; readonly of: Node }
  | { readonly kind: 'try'; readonly body: Node; readonly handler: Node | null }
  | { readonly kind: 'if'; readonly test: Node; readonly then: Node; readonly else: Node | null }
  | {
      readonly kind: 'reduce';
      readonly source: Node;
      readonly patterns: readonly Pattern[];
      readonly start: Node;
      readonly update: Node;
    }
  | {
      readonly kind: 'foreach';
      readonly source: Node;
      readonly patterns: readonly Pattern[];
      readonly start: Node;
      readonly update: Node;
      readonly extract: Node | null;
    }
  | {
      readonly kind: 'bind';
      readonly source: Node;
      readonly patterns: readonly Pattern[];
      readonly body: Node;
    }
  | { readonly kind: 'define'; readonly definition: Definition; readonly body: Node }
  | { readonly kind: 'label'; readonly name: string; readonly body: Node }
  | { readonly kind: 'break'; readonly name: string }
  | { readonly kind: 'array'; readonly of: Node | null }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: Node, value: Node])[] };
