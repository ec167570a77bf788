import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  afterLines,
  allBut,
  firstBytes,
  firstLines,
  lastOf,
} from '../../../../../src/guest/embedded/shell/commands/pieces.ts';

const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => array.map((byte) => (byte < 90 ? 10 : byte)));
const count = fc.nat({ max: 12 });

/** Cuts at random places, so that a line end is now inside a chunk, now between two. */
async function* chunked(all: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < all.length; offset += size) yield all.slice(offset, offset + size);
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<number[]> {
  const all: number[] = [];
  for await (const chunk of chunks) all.push(...chunk);
  return all;
}

/** Lines with their ends; an unfinished last line is one. */
function linesOf(all: Uint8Array): number[][] {
  const lines: number[][] = [];
  for (const byte of all) {
    if (lines.length === 0 || lines.at(-1)!.at(-1) === 10) lines.push([]);
    lines.at(-1)!.push(byte);
  }
  return lines;
}

it('cuts at the same place however its input is chunked', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, count, fc.integer({ min: 1, max: 9 }), async (all, n, size) => {
      const lines = linesOf(all);
      const chunks = () => chunked(all, size);
      expect(await joined(firstLines(chunks(), n, 10))).toEqual(lines.slice(0, n).flat());
      expect(await joined(firstBytes(chunks(), n))).toEqual([...all.slice(0, n)]);
      expect(await joined(afterLines(chunks(), n, 10))).toEqual(lines.slice(n).flat());
      expect(await joined(allBut(chunks(), n, 'lines', 10))).toEqual(
        lines.slice(0, Math.max(0, lines.length - n)).flat(),
      );
      expect(await joined(allBut(chunks(), n, 'bytes', 10))).toEqual([
        ...all.slice(0, Math.max(0, all.length - n)),
      ]);
      expect([...(await lastOf(chunks(), n, 'lines', 10))]).toEqual(
        lines.slice(Math.max(0, lines.length - n)).flat(),
      );
      expect([...(await lastOf(chunks(), n, 'bytes', 10))]).toEqual([
        ...all.slice(Math.max(0, all.length - n)),
      ]);
    }),
    { numRuns: 300 },
  );
});

it('reads no further than the lines it was asked for', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read++;
      yield Uint8Array.of(97, 10);
    }
  }
  await joined(firstLines(endless(), 3, 10));
  expect(read).toBe(3);
});
