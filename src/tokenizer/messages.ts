import type { TokenCut, TokenEncoding, TokenPrefix } from '../core/index.ts';

/** What the page and its counting worker say to each other. `id` names the call or the pass. */

export type ToWorker =
  | { readonly type: 'count'; readonly id: number; readonly encoding: TokenEncoding; readonly text: string }
  | {
      readonly type: 'count-parts';
      readonly id: number;
      readonly encoding: TokenEncoding;
      readonly parts: readonly string[];
    }
  | {
      readonly type: 'cut';
      readonly id: number;
      readonly encoding: TokenEncoding;
      readonly bytes: Uint8Array;
      readonly capTokens: number;
    }
  | {
      readonly type: 'open';
      readonly id: number;
      readonly encoding: TokenEncoding;
      readonly capTokens: number | null;
    }
  | { readonly type: 'push'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly type: 'counted'; readonly id: number; readonly tokens: number }
  | { readonly type: 'counted-parts'; readonly id: number; readonly tokens: readonly number[] }
  | { readonly type: 'cut'; readonly id: number; readonly cut: TokenCut }
  /** So many pushed bytes of the pass are out of the way. */
  | { readonly type: 'taken'; readonly id: number; readonly bytes: number }
  | { readonly type: 'prefix'; readonly id: number; readonly prefix: TokenPrefix }
  | { readonly type: 'total'; readonly id: number; readonly total: number }
  /** The call or pass `id` is over. */
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
