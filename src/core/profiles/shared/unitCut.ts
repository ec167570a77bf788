import type { Piece } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import type { LongText } from './longText.ts';

export interface UnitCut {
  readonly head: readonly Piece[];
  readonly tail: readonly Piece[];
  /** Units between them; a half character that is shown as U+FFFD counts as shown. */
  readonly omittedUnits: number;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** What a lone surrogate becomes: nothing that is sent or kept may hold one. */
const replaced = harnessPiece('gap', '�');

/**
 * The first and the last units of a text, as a harness cuts that slices strings. `splits`: a character that a cut
 * halves is shown as U+FFFD at that side, one unit for its half; else the cut keeps away from it.
 * Less than asked is kept where the windows hold less.
 */
export function cutByUnits(text: LongText, headUnits: number, tailUnits: number, splits: boolean): UnitCut {
  const start = text.start(headUnits + 1);
  const end = text.end(tailUnits + 1);
  const headEnd = Math.min(headUnits, start.length);
  const tailStart = text.units - Math.min(tailUnits, end.length);
  const at = tailStart - (text.units - end.length);
  const halvesHead = headEnd > 0 && isHigh(start.charCodeAt(headEnd - 1)) && isLow(start.charCodeAt(headEnd));
  const halvesTail = at > 0 && isLow(end.charCodeAt(at)) && isHigh(end.charCodeAt(at - 1));
  const head = text.slice(0, halvesHead ? headEnd - 1 : headEnd);
  const tail = text.slice(halvesTail ? tailStart + 1 : tailStart, text.units);
  const halves = splits ? 0 : Number(halvesHead) + Number(halvesTail);
  return {
    head: halvesHead && splits ? [...head, replaced] : head,
    tail: halvesTail && splits ? [replaced, ...tail] : tail,
    omittedUnits: tailStart - headEnd + halves,
  };
}
