import type { OutputText, Piece, WindowedText } from '../../contract/index.ts';
import { utf8Length } from '../../output/index.ts';
import {
  outputPiece,
  pieceUnits,
  readableFromEnd,
  readableFromStart,
  slicePieces,
  sliceWindowed,
  textOfPieces,
  unitsOfPieces,
} from '../../pieces/index.ts';
import { readableEnd, readableStart } from './cuts.ts';

/**
 * A text made of pieces, of which only the two ends may be readable: what a harness had as one string before it
 * cut. Totals are exact also where the middle is in no window.
 */
export interface LongText {
  readonly pieces: readonly Piece[];
  /** UTF-16 units. */
  readonly units: number;
  readonly codePoints: number;
  readonly utf8Bytes: number;
  /** Newline characters, not lines. */
  readonly newlines: number;
  /** True where every unit can be read. */
  readonly isWhole: boolean;
  /** The first `maxUnits` units, fewer where the text or its readable start ends sooner. */
  start(maxUnits: number): string;
  /** The last `maxUnits` units, fewer where the text or its readable end begins later. */
  end(maxUnits: number): string;
  /** The pieces of units `from` to `to`. */
  slice(from: number, to: number): readonly Piece[];
}

export function longText(pieces: readonly Piece[], text: OutputText): LongText {
  const units = unitsOfPieces(pieces);
  const fromStart = readableStart(pieces, text);
  const fromEnd = readableEnd(pieces, text);
  const totals = pieces.map((piece) => totalsOf(piece, text));
  const sum = (of: keyof Totals) => totals.reduce((total, part) => total + part[of], 0);
  return {
    pieces,
    units,
    codePoints: sum('codePoints'),
    utf8Bytes: sum('utf8Bytes'),
    newlines: sum('newlines'),
    isWhole: fromStart === units,
    start: (maxUnits) => textOfPieces(slicePieces(pieces, 0, Math.min(maxUnits, fromStart)), text),
    end: (maxUnits) =>
      textOfPieces(slicePieces(pieces, units - Math.min(maxUnits, fromEnd, units), units), text),
    slice: (from, to) => slicePieces(pieces, from, to),
  };
}

/** Both streams as they arrived. */
export function mergedText(text: OutputText): LongText {
  const { units } = text.merged;
  return longText(units === 0 ? [] : [outputPiece('merged', 0, units)], text);
}

/** The text without any newline at its end. */
export function withoutLastNewlines(whole: LongText, text: OutputText): LongText {
  const end = whole.end(whole.units);
  const kept = end.replace(/\n+$/, '').length;
  return kept === end.length ? whole : longText(whole.slice(0, whole.units - (end.length - kept)), text);
}

/** Unicode scalar values of a well-formed text. */
export function codePointsIn(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1;
  }
  return count;
}

export function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

interface Totals {
  readonly codePoints: number;
  readonly utf8Bytes: number;
  readonly newlines: number;
}

function totalsOfString(text: string): Totals {
  return { codePoints: codePointsIn(text), utf8Bytes: utf8Length(text), newlines: newlinesIn(text) };
}

/** Of a range that holds the unreadable middle: the whole's totals less what lies outside the range. */
function totalsOf(piece: Piece, text: OutputText): Totals {
  if (piece.from === 'harness') return totalsOfString(piece.text);
  const source = text[piece.of];
  if (pieceUnits(piece) === 0) return { codePoints: 0, utf8Bytes: 0, newlines: 0 };
  const isWhole = piece.start === 0 && piece.end === source.units;
  if (!isWhole && isInOneWindow(source, piece.start, piece.end)) {
    return totalsOfString(sliceWindowed(source, piece.start, piece.end));
  }
  const before = totalsOfString(sliceWindowed(source, 0, piece.start));
  const after = totalsOfString(sliceWindowed(source, piece.end, source.units));
  const last = (source.tail === '' ? source.head : source.tail).endsWith('\n');
  const newlines = source.lines - (source.units > 0 && !last ? 1 : 0);
  return {
    codePoints: source.codePoints - before.codePoints - after.codePoints,
    utf8Bytes: source.utf8Bytes - before.utf8Bytes - after.utf8Bytes,
    newlines: newlines - before.newlines - after.newlines,
  };
}

function isInOneWindow(source: WindowedText, start: number, end: number): boolean {
  return end <= readableFromStart(source) || start >= source.units - readableFromEnd(source);
}
