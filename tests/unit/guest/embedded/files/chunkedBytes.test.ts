import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChunkedBytes } from '../../../../../src/guest/embedded/files/chunkedBytes.ts';

const step = fc.oneof(
  fc.record({ do: fc.constant('append' as const), bytes: fc.uint8Array({ maxLength: 700 }) }),
  fc.record({ do: fc.constant('truncate' as const), size: fc.nat(1500) }),
  fc.record({ do: fc.constant('share' as const) }),
);

function whole(content: ChunkedBytes): number[] {
  return [...content.read(0, Number.POSITIVE_INFINITY)];
}

test('any mix of appends, cuts and shared copies reads as the plain bytes would, and copies stay apart', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), fc.array(step, { maxLength: 25 }), (first, steps) => {
      let content = ChunkedBytes.owning(first.slice());
      let plain = [...first];
      const kept: { readonly content: ChunkedBytes; readonly plain: number[] }[] = [];
      for (const each of steps) {
        if (each.do === 'append') {
          content.append(each.bytes);
          plain = [...plain, ...each.bytes];
        } else if (each.do === 'truncate') {
          content.truncate(each.size);
          plain = Array.from({ length: each.size }, (_, index) => plain[index] ?? 0);
        } else {
          kept.push({ content, plain: [...plain] });
          content = content.share();
        }
        expect(content.size).toBe(plain.length);
      }
      expect(whole(content)).toEqual(plain);
      for (const copy of kept) expect(whole(copy.content)).toEqual(copy.plain);
    }),
  );
});

test('large bytes that are handed over are kept as they are, small ones and views are copied', () => {
  const size = 64 * 1024;
  const large = new Uint8Array(size).fill(1);
  const view = new Uint8Array(2 * size).subarray(0, size);
  const small = new Uint8Array(size - 1).fill(3);
  const content = new ChunkedBytes();
  for (const bytes of [large, view, small]) content.adopt(bytes);
  for (const bytes of [large, view, small]) bytes.fill(9);
  expect(content.size).toBe(3 * size - 1);
  expect([0, size, 2 * size].map((at) => content.read(at, 1)[0])).toEqual([9, 0, 3]);
});

test('any mix of copied and handed-over bytes reads as the plain bytes would', () => {
  const piece = fc.record({
    adopt: fc.boolean(),
    length: fc.oneof(fc.nat(500), fc.constantFrom(65_535, 65_536, 65_537, 200_000)),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const content = new ChunkedBytes();
      const all = pieces.map(({ length }, index) => new Uint8Array(length).fill(index + 1));
      const plain = Buffer.concat(all);
      for (const [index, bytes] of all.entries()) {
        if (pieces[index]?.adopt) content.adopt(bytes);
        else content.append(bytes);
      }
      expect(Buffer.compare(plain, content.read(0, Number.POSITIVE_INFINITY))).toBe(0);
    }),
    { numRuns: 40 },
  );
});

test('every range gives what slicing the whole gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), { maxLength: 8 }),
      fc.nat(3500),
      fc.nat(3500),
      (pieces, offset, length) => {
        const content = new ChunkedBytes();
        for (const piece of pieces) content.append(piece);
        const plain = pieces.flatMap((piece) => [...piece]);
        expect([...content.read(offset, length)]).toEqual(plain.slice(offset, offset + length));
      },
    ),
  );
});

test('a hundred thousand small appends to one file stay fast', () => {
  const content = new ChunkedBytes();
  const line = new Uint8Array(64).fill(7);
  for (let count = 0; count < 100_000; count++) content.append(line);
  expect(content.size).toBe(6_400_000);
  expect([...content.read(6_399_999, 5)]).toEqual([7]);
});
