import type { OutputText, Piece } from '../../contract/index.ts';
import {
  harnessPiece,
  pieceUnits,
  readableFromEnd,
  readableFromStart,
  slicePieces,
  textOfPieces,
  unitsOfPieces,
} from '../../pieces/index.ts';

/** The first `units` of a view, one fewer where the cut would split a surrogate pair. */
export function takeStart(pieces: readonly Piece[], units: number, text: OutputText): readonly Piece[] {
  const total = unitsOfPieces(pieces);
  let end = Math.min(units, total, readableStart(pieces, text));
  if (end < total && end > 0 && isHighSurrogate(textOfPieces(slicePieces(pieces, end - 1, end), text))) {
    end -= 1;
  }
  return slicePieces(pieces, 0, end);
}

/** The last `units` of a view, one fewer where the cut would split a surrogate pair. */
export function takeEnd(pieces: readonly Piece[], units: number, text: OutputText): readonly Piece[] {
  const total = unitsOfPieces(pieces);
  let start = total - Math.min(units, total, readableEnd(pieces, text));
  if (
    start > 0 &&
    start < total &&
    isLowSurrogate(textOfPieces(slicePieces(pieces, start, start + 1), text))
  ) {
    start += 1;
  }
  return slicePieces(pieces, start, total);
}

/**
 * The view whole where it has at most `keptUnits`, else half of that from each end with a line between that
 * says how many characters (UTF-16 units) are left out.
 */
export function elideMiddle(
  pieces: readonly Piece[],
  keptUnits: number,
  text: OutputText,
): { readonly pieces: readonly Piece[]; readonly omittedUnits: number } {
  const total = unitsOfPieces(pieces);
  if (total <= keptUnits && readableStart(pieces, text) === total) return { pieces, omittedUnits: 0 };
  const start = takeStart(pieces, Math.ceil(keptUnits / 2), text);
  const end = takeEnd(pieces, Math.min(Math.floor(keptUnits / 2), total - unitsOfPieces(start)), text);
  const omittedUnits = total - unitsOfPieces(start) - unitsOfPieces(end);
  if (omittedUnits === 0) return { pieces, omittedUnits };
  return {
    pieces: [...start, harnessPiece('gap', `\n... [${omittedUnits} characters truncated] ...\n`), ...end],
    omittedUnits,
  };
}

/** Units that can be read before the first gap between two windows. */
export function readableStart(pieces: readonly Piece[], text: OutputText): number {
  let units = 0;
  for (const piece of pieces) {
    const readable = piece.from === 'output' ? readableFromStart(text[piece.of]) : Number.POSITIVE_INFINITY;
    if (piece.from === 'output' && piece.end > readable) return units + Math.max(readable - piece.start, 0);
    units += pieceUnits(piece);
  }
  return units;
}

/** Units that can be read back from the end before the last gap between two windows. */
export function readableEnd(pieces: readonly Piece[], text: OutputText): number {
  let units = 0;
  for (const piece of pieces.toReversed()) {
    if (piece.from === 'output') {
      const source = text[piece.of];
      const firstReadable = source.units - readableFromEnd(source);
      if (piece.start < firstReadable) return units + Math.max(piece.end - firstReadable, 0);
    }
    units += pieceUnits(piece);
  }
  return units;
}

function isHighSurrogate(unit: string): boolean {
  return /^[\uD800-\uDBFF]$/.test(unit);
}

function isLowSurrogate(unit: string): boolean {
  return /^[\uDC00-\uDFFF]$/.test(unit);
}
