import { expect, test } from 'vitest';
import { countWords, durationWords, sizeWords } from '../../../../src/core/index.ts';

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1KB'],
  [20_001, '19.5KB'],
  [51_000, '49.8KB'],
  [51_200, '50KB'],
  [1024 * 1024 - 1, '1024KB'],
  [1024 * 1024, '1MB'],
  [1_572_864, '1.5MB'],
  [1024 ** 3, '1024MB'],
])('a size of %i reads %s', (units, words) => {
  expect(sizeWords(units)).toBe(words);
});

test.each([
  [0, '0ms'],
  [500, '500ms'],
  [1000, '1s'],
  [1500, '1.5s'],
  [4000, '4s'],
  [59_999, '59.9s'],
  [60_000, '1m 0s'],
  [120_000, '2m 0s'],
  [600_000, '10m 0s'],
  [3_599_999, '1h 0m 0s'],
  [3_661_000, '1h 1m 1s'],
])('a duration of %i ms reads %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

test('a count agrees with its noun', () => {
  expect(countWords(1, 'file')).toBe('1 file');
  expect(countWords(0, 'file')).toBe('0 files');
  expect(countWords(2, 'entry', 'entries')).toBe('2 entries');
});
