import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedBidi } from '../../../../src/ui/kit/closedBidi.ts';
import { shortName } from '../../../../src/ui/kit/shortName.ts';

test('a name of 300 characters is shown whole, of a longer one its beginning, never half a character', () => {
  expect(shortName('n'.repeat(300))).toBe('n'.repeat(300));
  expect(shortName('n'.repeat(301))).toBe(`${'n'.repeat(299)}…`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (name) => {
      expect(shortName(name).isWellFormed()).toBe(true);
      // What it opens it closes.
      expect(shortName(name).length).toBeLessThanOrEqual(600);
    }),
  );
});

test('a hundred thousand direction marks cost no square of them', () => {
  const begun = performance.now();
  expect(closedBidi('\u202a'.repeat(50_000) + '\u2069'.repeat(50_000))).toBe(
    '\u202a'.repeat(50_000) + '\u202c'.repeat(50_000),
  );
  expect(performance.now() - begun).toBeLessThan(5_000);
});
