import type { OutputText, Piece } from '../../contract/index.ts';
import { utf8Length } from '../../output/index.ts';
import { pieceUnits, slicePieces, textOfPieces } from '../../pieces/index.ts';

/** Size of a view, counted without holding its text. */
export interface ViewSize {
  readonly units: number;
  readonly utf8Bytes: number;
  readonly newlines: number;
}

/** Counts a view whose output pieces are whole texts or lie in the windows; others throw a RangeError. */
export function viewSize(pieces: readonly Piece[], text: OutputText): ViewSize {
  let [units, utf8Bytes, newlines] = [0, 0, 0];
  for (const piece of pieces) {
    units += pieceUnits(piece);
    if (piece.from === 'output' && piece.start === 0 && piece.end === text[piece.of].units) {
      const source = text[piece.of];
      utf8Bytes += source.utf8Bytes;
      newlines += source.lines - (endsOpen(source) ? 1 : 0);
    } else {
      const words = textOfPieces([piece], text);
      utf8Bytes += utf8Length(words);
      newlines += newlinesIn(words);
    }
  }
  return { units, utf8Bytes, newlines };
}

/** True where the view's last unit is a newline. */
export function endsWithNewline(pieces: readonly Piece[], text: OutputText): boolean {
  const units = pieces.reduce((sum, piece) => sum + pieceUnits(piece), 0);
  return units > 0 && textOfPieces(slicePieces(pieces, units - 1, units), text) === '\n';
}

/** The whole merged output as the pieces of a view; none where there is no output. */
export function mergedPieces(text: OutputText): readonly Piece[] {
  const { units } = text.merged;
  return units === 0 ? [] : [{ from: 'output', of: 'merged', start: 0, end: units }];
}

function endsOpen(source: OutputText['merged']): boolean {
  return source.units > 0 && !(source.tail === '' ? source.head : source.tail).endsWith('\n');
}

function newlinesIn(words: string): number {
  let count = 0;
  for (let at = words.indexOf('\n'); at >= 0; at = words.indexOf('\n', at + 1)) count += 1;
  return count;
}
