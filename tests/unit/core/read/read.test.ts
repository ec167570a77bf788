import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createLineIndex,
  createLineWindow,
  decideCut,
  needsLongLine,
  type PageFacts,
  planRead,
  type TokenPrefix,
} from '../../../../src/core/index.ts';

const limits = { readLines: 2_000 };

describe('the plan of a read', () => {
  test.each([
    [null, null, { firstLine: 1, maxLines: 2_000, isRange: false }],
    [254, 253, { firstLine: 254, maxLines: 253, isRange: true }],
    [10, null, { firstLine: 10, maxLines: 2_000, isRange: true }],
    [null, 5_000, { firstLine: 1, maxLines: 5_000, isRange: true }],
    [0, 0, { firstLine: 1, maxLines: 1, isRange: true }],
    [-3, -3, { firstLine: 1, maxLines: 1, isRange: true }],
    [2.9, 3.9, { firstLine: 2, maxLines: 3, isRange: true }],
    [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      { firstLine: 1, maxLines: Number.MAX_SAFE_INTEGER, isRange: true },
    ],
  ])('offset %s, limit %s', (offset, limit, plan) => {
    expect(planRead({ offset, limit }, limits)).toMatchObject(plan);
  });
});

describe('what of a window is shown', () => {
  const fits = (lines: number): TokenPrefix => ({ bytes: 10 * lines, lines, tokens: lines, whole: true });
  const over = (lines: number): TokenPrefix => ({ bytes: 10 * lines, lines, tokens: lines, whole: false });
  const decide = (
    offset: number | null,
    limit: number | null,
    totalLines: number,
    prefix: TokenPrefix,
    changes: Partial<PageFacts> = {},
  ) =>
    decideCut({
      path: '/f',
      plan: planRead({ offset, limit }, limits),
      totalLines,
      windowStart: 1_000,
      windowBytes: 99,
      prefix,
      rangeTokens: 7,
      capTokens: 25_000,
      encoding: 'o200k_base',
      longLine: null,
      ...changes,
    });
  const summary = ({ page, shownBytes }: ReturnType<typeof decide>) => [
    page.firstLine,
    page.lastLine,
    page.cut.kind,
    shownBytes,
  ];

  test('all of it where it fits: the window is a cut only where nobody asked for an end', () => {
    expect(summary(decide(null, null, 1_999, fits(1_999)))).toEqual([1, 1_999, 'none', 99]);
    expect(summary(decide(null, null, 2_000, fits(2_000)))).toEqual([1, 2_000, 'none', 99]);
    expect(summary(decide(null, null, 2_001, fits(2_000)))).toEqual([1, 2_000, 'window', 99]);
    expect(summary(decide(2, null, 2_001, fits(2_000)))).toEqual([2, 2_001, 'none', 99]);
    expect(summary(decide(2, null, 2_002, fits(2_000)))).toEqual([2, 2_001, 'window', 99]);
    expect(summary(decide(5, 3, 100, fits(3)))).toEqual([5, 7, 'none', 99]);
    expect(summary(decide(99, 50, 100, fits(2)))).toEqual([99, 100, 'none', 99]);
  });

  test('the largest prefix of whole lines of a whole file over the cap', () => {
    expect(summary(decide(null, null, 501, over(253)))).toEqual([1, 253, 'partial', 2_530]);
  });

  test('nothing of an explicit range over the cap', () => {
    expect(summary(decide(1, 501, 501, over(253)))).toEqual([1, 0, 'range-over-cap', 0]);
    expect(summary(decide(254, null, 501, over(100)))).toEqual([254, 253, 'range-over-cap', 0]);
  });

  test('row 23: the start of a line that is longer than the cap, whether or not a range was asked', () => {
    expect(needsLongLine(over(0))).toBe(true);
    expect(needsLongLine(over(1))).toBe(false);
    expect(needsLongLine(fits(0))).toBe(false);
    const longLine = { bytes: 300, units: 200, lineUnits: null };
    for (const [offset, limit] of [
      [null, null],
      [3, 1],
    ] as const) {
      const { page, shownBytes } = decide(offset, limit, 3, over(0), { longLine });
      expect(page.cut).toEqual({ kind: 'long-line', shownUnits: 200, lineUnits: null, nextByte: 1_300 });
      expect(page.lastLine).toBe(page.firstLine);
      expect(shownBytes).toBe(300);
    }
  });

  test('is refused where the facts cannot be', () => {
    expect(() => decide(9, null, 8, fits(0))).toThrow(RangeError);
    expect(() => decide(null, null, 8, over(0))).toThrow(RangeError);
  });
});

describe('row 6: lines of a file', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  /** A file of few kinds of bytes, so that newlines are many, in chunks of any size. */
  const file = fc.tuple(
    fc.string({ unit: fc.constantFrom('a', '\n', '\r', '漢'), maxLength: 60 }),
    fc.array(fc.nat(9), { maxLength: 30 }),
  );
  const chunksOf = (bytes: Uint8Array, sizes: readonly number[]) => {
    const chunks: Uint8Array[] = [];
    let at = 0;
    for (const size of sizes) {
      chunks.push(bytes.subarray(at, at + size));
      at = Math.min(at + size, bytes.length);
    }
    chunks.push(bytes.subarray(at));
    return chunks;
  };
  const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

  test.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n', 2],
    ['a\r\nb\r\n', 2],
  ])('%j has %i', (text, lines) => {
    const index = createLineIndex({ every: 1 });
    index.push(bytesOf(text));
    expect(index.totalLines).toBe(lines);
  });

  test('start where the index says, under any chunking and any spacing', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 5 }), ([text, sizes], every) => {
        const bytes = bytesOf(text);
        const index = createLineIndex({ every });
        for (const chunk of chunksOf(bytes, sizes)) index.push(chunk);
        const lines = linesOf(text);
        expect(index.totalLines).toBe(lines.length);
        expect(index.bytes).toBe(bytes.length);
        for (let line = 1; line <= lines.length + 2; line++) {
          const start = index.startBefore(line);
          expect(start.line).toBeLessThanOrEqual(line);
          if (line <= lines.length) expect(line - start.line).toBeLessThan(every);
          expect(start.byte).toBe(bytesOf(lines.slice(0, start.line - 1).join('')).length);
        }
      }),
    );
  });

  test('come out of a window as a plain split gives them', () => {
    fc.assert(
      fc.property(file, fc.nat(6), fc.integer({ min: 1, max: 6 }), ([text, sizes], skipLines, maxLines) => {
        const window = createLineWindow({ skipLines, maxLines });
        const parts: Uint8Array[] = [];
        for (const chunk of chunksOf(bytesOf(text), sizes)) parts.push(window.take(chunk).slice());
        const taken = new TextDecoder().decode(Buffer.concat(parts));
        const expected = linesOf(text).slice(skipLines, skipLines + maxLines);
        expect(taken).toBe(expected.join(''));
        expect(window.lines).toBe(expected.length);
        const before = linesOf(text).slice(0, skipLines);
        expect(window.skippedBytes).toBe(bytesOf(before.join('')).length);
        const endedLines = expected.filter((line) => line.endsWith('\n')).length;
        expect(window.done).toBe(endedLines === maxLines);
      }),
    );
  });

  test('are not indexed at a spacing below one', () => {
    expect(() => createLineIndex({ every: 0 })).toThrow(RangeError);
    expect(() => createLineIndex({ every: 1.5 })).toThrow(RangeError);
  });
});
