import type { JsonObject, OutputText, Piece } from '../../contract/index.ts';
import { escapedPiece, harnessPiece, jsonInside } from '../../pieces/index.ts';

/** A result as a model gets it: a JSON object, `pieces` being the string value of its last key. */
export function observation(
  fields: JsonObject,
  key: 'output' | 'error',
  pieces: readonly Piece[],
  text: OutputText,
): readonly Piece[] {
  const before = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  );
  return [
    harnessPiece('separator', `{${before.join('')}"${key}":"`),
    ...pieces.map((piece) =>
      piece.from === 'output' ? escapedPiece(piece, text) : harnessPiece(piece.role, jsonInside(piece.text)),
    ),
    harnessPiece('separator', '"}'),
  ];
}
