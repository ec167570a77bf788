import type { HarnessRole, OutputPiece, OutputText, Piece, TextSource } from '../contract/index.ts';
import { sliceWindowed, sourceOf } from './windowed.ts';

/** UTF-16 units that a piece adds to the view. */
export function pieceUnits(piece: Piece): number {
  if (piece.from === 'harness') return piece.text.length;
  return piece.escaped?.units ?? piece.end - piece.start;
}

/** UTF-16 units of the whole view. */
export function unitsOfPieces(pieces: readonly Piece[]): number {
  let units = 0;
  for (const piece of pieces) units += pieceUnits(piece);
  return units;
}

/**
 * The text that the model gets: the concatenation of the pieces and nothing else.
 * Throws a RangeError where a range lies outside the windows of `text` (programmer's mistake).
 */
export function textOfPieces(pieces: readonly Piece[], text: OutputText): string {
  return pieces.map((piece) => textOfPiece(piece, text)).join('');
}

export function textOfPiece(piece: Piece, text: OutputText): string {
  if (piece.from === 'harness') return piece.text;
  const range = sliceWindowed(sourceOf(text, piece.of), piece.start, piece.end);
  return piece.escaped === undefined ? range : jsonInside(range);
}

/** A text as it stands between the quotes of a JSON string. */
export function jsonInside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Drops empty pieces and merges neighbours that continue each other; the text stays the same. */
export function normalizePieces(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    if (pieceUnits(piece) === 0) continue;
    const last = merged.at(-1);
    const joined = last === undefined ? null : join(last, piece);
    if (joined === null) merged.push(piece);
    else merged[merged.length - 1] = joined;
  }
  return merged;
}

function join(left: Piece, right: Piece): Piece | null {
  if (left.from === 'output' && right.from === 'output') {
    if (left.of !== right.of || left.end !== right.start) return null;
    if (left.escaped !== undefined || right.escaped !== undefined) return null;
    return { ...left, end: right.end };
  }
  if (left.from === 'harness' && right.from === 'harness') {
    if (left.role !== right.role) return null;
    return { ...left, text: left.text + right.text };
  }
  return null;
}

/**
 * The pieces that make units `start` to `end` of the view; a piece on the border is cut. Throws a RangeError where that
 * would cut an escaped piece (programmer's mistake).
 */
export function slicePieces(pieces: readonly Piece[], start: number, end: number): readonly Piece[] {
  const kept: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const units = pieceUnits(piece);
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, units);
    if (from < to) {
      if (to - from < units && piece.from === 'output' && piece.escaped !== undefined) {
        throw new RangeError('an escaped piece of output is taken whole or not at all');
      }
      kept.push(
        piece.from === 'output'
          ? to - from === units
            ? piece
            : { ...piece, start: piece.start + from, end: piece.start + to }
          : { ...piece, text: piece.text.slice(from, to) },
      );
    }
    at += units;
    if (at >= end) break;
  }
  return kept;
}

/** A range of the output as a piece. */
export function outputPiece(of: TextSource, start: number, end: number): Piece {
  return { from: 'output', of, start, end };
}

/** The same range as it stands inside a JSON string. Throws a RangeError where the windows do not hold it. */
export function escapedPiece(piece: OutputPiece, text: OutputText): OutputPiece {
  const range = sliceWindowed(sourceOf(text, piece.of), piece.start, piece.end);
  return { ...piece, escaped: { as: 'json', units: jsonInside(range).length } };
}

/** Words of the harness as a piece. */
export function harnessPiece(role: HarnessRole, text: string): Piece {
  return { from: 'harness', role, text };
}
