import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decades, fromZero, linePath, position, spread, ticks } from '../../../../src/ui/kit/chartLines.ts';

test('axes take whole decades, and a point outside is drawn at the edge', () => {
  expect(decades([191, 45_375])).toEqual({ from: 100, to: 100_000 });
  expect(decades([])).toEqual({ from: 1, to: 10 });
  expect(decades([100])).toEqual({ from: 100, to: 1_000 });
  expect(ticks({ from: 1, to: 1_000 })).toEqual([1, 10, 100, 1_000]);
  expect(position(10, { from: 1, to: 100 }, 0, 200)).toBe(100);
  expect(position(0, { from: 1, to: 100 }, 0, 200)).toBe(0);
  expect(position(1e9, { from: 1, to: 100 }, 0, 200)).toBe(200);
});

test('a line has a gap where a point is not known, and a point alone is a dot', () => {
  const frame = { width: 120, height: 120, left: 10, right: 10, top: 10, bottom: 10 };
  const scale = { from: 1, to: 100 };
  const points = [
    { x: 1, y: 1 },
    { x: 10, y: null },
    { x: 100, y: 100 },
  ];
  expect(linePath({ key: 'a', points }, scale, scale, frame)).toBe('M10.0 110.0h0M110.0 10.0h0');
});

test('names of lines keep their distance and their order', () => {
  expect(spread([50, 50, 50], 10, 0, 100)).toEqual([50, 60, 70]);
  expect(spread([95, 96, 97], 10, 0, 100)).toEqual([80, 90, 100]);
  expect(spread([80, 10], 10, 0, 100)).toEqual([80, 10]);
});

test('a linear axis begins at 0, ends at a round number and has few marks, for any values', () => {
  expect(fromZero([])).toEqual({ from: 0, to: 1, isLinear: true });
  expect(fromZero([4_812])).toEqual({ from: 0, to: 5_000, isLinear: true });
  expect(ticks(fromZero([4_812]))).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
  expect(position(1_250, fromZero([4_812]), 0, 100)).toBe(25);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (most) => {
      const scale = fromZero([most]);
      const marks = ticks(scale);
      expect(scale.to).toBeGreaterThanOrEqual(most);
      expect([marks[0], marks.at(-1)]).toEqual([0, scale.to]);
      expect(marks.length).toBeLessThanOrEqual(7);
    }),
  );
});
