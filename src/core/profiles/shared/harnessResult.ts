import type { OutputText, Piece, ToolRecord } from '../../contract/index.ts';
import { harnessPiece, unitsOfPieces } from '../../pieces/index.ts';
import { elideMiddle } from './cuts.ts';
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

/** Results of the tools that a harness has no cut of its own for: their listing or their words, whole. */
export function plainResult(record: ToolRecord, text: OutputText): readonly Piece[] {
  const parts = resultParts(record, text);
  return inlineResult(readable(parts.body, text), parts.endings, text);
}

/** A harness's own words where there is no output; our words where it has none. */
export function orNoOutput(pieces: readonly Piece[], words: string): readonly Piece[] {
  return unitsOfPieces(pieces) === 0 ? [harnessPiece('empty', words)] : pieces;
}

/** Where a limit lets more through than is kept in memory, the gap is said; no harness has such a gap. */
function readable(pieces: readonly Piece[], text: OutputText): readonly Piece[] {
  return elideMiddle(pieces, unitsOfPieces(pieces), text).pieces;
}
