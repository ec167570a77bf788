import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stacked } from '../../../../src/ui/kit/stackedBars.ts';

test('parts lie on one another without a gap, those of nothing are left out, and the last ends at the sum', () => {
  expect(stacked([3, 0, 4])).toEqual([
    { series: 0, from: 0, to: 3 },
    { series: 2, from: 3, to: 7 },
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 12 }), (parts) => {
      const bar = stacked(parts);
      expect(bar.every((part, at) => part.from === (bar[at - 1]?.to ?? 0))).toBe(true);
      expect(bar.at(-1)?.to ?? 0).toBe(parts.reduce((sum, value) => sum + value, 0));
    }),
  );
});
