import type { OutputText, Piece, ToolRecord } from '../../contract/index.ts';
import {
  harnessPiece,
  outputPiece,
  readableFromEnd,
  readableFromStart,
  unitsOfPieces,
} from '../../pieces/index.ts';
import { foreignEndings } from './harnessEndings.ts';
import { inlineResult, resultParts } from './result.ts';

/**
 * A harness's view of a result, with what it has no words for under it, in a paragraph of its own. A text of
 * white space alone is named, since providers refuse it.
 */
export function withForeignEndings(
  pieces: readonly Piece[],
  record: ToolRecord,
  text: OutputText,
): readonly Piece[] {
  const shown = readable(pieces, text);
  const endings = foreignEndings(record);
  if (endings.length === 0) return inlineResult(shown, [], text);
  const separator = unitsOfPieces(shown) === 0 ? [] : [harnessPiece('separator', '\n\n')];
  return [...shown, ...separator, harnessPiece('status', endings.join('\n'))];
}

/** Results of the tools that a harness has no cut of its own for: their listing or their words. */
export function wholeResult(record: ToolRecord, text: OutputText): readonly Piece[] {
  return readable(plainResult(record, text), text);
}

/** The same before any cut: a range of it may be more than is kept in memory. */
export function plainResult(record: ToolRecord, text: OutputText): readonly Piece[] {
  const parts = resultParts(record, text);
  return inlineResult(parts.body, parts.endings, text);
}

/** A harness's own words where there is no output; our words where it has none. */
export function orNoOutput(pieces: readonly Piece[], words: string): readonly Piece[] {
  return unitsOfPieces(pieces) === 0 ? [harnessPiece('empty', words)] : pieces;
}

/** Where a limit lets more through than is kept in memory, the gap is said; no harness has such a gap. */
function readable(pieces: readonly Piece[], text: OutputText): readonly Piece[] {
  return pieces.flatMap((piece) => {
    if (piece.from === 'harness') return [piece];
    const source = text[piece.of];
    const headEnd = readableFromStart(source);
    const tailStart = source.units - readableFromEnd(source);
    if (piece.end <= headEnd || piece.start >= tailStart) return [piece];
    const from = Math.max(headEnd, piece.start);
    const to = Math.min(tailStart, piece.end);
    return [
      outputPiece(piece.of, piece.start, from),
      harnessPiece('gap', `\n... [${to - from} characters truncated] ...\n`),
      outputPiece(piece.of, to, piece.end),
    ];
  });
}
