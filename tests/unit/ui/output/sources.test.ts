import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkedSource, memorySource, streamOf } from '../../../../src/ui/output/byteSource.ts';
import { HexRows, hexRow } from '../../../../src/ui/output/hexRows.ts';
import { plainText } from '../../../../src/ui/output/spans.ts';

test('reading through chunks gives the same bytes as reading directly', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.tuple(fc.nat(220), fc.nat(100))),
      async (bytes, chunkBytes, kept, reads) => {
        const source = chunkedSource(memorySource(bytes), chunkBytes, kept);
        for (const [offset, length] of reads) {
          expect([...(await source.read(offset, length))]).toEqual([
            ...bytes.subarray(offset, offset + length),
          ]);
        }
      },
    ),
  );
});

test('a chunk is read once while it is kept, and again after it failed', async () => {
  let reads = 0;
  const source = chunkedSource(
    {
      size: 10,
      read: async (offset, length) => {
        reads++;
        if (reads === 1) throw new Error('not now');
        return new Uint8Array(10).subarray(offset, offset + length);
      },
    },
    10,
  );
  await expect(source.read(0, 5)).rejects.toThrow('not now');
  await source.read(0, 5);
  await source.read(5, 5);
  expect(reads).toBe(2);
});

test('a stream of a source is the whole of it', async () => {
  const bytes = new Uint8Array(2 * 1024 * 1024 + 3).fill(7);
  let total = 0;
  for await (const chunk of streamOf(memorySource(bytes))) total += chunk.length;
  expect(total).toBe(bytes.length);
});

test('a hexadecimal row has offset, bytes and printable characters, a short one keeps its columns', () => {
  const row = hexRow(16, new TextEncoder().encode('ab\n\u00e9'), [{ start: 17, end: 18 }]);
  expect(row.margin).toBe('00000010');
  expect(plainText(row.spans)).toBe(`61 62 0a c3 a9${' '.repeat(36)}ab···`);
  expect(row.spans.filter((span) => span.className === 'seen').map((span) => span.text)).toEqual(['62', 'b']);
});

test('a search in bytes finds words across its strides, in either case', async () => {
  const bytes = new Uint8Array(1024 * 1024 + 64).fill(0x2e);
  bytes.set(new TextEncoder().encode('NeedLe'), 1024 * 1024 - 3);
  const found: number[] = [];
  for await (const rows of new HexRows(memorySource(bytes), []).search(
    'needle',
    new AbortController().signal,
  )) {
    found.push(...rows);
  }
  expect(found).toEqual([65_535]);
});
