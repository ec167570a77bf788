import { expect, test } from 'vitest';
import { plural } from '../../../../src/ui/words/plural.ts';

test('a text has the form of its number, and the number as it is written', () => {
  const words = (value: number) => plural(value, { one: '# line of #', other: '# lines' });
  expect([0, 1, 2, 4812].map(words)).toEqual(['0 lines', '1 line of 1', '2 lines', '4,812 lines']);
});
