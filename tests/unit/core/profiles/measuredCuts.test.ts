import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  unitsOfFirstBytes,
  unitsOfFirstCodePoints,
  unitsOfLastBytes,
  unitsOfLastCodePoints,
} from '../../../../src/core/profiles/shared/measuredCuts.ts';
import { bytesOf, firstBytes, lastBytes } from './oracles/bytes.ts';

const someText = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '\n'), maxLength: 30 });

test('ends by bytes are the longest of whole characters', () => {
  fc.assert(
    fc.property(someText, fc.nat(90), (text, max) => {
      const [first, last] = [unitsOfFirstBytes(text, max), unitsOfLastBytes(text, max)];
      expect(text.slice(0, first)).toBe(firstBytes(text, max));
      expect(text.slice(text.length - last)).toBe(lastBytes(text, Math.min(max, bytesOf(text))));
    }),
  );
});

test('ends by code points are those of the list of characters', () => {
  fc.assert(
    fc.property(someText, fc.nat(40), (text, count) => {
      const points = [...text];
      expect(text.slice(0, unitsOfFirstCodePoints(text, count))).toBe(points.slice(0, count).join(''));
      const last = unitsOfLastCodePoints(text, count);
      expect(text.slice(text.length - last)).toBe(points.slice(Math.max(points.length - count, 0)).join(''));
    }),
  );
});

test('half a character at the end of a window is never taken for one', () => {
  const window = '😀😀😀'.slice(0, 5);
  expect([unitsOfFirstCodePoints(window, 3), unitsOfFirstBytes(window, 12)]).toEqual([4, 4]);
});
