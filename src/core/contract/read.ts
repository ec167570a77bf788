import type { TokenEncoding } from './tokens.ts';

/** Facts of one page of a file, from which a profile words the page. Lines are 1-based. */
export interface ReadPage {
  readonly path: string;
  /** What the model asked; null where it gave nothing. */
  readonly askedOffset: number | null;
  readonly askedLimit: number | null;
  readonly firstLine: number;
  /** Last line shown; `firstLine - 1` where none is. */
  readonly lastLine: number;
  readonly totalLines: number;
  /** Tokens of the range that was asked for (the whole file where no range was), null while not yet counted. */
  readonly rangeTokens: number | null;
  readonly capTokens: number;
  readonly encoding: TokenEncoding;
  readonly cut:
    | { readonly kind: 'none' }
    /** The line window ended before the file did. */
    | { readonly kind: 'window' }
    /** Whole-file read over the token cap: the largest prefix of whole lines. */
    | { readonly kind: 'partial' }
    /** An explicit range over the cap: an error, no text. */
    | { readonly kind: 'range-over-cap' }
    /**
     * One line longer than the cap, cut by characters: its first `shownUnits` UTF-16 units are shown.
     * `lineUnits` null while the line's end is not known. `nextByte`: offset in the file at which to go on.
     */
    | {
        readonly kind: 'long-line';
        readonly shownUnits: number;
        readonly lineUnits: number | null;
        readonly nextByte: number;
      };
}
