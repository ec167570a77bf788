import type { LineHit } from './lineSearch.ts';

/** Orders to the search worker. Bytes of one search come in their order. */
export type ToSearch =
  | { readonly type: 'begin'; readonly id: number; readonly words: string; readonly mostKept: number }
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly id: number };

/** One answer to each `bytes` and to `end`: what was found in them, and how many lines in all so far. */
export interface FromSearch {
  readonly id: number;
  readonly hits: readonly LineHit[];
  readonly count: number;
}
