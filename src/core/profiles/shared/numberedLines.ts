import type { OutputText, Piece } from '../../contract/index.ts';
import { harnessPiece, outputPiece, readableFromStart, sliceWindowed } from '../../pieces/index.ts';

/** Column width of a line number, as `cat -n` prints it; a longer number pushes the text to the right. */
const numberWidth = 6;

/**
 * The page's text as numbered lines. The `\r` of a CRLF is not shown and the last line's newline is left out,
 * so that what the model copies from a line is in the file byte for byte.
 */
export function numberedLines(text: OutputText, firstLine: number): readonly Piece[] {
  const { units } = text.merged;
  const shown = sliceWindowed(text.merged, 0, readableFromStart(text.merged));
  const pieces: Piece[] = [];
  let at = 0;
  for (let line = firstLine; at < shown.length; line++) {
    const newline = shown.indexOf('\n', at);
    const end = newline < 0 ? shown.length : newline;
    const isCrLf = newline > at && shown.charCodeAt(newline - 1) === 0x0d;
    const isLast = newline < 0 || newline + 1 === units;
    pieces.push(harnessPiece('line-number', `${String(line).padStart(numberWidth)}\t`));
    if (isCrLf) {
      pieces.push(outputPiece('merged', at, end - 1));
      if (!isLast) pieces.push(outputPiece('merged', newline, newline + 1));
    } else {
      pieces.push(outputPiece('merged', at, isLast ? end : newline + 1));
    }
    at = end + 1;
  }
  // Only a page that is larger than the windows: the caller chose them too small.
  if (shown.length < units) {
    pieces.push(harnessPiece('gap', `\n... [${units - shown.length} characters truncated] ...`));
  }
  return pieces;
}
