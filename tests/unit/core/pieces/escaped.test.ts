import { describe, expect, test } from 'vitest';
import {
  escapedPiece,
  harnessPiece,
  normalizePieces,
  omittedUnits,
  pieceUnits,
  slicePieces,
  textOfPieces,
  unitsByRole,
} from '../../../../src/core/pieces/index.ts';
import { outputText } from '../support/outputs.ts';

const text = outputText('a"\n😀');
const range = { from: 'output', of: 'merged', start: 0, end: 5 } as const;
const escaped = escapedPiece(range, text);
const pieces = [harnessPiece('separator', '{"o":"'), escaped, harnessPiece('separator', '"}')];

describe('a piece of output inside a JSON string', () => {
  test('is the escaped text, as long as it is there, and covers its range', () => {
    expect(escaped).toEqual({ ...range, escaped: { as: 'json', units: 7 } });
    expect(pieceUnits(escaped)).toBe(7);
    expect(textOfPieces(pieces, text)).toBe('{"o":"a\\"\\n😀"}');
    expect(omittedUnits(pieces, text)).toBe(0);
    expect(unitsByRole(pieces)).toMatchObject({ output: 7, separator: 8 });
  });

  test('is joined with nothing and is taken whole or not at all', () => {
    const halves = [escapedPiece({ ...range, end: 2 }, text), escapedPiece({ ...range, start: 2 }, text)];
    expect(normalizePieces(halves)).toEqual(halves);
    expect(slicePieces(pieces, 6, 13)).toEqual([escaped]);
    expect(slicePieces(pieces, 0, 6)).toEqual([pieces[0]]);
    expect(() => slicePieces(pieces, 0, 8)).toThrow(RangeError);
  });
});
