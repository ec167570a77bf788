import { expect, test } from 'vitest';
import { SpaceBudget } from '../../../../../src/guest/embedded/files/spaceBudget.ts';
import { Spools } from '../../../../../src/guest/embedded/files/spools.ts';
import { bytes, text } from './fixtures.ts';

function spooled(maxBytes = 100) {
  const budget = new SpaceBudget(maxBytes);
  const spools = new Spools(budget);
  spools.open(7);
  return { budget, spools, taken: (size: number) => spools.take(7, size)?.read(0, 1000) };
}

test('pieces that overlap what is there add only what is new', () => {
  const { spools, taken } = spooled();
  spools.append(7, 0, bytes('abc'));
  spools.append(7, 1, bytes('bcde'));
  spools.append(7, 0, bytes('ab'));
  expect(text(taken(5) ?? bytes('none'))).toBe('abcde');
});

test('a gap makes the spool useless and gives its bytes back', () => {
  const { spools, budget, taken } = spooled();
  spools.append(7, 0, bytes('abc'));
  spools.append(7, 4, bytes('e'));
  expect([taken(3), taken(4), budget.usedBytes]).toEqual([undefined, undefined, 0]);
});

test('a full disk makes the spool useless, exactly full does not', () => {
  const { spools, budget, taken } = spooled(4);
  spools.append(7, 0, bytes('abcd'));
  expect(budget.usedBytes).toBe(4);
  spools.append(7, 4, bytes('e'));
  expect([taken(4), budget.usedBytes]).toEqual([undefined, 0]);
});

test('what came behind the end that its taker names is cut', () => {
  const { spools, budget, taken } = spooled();
  spools.append(7, 0, bytes('abcdef'));
  expect([text(taken(4) ?? bytes('none')), budget.usedBytes]).toEqual(['abcd', 4]);
});

test('a spool is taken once, a dropped or unknown one not at all', () => {
  const { spools, budget } = spooled();
  spools.append(7, 0, bytes('abc'));
  expect([spools.take(7, 4), spools.take(8, 3)]).toEqual([null, null]);
  spools.drop(7);
  spools.drop(7);
  expect([spools.take(7, 3), budget.usedBytes]).toEqual([null, 0]);
});
