import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf, type LineHit, LineSearch } from '../../../../src/ui/search/lineSearch.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function searched(chunks: readonly Uint8Array[], words: string, mostKept = 1000) {
  const search = new LineSearch(words, mostKept);
  const hits: LineHit[] = chunks.flatMap((chunk) => search.push(chunk));
  hits.push(...search.finish());
  return { hits, count: search.count };
}

function inChunks(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** What a plain loop over the lines of the whole text finds. */
function linesWith(text: string, words: string): readonly number[] {
  return text
    .split('\n')
    .flatMap((line, at) => (line.toLowerCase().includes(words.toLowerCase()) ? [at + 1] : []));
}

describe('lines of a stream of bytes', () => {
  test('a hit names its line, the byte at which the words begin, and what stands around them', () => {
    expect(searched([bytesOf('one\ntwo Errors here\nthree\n')], 'error')).toEqual({
      hits: [{ line: 2, byte: 8, excerpt: { before: 'two ', match: 'Error', after: 's here' } }],
      count: 1,
    });
  });

  test('however the bytes are cut, the same lines are found', () => {
    const piece = fc.constantFrom('a', 'b', 'ab', '\n', 'ä', '漢', '😀', 'AB', '\u001b[31m', '\r');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (pieces, size) => {
        const text = pieces.join('');
        const shown = text.replaceAll('\u001b[31m', '');
        const { hits, count } = searched(inChunks(bytesOf(text), size), 'ab');
        expect(hits.map(({ line }) => line)).toEqual(linesWith(shown, 'ab'));
        expect(count).toBe(hits.length);
      }),
    );
  });

  test('colours between the letters do not hide a word, and are not in the excerpt', () => {
    const { hits } = searched([bytesOf('x\n\u001b[31mfa\u001b[1mil\u001b[0med\n')], 'failed');
    expect(hits.map(({ line, excerpt }) => ({ line, ...excerpt }))).toEqual([
      { line: 2, before: '', match: 'failed', after: '' },
    ]);
  });

  test('broken bytes are no reason to lose the lines around them', () => {
    const bytes = new Uint8Array([...bytesOf('a\n'), 0xff, 0xfe, 10, ...bytesOf('find me\n')]);
    expect(searched([bytes], 'find me').hits.map(({ line, byte }) => [line, byte])).toEqual([[3, 5]]);
  });

  test('one line of two megabytes is searched in parts, also where a part ends within the words', () => {
    const partBytes = 256 * 1024;
    for (const before of [partBytes - 5, partBytes - 1, partBytes, 3 * partBytes - 2]) {
      const text = `first\n${'漢'.repeat(3)}${'x'.repeat(before)}needle${'y'.repeat(2_000_000)}`;
      const { hits, count } = searched(inChunks(bytesOf(text), 100_000), 'needle');
      expect(count).toBe(1);
      expect(hits[0]?.line).toBe(2);
      expect(Math.abs((hits[0]?.byte ?? 0) - (6 + 9 + before))).toBeLessThan(partBytes);
    }
  });

  test('hits past the limit are counted and not kept', () => {
    const { hits, count } = searched([bytesOf('hit\n'.repeat(50))], 'hit', 7);
    expect(hits.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(count).toBe(50);
  });

  test('a line is counted once, however often the words stand in it', () => {
    expect(searched([bytesOf('hit hit hit\nhit')], 'hit').count).toBe(2);
  });
});

test('an excerpt is one line: control characters become spaces, and what is left out has a mark', () => {
  const text = `${'a'.repeat(50)}\tword\n${'b'.repeat(200)}`;
  const { before, match, after } = excerptOf(text, 51, 4);
  expect(match).toBe('word');
  expect(before).toBe(`…${'a'.repeat(39)} `);
  expect(after).toBe(` ${'b'.repeat(119)}…`);
});
