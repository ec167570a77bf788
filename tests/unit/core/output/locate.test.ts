import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ByteRange,
  type CleanerId,
  createCapture,
  locateOutputBytes,
  type OutputChunk,
  type OutputPiece,
  retextOutput,
  type Segment,
  type TextSource,
} from '../../../../src/core/index.ts';
import { anyCleaner, anyKeepingCleaner, anyOutput, anyRedrawCleaner, rechunk } from './arbitraries.ts';
import { cleanWhole, concat, decodeWhole } from './oracle.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const piece = (of: TextSource, start: number, end: number): OutputPiece => ({
  from: 'output',
  of,
  start,
  end,
});

function stored(chunks: readonly OutputChunk[], cleaner: CleanerId, windows = {}) {
  const capture = createCapture({ cleaner, ...windows });
  for (const chunk of chunks) capture.push(chunk);
  capture.end();
  return {
    bytes: concat(chunks.map((chunk) => chunk.bytes)),
    text: capture.text(),
    segments: capture.facts().segments,
  };
}

function slices(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, k) =>
    bytes.subarray(k * size, (k + 1) * size),
  );
}

const covered = (ranges: readonly ByteRange[]) => {
  const all: number[] = [];
  for (const { start, end } of ranges) for (let at = start; at < end; at++) all.push(at);
  return all;
};

/** The bytes of one stream within ranges of the merged output. */
function bytesOf(
  stream: 'stdout' | 'stderr',
  bytes: Uint8Array,
  segments: readonly Segment[],
  ranges: ByteRange[],
) {
  const owner = segments.flatMap((segment) => Array<string>(segment.bytes).fill(segment.stream));
  return Uint8Array.from(
    covered(ranges)
      .filter((at) => owner[at] === stream)
      .map((at) => bytes[at]!),
  );
}

describe('retextOutput', () => {
  it('makes of the stored bytes, in any chunks, the very texts that the capture had', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOutput,
        fc.array(fc.nat(4), { maxLength: 3 }),
        anyCleaner,
        fc.integer({ min: 1, max: 50 }),
        fc.nat(9),
        async (output, sizes, cleaner, size, units) => {
          const windows = { headUnits: units, tailUnits: 9 - units };
          const { bytes, text, segments } = stored(rechunk(output, sizes), cleaner, windows);
          expect(await retextOutput(slices(bytes, size), segments, cleaner, windows)).toEqual(text);
        },
      ),
    );
  });

  it('makes the same texts where a mixed segment hides who wrote what', async () => {
    const chunks = Array.from(
      { length: 5000 },
      (_, k): OutputChunk => ({
        stream: k % 2 === 0 ? 'stdout' : 'stderr',
        bytes: Uint8Array.of([0xe2, 0x82, 0xac, 0x1b, 0x5b, 0x6d, 0x0a][k % 7]!),
      }),
    );
    const { bytes, text, segments } = stored(chunks, 'ansi');
    expect(segments.at(-1)).toEqual({ stream: 'mixed', bytes: 904 });
    expect(await retextOutput(slices(bytes, 100), segments, 'ansi')).toEqual(text);
    const half = Math.floor(text.merged.units / 2);
    const first = await locateOutputBytes([bytes], segments, 'ansi', [piece('merged', 0, half)]);
    const second = await locateOutputBytes([bytes], segments, 'ansi', [
      piece('merged', half, text.merged.units),
    ]);
    expect([...covered(first), ...covered(second)].sort((a, b) => a - b)).toEqual([...bytes.keys()]);
  });
});

describe('locateOutputBytes', () => {
  it('gives two adjoining ranges of units bytes that make up the whole and share nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOutput,
        anyKeepingCleaner,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        async (output, cleaner, size, at) => {
          const { bytes, text, segments } = stored(output, cleaner);
          for (const of of ['merged', 'stdout', 'stderr'] as const) {
            const { units, head } = text[of];
            if (units === 0) continue;
            let cut = at % (units + 1);
            if (/[\udc00-\udfff]/.test(head[cut] ?? '')) cut -= 1;
            const find = (start: number, end: number) =>
              locateOutputBytes(slices(bytes, size), segments, cleaner, [piece(of, start, end)]);
            const both = [...covered(await find(0, cut)), ...covered(await find(cut, units))];
            const owner = segments.flatMap((segment) => Array<string>(segment.bytes).fill(segment.stream));
            const expected = [...bytes.keys()].filter((byte) => of === 'merged' || owner[byte] === of);
            expect(both.sort((a, b) => a - b)).toEqual(expected);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('gives a prefix of a stream the bytes that decode and clean to that prefix', async () => {
    await fc.assert(
      fc.asyncProperty(anyOutput, anyKeepingCleaner, fc.nat(), async (output, cleaner, at) => {
        const { bytes, text, segments } = stored(output, cleaner);
        for (const of of ['stdout', 'stderr'] as const) {
          const { units, head } = text[of];
          let cut = at % (units + 1);
          if (/[\udc00-\udfff]/.test(head[cut] ?? '')) cut -= 1;
          const ranges = await locateOutputBytes([bytes], segments, cleaner, [piece(of, 0, cut)]);
          const cleaned = cleanWhole(decodeWhole(bytesOf(of, bytes, segments, ranges), 'replaced'), cleaner);
          // A prefix may end where the whole went on inside a string that came back as text.
          expect(head.slice(0, cut).startsWith(cleaned)).toBe(true);
          if (!decodeWhole(bytes, 'replaced').includes('\x1b')) expect(cleaned).toBe(head.slice(0, cut));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of a redrawn text gives each range its own bytes, those of the characters that stayed', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOutput,
        anyRedrawCleaner,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        async (output, cleaner, size, at) => {
          const { bytes, text, segments } = stored(output, cleaner);
          for (const of of ['merged', 'stdout', 'stderr'] as const) {
            const { units, head } = text[of];
            let cut = at % (units + 1);
            if (/[\udc00-\udfff]/.test(head[cut] ?? '')) cut -= 1;
            const find = async (start: number, end: number) =>
              covered(
                await locateOutputBytes(slices(bytes, size), segments, cleaner, [piece(of, start, end)]),
              );
            const both = [...(await find(0, cut)), ...(await find(cut, units))].sort((a, b) => a - b);
            expect(both).toEqual(await find(0, units));
            const char = [...head.slice(cut)][0];
            if (char === undefined || of === 'merged' || char === ' ' || char === '\u2400') continue;
            const own = await locateOutputBytes([bytes], segments, cleaner, [
              piece(of, cut, cut + char.length),
            ]);
            expect(decodeWhole(bytesOf(of, bytes, segments, own), 'replaced')).toContain(char);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds the bytes of a redrawn line: what was drawn over is in no range', async () => {
    const { bytes, segments, text } = stored(
      [{ stream: 'stdout', bytes: utf8('abc\rX\x1b[Ky\n12\r\n') }],
      'ansi+cr',
    );
    expect(text.merged.head).toBe('Xy\n12\n');
    const find = (start: number, end: number) =>
      locateOutputBytes(slices(bytes, 2), segments, 'ansi+cr', [piece('merged', start, end)]);
    expect(await find(0, 1)).toEqual([{ start: 3, end: 5 }]);
    expect(await find(1, 2)).toEqual([{ start: 5, end: 9 }]);
    expect(await find(0, 6)).toEqual([{ start: 3, end: 14 }]);
    const rest = stored([{ stream: 'stdout', bytes: utf8('abc\rX') }], 'ansi+cr');
    expect(rest.text.merged.head).toBe('Xbc');
    const whole = [piece('merged', 0, 3)];
    expect(await locateOutputBytes([rest.bytes], rest.segments, 'ansi+cr', whole)).toEqual([
      { start: 1, end: 5 },
    ]);
    const first = [piece('merged', 0, 1)];
    expect(await locateOutputBytes([rest.bytes], rest.segments, 'ansi+cr', first)).toEqual([
      { start: 3, end: 5 },
    ]);
  });

  it('finds characters, colours and streams in a small output', async () => {
    const { bytes, segments, text } = stored(
      [
        { stream: 'stdout', bytes: utf8('a€\x1b[31mb') },
        { stream: 'stderr', bytes: utf8('E😀') },
        { stream: 'stdout', bytes: utf8('\x1b[0mc\x1b[m') },
      ],
      'ansi',
    );
    expect(text.merged.head).toBe('a€bE😀c');
    const find = (...ranges: OutputPiece[]) => locateOutputBytes(slices(bytes, 2), segments, 'ansi', ranges);
    expect(await find(piece('merged', 1, 2))).toEqual([{ start: 1, end: 4 }]);
    expect(await find(piece('merged', 2, 3))).toEqual([{ start: 4, end: 10 }]);
    expect(await find(piece('stderr', 1, 3))).toEqual([{ start: 11, end: 15 }]);
    expect(await find(piece('merged', 2, 4))).toEqual([{ start: 4, end: 11 }]);
    expect(await find(piece('stdout', 2, 4))).toEqual([
      { start: 4, end: 10 },
      { start: 15, end: 23 },
    ]);
    expect(await find(piece('stdout', 3, 4), piece('merged', 0, 1), piece('stderr', 0, 1))).toEqual([
      { start: 0, end: 1 },
      { start: 10, end: 11 },
      { start: 15, end: 23 },
    ]);
    expect(await find(piece('merged', 0, 7))).toEqual([{ start: 0, end: 23 }]);
    expect(await find(piece('merged', 3, 3), piece('stderr', 9, 12))).toEqual([]);
    expect(await find()).toEqual([]);
  });

  it('joins ranges that overlap or touch, and takes a whole character where a range halves it', async () => {
    const { bytes, segments } = stored([{ stream: 'stdout', bytes: utf8('0123😀89') }], 'none');
    const find = (...ranges: OutputPiece[]) => locateOutputBytes([bytes], segments, 'none', ranges);
    expect(await find(piece('merged', 2, 4), piece('merged', 0, 3), piece('stdout', 4, 6))).toEqual([
      { start: 0, end: 8 },
    ]);
    expect(await find(piece('merged', 5, 7))).toEqual([{ start: 4, end: 9 }]);
    expect(await find(piece('merged', 3, 5))).toEqual([{ start: 3, end: 8 }]);
  });

  it('stops reading as soon as every range is passed, and closes its source', async () => {
    const read: number[] = [];
    let closed = false;
    async function* source() {
      try {
        for (let k = 0; k < 1000; k++) {
          read.push(k);
          yield utf8('0123456789');
        }
      } finally {
        closed = true;
      }
    }
    const found = await locateOutputBytes(source(), [{ stream: 'stdout', bytes: 10_000 }], 'ansi', [
      piece('merged', 5, 15),
      piece('stdout', 21, 22),
    ]);
    expect(found).toEqual([
      { start: 5, end: 15 },
      { start: 21, end: 22 },
    ]);
    expect([read.length, closed]).toEqual([3, true]);
  });
});
