import type { TextSource } from './output.ts';

/** Why the harness said something; drives tint and account, never parsed out of text. */
export type HarnessRole =
  | 'notice'
  | 'preview-end'
  | 'status'
  | 'gap'
  | 'line-number'
  | 'separator'
  | 'error'
  | 'empty';

/** A range of the cleaner's text of the output, in UTF-16 units of the text named by `of`. */
export interface OutputPiece {
  readonly from: 'output';
  readonly of: TextSource;
  readonly start: number;
  readonly end: number;
  /**
   * The view holds the range as the inside of a JSON string, `units` UTF-16 units long: a harness that sends JSON. Such a
   * piece is taken whole or not at all.
   */
  readonly escaped?: { readonly as: 'json'; readonly units: number };
}

export interface HarnessPiece {
  readonly from: 'harness';
  readonly role: HarnessRole;
  readonly text: string;
}

/** A model view is a list of pieces; the text that the model gets is their concatenation and nothing else. */
export type Piece = OutputPiece | HarnessPiece;
