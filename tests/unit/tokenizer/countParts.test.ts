import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countParts } from '../../../src/tokenizer/countParts.ts';
import { ENCODINGS, loadEngine } from './oracles.ts';
import { hostileText } from './texts.ts';

/** The text cut at any UTF-16 units, between the halves of a pair too. */
const cutText = fc.tuple(hostileText, fc.array(fc.nat(400), { maxLength: 12 })).map(([text, cuts]) => {
  const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index], end));
});

describe.each(ENCODINGS)('tokens of a text by its parts, with %s', async (encoding) => {
  const engine = await loadEngine(encoding);
  const countOf = (parts: readonly string[]) => countParts(engine, parts);

  /** By the definition: every token on its own, with the unit at which its first character begins. */
  function byDefinition(parts: readonly string[]): readonly number[] {
    const text = parts.join('');
    const bytes = new TextEncoder().encode(text);
    const unitOfByte: number[] = [];
    let unit = 0;
    for (const character of text) {
      const { length } = new TextEncoder().encode(character);
      for (let i = 0; i < length; i++) unitOfByte.push(unit);
      unit += character.length;
    }
    const counts = parts.map(() => 0);
    const ends = parts.map((_part, index) => parts.slice(0, index + 1).join('').length);
    for (let at = 0; at < bytes.length; ) {
      const end = engine.scanner.next(bytes, at, bytes.length);
      for (const token of engine.encodePiece(bytes, at, end)) {
        const begins = unitOfByte[at] ?? Number.NaN;
        const part = ends.findIndex((partEnd) => begins < partEnd);
        counts[part] = (counts[part] ?? Number.NaN) + 1;
        at += engine.table.lengthOf(token);
      }
    }
    return counts;
  }

  it('sums to the count of the joined text, wherever it is cut', () => {
    fc.assert(
      fc.property(cutText, (parts) => {
        const counts = countOf(parts);
        expect(counts.length).toBe(parts.length);
        expect(counts.reduce((sum, tokens) => sum + tokens, 0)).toBe(engine.countText(parts.join('')));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives each token to the part in which its first character begins', () => {
    fc.assert(
      fc.property(cutText, (parts) => {
        expect(countOf(parts)).toEqual(byDefinition(parts));
      }),
      { numRuns: 1000 },
    );
  });

  it('counts a word that two parts share once, in the first', () => {
    expect(countOf(['hel', 'lo'])).toEqual([1, 0]);
    expect(countOf(['', 'hello', ''])).toEqual([0, 1, 0]);
    expect(countOf([])).toEqual([]);
    expect(countOf([''])).toEqual([0]);
  });
});
