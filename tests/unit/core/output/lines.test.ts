import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, countNewlines, countTextLines, createLineCounter } from '../../../../src/core/index.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('counting lines', () => {
  it('row 6: is what wc -l says plus an unterminated last line', () => {
    for (const [text, lines] of [
      ['', 0],
      ['\n', 1],
      ['a', 1],
      ['a\n', 1],
      ['a\nb', 2],
      ['a\nb\n', 2],
      ['\n\n', 2],
      ['a\r\nb\r', 2],
    ] as const) {
      expect(countLines(utf8(text))).toBe(lines);
      expect(countTextLines(text)).toBe(lines);
    }
  });

  it('of any part of any bytes, at any alignment, equals a count one byte at a time', () => {
    const anyBytes = fc.array(fc.oneof(fc.nat(255), fc.constantFrom(0x0a, 0x8a, 0x0b, 0x09, 0x00, 0xff)), {
      maxLength: 3000,
    });
    fc.assert(
      fc.property(anyBytes, fc.nat(9), fc.nat(9), (numbers, before, after) => {
        const bytes = Uint8Array.from(numbers);
        const from = Math.min(before, bytes.length);
        const to = Math.max(from, bytes.length - after);
        expect(countNewlines(bytes, from, to)).toBe(
          numbers.slice(from, to).filter((byte) => byte === 10).length,
        );
      }),
    );
  });

  it('counts newlines in a run far longer than one partial sum', () => {
    expect(countNewlines(new Uint8Array(100_003).fill(10))).toBe(100_003);
  });

  it('in chunks equals the count of the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom(0x0a, 0x61), { maxLength: 5 })), (chunks) => {
        const counter = createLineCounter();
        for (const chunk of chunks) counter.push(Uint8Array.from(chunk));
        expect(counter.lines()).toBe(countLines(Uint8Array.from(chunks.flat())));
      }),
    );
  });
});
