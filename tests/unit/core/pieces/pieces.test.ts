import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isWholeView,
  normalizePieces,
  type OutputText,
  omittedRanges,
  omittedUnits,
  type Piece,
  seenRanges,
  seenUnits,
  textOfPieces,
  unitsByRole,
} from '../../../../src/core/index.ts';
import { slicePieces, unitsOfPieces } from '../../../../src/core/pieces/index.ts';
import { outputText } from '../support/outputs.ts';

const merged = (start: number, end: number): Piece => ({ from: 'output', of: 'merged', start, end });
const says = (text: string, role: 'status' | 'gap' = 'status'): Piece => ({ from: 'harness', role, text });

describe('the text of pieces', () => {
  const text = outputText('0123456789', '', 3);

  test('is their concatenation and nothing else', () => {
    expect(textOfPieces([says('<'), merged(0, 3), says('..'), merged(7, 10), says('>')], text)).toBe(
      '<012..789>',
    );
  });

  test('is refused for a range that lies in no window', () => {
    expect(() => textOfPieces([merged(2, 4)], text)).toThrow(RangeError);
    expect(() => textOfPieces([merged(6, 8)], text)).toThrow(RangeError);
    expect(() => textOfPieces([merged(0, 10)], text)).toThrow(RangeError);
  });

  test('is refused for a range that is no range of the text', () => {
    for (const [start, end] of [
      [-1, 1],
      [2, 1],
      [9, 11],
      [0.5, 2],
      [Number.NaN, 2],
    ] as const) {
      expect(() => textOfPieces([merged(start, end)], text)).toThrow(RangeError);
    }
  });

  test('may run over both windows where they meet or overlap', () => {
    for (const windowUnits of [5, 6, 9]) {
      const joined = outputText('0123456789', '', windowUnits);
      for (let start = 0; start <= 10; start++) {
        for (let end = start; end <= 10; end++) {
          expect(textOfPieces([merged(start, end)], joined)).toBe('0123456789'.slice(start, end));
        }
      }
    }
  });
});

describe('normalizing', () => {
  test('merges ranges that continue each other and words of one role, and drops what is empty', () => {
    expect(
      normalizePieces([
        merged(0, 2),
        merged(2, 5),
        says(''),
        merged(5, 5),
        says('a'),
        says('b'),
        says('c', 'gap'),
        merged(6, 7),
      ]),
    ).toEqual([merged(0, 5), says('ab'), says('c', 'gap'), merged(6, 7)]);
  });

  test('never changes the text, and doing it twice changes nothing more', () => {
    fc.assert(
      fc.property(piecesOver(20), (pieces) => {
        const text = outputText('abcdefghijklmnopqrst');
        const normal = normalizePieces(pieces);
        expect(textOfPieces(normal, text)).toBe(textOfPieces(pieces, text));
        expect(normalizePieces(normal)).toEqual(normal);
      }),
    );
  });
});

test('a slice of pieces is the slice of their text', () => {
  fc.assert(
    fc.property(piecesOver(20), fc.nat(60), fc.nat(60), (pieces, a, b) => {
      const text = outputText('abcdefghijklmnopqrst');
      const [start, end] = [Math.min(a, b), Math.max(a, b)];
      const sliced = slicePieces(pieces, start, end);
      expect(textOfPieces(sliced, text)).toBe(textOfPieces(pieces, text).slice(start, end));
      expect(unitsOfPieces(sliced)).toBe(textOfPieces(sliced, text).length);
    }),
  );
});

describe('the account of a view', () => {
  test('counts each unit of the output once, however the ranges overlap', () => {
    fc.assert(
      fc.property(piecesOver(20), (pieces) => {
        const text = outputText('abcdefghijklmnopqrst');
        const seen = new Set<number>();
        for (const piece of pieces) {
          if (piece.from !== 'output') continue;
          for (let at = piece.start; at < piece.end; at++) seen.add(at);
        }
        expect(seenUnits(pieces, text)).toBe(seen.size);
        expect(omittedUnits(pieces, text)).toBe(20 - seen.size);
        expect(isWholeView(pieces, text)).toBe(seen.size === 20);
        const inRanges = seenRanges(pieces).reduce((units, { start, end }) => units + end - start, 0);
        expect(inRanges).toBe(seen.size);
      }),
    );
  });

  test('names each omitted range in order', () => {
    const text = outputText('0123456789');
    expect(omittedRanges([merged(4, 6), merged(1, 2)], text)).toEqual([
      { of: 'merged', start: 0, end: 1 },
      { of: 'merged', start: 2, end: 4 },
      { of: 'merged', start: 6, end: 10 },
    ]);
  });

  test('measures a view of streams against both streams', () => {
    const text = outputText('out', 'err!');
    const onlyErr: Piece[] = [{ from: 'output', of: 'stderr', start: 0, end: 4 }];
    expect(seenUnits(onlyErr, text)).toBe(4);
    expect(omittedUnits(onlyErr, text)).toBe(3);
    expect(() => omittedUnits([...onlyErr, merged(0, 1)], text)).toThrow(RangeError);
  });

  test('omits everything of an output that it says nothing of', () => {
    expect(omittedUnits([says('stopped')], outputText('abc'))).toBe(3);
  });

  test('takes a dropped final newline and the \\r of a CRLF for how lines end, not for a loss', () => {
    const wholeOf = (text: string, ...pieces: Piece[]) => isWholeView(pieces, outputText(text));
    expect(wholeOf('a\n', merged(0, 1))).toBe(true);
    expect(wholeOf('a\r\n', merged(0, 1))).toBe(true);
    expect(wholeOf('a\r\nb', merged(0, 1), merged(2, 4))).toBe(true);
    expect(wholeOf('a\n\n', merged(0, 1))).toBe(false);
    expect(wholeOf('a\rb', merged(0, 1), merged(2, 3))).toBe(false);
    expect(wholeOf('a\nb', merged(0, 1), merged(2, 3))).toBe(false);
    expect(wholeOf('ab', merged(0, 1))).toBe(false);
  });

  test('takes what only a terminal acts on for no loss: colours, titles, a byte order mark', () => {
    const wholeOf = (text: string, ...pieces: Piece[]) => isWholeView(pieces, outputText(text));
    expect(wholeOf('\x1b[31mred\x1b[0m\n', merged(5, 8))).toBe(true);
    expect(wholeOf('\x1b]0;title\x07\x1b]8;;x\x1b\\a\r\n', merged(18, 19))).toBe(true);
    expect(wholeOf('\uFEFFa\x1bMb', merged(1, 2), merged(4, 5))).toBe(true);
    expect(wholeOf('\x1b[31mred', merged(6, 8))).toBe(false);
    expect(wholeOf('a\uFEFFb', merged(0, 1), merged(2, 3))).toBe(false);
    expect(wholeOf('a\x1b[', merged(0, 1))).toBe(false);
    expect(wholeOf('a\x1b[0m\n\n', merged(0, 1))).toBe(false);
  });

  test('judges a short gap between the windows as a loss, since nobody can read it', () => {
    const text: OutputText = outputText('abcdef\n', '', 3);
    expect(isWholeView([merged(0, 3), merged(4, 7)], text)).toBe(false);
  });

  test('counts the words of the harness by role', () => {
    expect(unitsByRole([says('ab'), merged(0, 3), says('c', 'gap')])).toMatchObject({
      output: 3,
      status: 2,
      gap: 1,
      notice: 0,
    });
  });
});

function piecesOver(units: number) {
  const range = fc
    .tuple(fc.nat(units), fc.nat(units))
    .map(([a, b]): Piece => merged(Math.min(a, b), Math.max(a, b)));
  const words = fc
    .tuple(fc.string({ maxLength: 3 }), fc.constantFrom('status' as const, 'gap' as const))
    .map(([text, role]): Piece => says(text, role));
  return fc.array(fc.oneof(range, words), { maxLength: 12 });
}
