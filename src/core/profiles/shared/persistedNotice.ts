import type { OutputText, Piece } from '../../contract/index.ts';
import { harnessPiece, slicePieces, textOfPieces, unitsOfPieces } from '../../pieces/index.ts';
import { takeStart } from './cuts.ts';
import { sizeWords } from './words.ts';

/** Claude Code’s notice, word for word: size, path, and the start of the result. `body` is the whole of it. */
export function persistedNotice(
  path: string,
  units: number,
  body: readonly Piece[],
  text: OutputText,
  previewUnits: number,
): readonly Piece[] {
  const preview = previewOf(body, text, previewUnits);
  const isMore = unitsOfPieces(preview) < unitsOfPieces(body);
  const first = previewUnits === 2000 ? '2KB' : sizeWords(previewUnits);
  return [
    harnessPiece(
      'notice',
      `<persisted-output>\nOutput too large (${sizeWords(units)}). Full output saved to: ${path}\n\nPreview (first ${first}):\n`,
    ),
    ...preview,
    harnessPiece('preview-end', isMore ? '\n...\n</persisted-output>' : '\n</persisted-output>'),
  ];
}

/** The first units, cut back to the last newline when that is past the middle, else a hard cut. */
function previewOf(body: readonly Piece[], text: OutputText, previewUnits: number): readonly Piece[] {
  const start = takeStart(body, previewUnits, text);
  if (unitsOfPieces(start) === unitsOfPieces(body)) return start;
  const lastNewline = textOfPieces(start, text).lastIndexOf('\n');
  return lastNewline > previewUnits / 2 ? slicePieces(start, 0, lastNewline) : start;
}
