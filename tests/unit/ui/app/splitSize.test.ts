import { expect, test } from 'vitest';
import { dragged, keyed, readSize, writeSize } from '../../../../src/ui/app/splitSize.ts';

const folding = { least: 20, most: 70, folds: true };
const fixed = { least: 20, most: 70 };

test('a line goes no further than its limits, and a pane that folds does so in the lower half of its least size', () => {
  expect([5, 9.9, 10, 19, 20, 45, 70, 71, 100].map((at) => dragged(at, folding))).toEqual([
    0, 0, 20, 20, 20, 45, 70, 70, 70,
  ]);
  expect([0, 9.9, 20, 100].map((at) => dragged(at, fixed))).toEqual([20, 20, 20, 70]);
});

test('arrow keys move the line where they point to, whichever pane has the size', () => {
  const start = { now: 40, unfolded: 40, direction: 'horizontal', sized: 'start' } as const;
  expect(keyed('ArrowRight', start, fixed)).toBe(45);
  expect(keyed('ArrowLeft', start, fixed)).toBe(35);
  const end = { ...start, sized: 'end' } as const;
  expect(keyed('ArrowRight', end, fixed)).toBe(35);
  expect(keyed('ArrowLeft', end, fixed)).toBe(45);
  const below = { ...end, direction: 'vertical' } as const;
  expect(keyed('ArrowUp', below, fixed)).toBe(45);
  expect(keyed('ArrowDown', below, fixed)).toBe(35);
  for (const key of ['ArrowLeft', 'Tab', 'a', 'Enter']) expect(keyed(key, below, fixed)).toBe(null);
});

test('at its least size the next step folds a pane that folds; a step back or Enter unfolds it', () => {
  const line = { now: 20, unfolded: 40, direction: 'horizontal', sized: 'start' } as const;
  expect(keyed('ArrowLeft', line, folding)).toBe(0);
  expect(keyed('ArrowLeft', line, fixed)).toBe(20);
  const folded = { ...line, now: 0 };
  expect(keyed('ArrowRight', folded, folding)).toBe(20);
  expect(keyed('Enter', folded, folding)).toBe(40);
  expect(keyed('Enter', line, folding)).toBe(0);
});

test('Home and End go as far as the line goes', () => {
  const line = { now: 40, unfolded: 40, direction: 'vertical', sized: 'end' } as const;
  expect([keyed('Home', line, folding), keyed('End', line, folding)]).toEqual([70, 0]);
  expect([keyed('Home', line, fixed), keyed('End', line, fixed)]).toEqual([70, 20]);
});

test('without storage a size is not remembered, and nothing fails', () => {
  writeSize('x', 30);
  expect(readSize('x', fixed)).toBe(null);
});
