import { expect, test } from 'vitest';
import { formatAgo, formatBytes, formatCount, formatDuration } from '../../../../src/ui/kit/format.ts';

test('bytes are bytes below 1 KB, one decimal below 100, whole numbers above', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [30_001, '29.3 KB'],
    [99.94 * 1024, '99.9 KB'],
    [99.95 * 1024, '100 KB'],
    [207_872, '203 KB'],
    [1023.49 * 1024, '1023 KB'],
    [1023.5 * 1024, '1 MB'],
    [100 * 1024 * 1024, '100 MB'],
    [3 * 1024 ** 3, '3 GB'],
    [5000 * 1024 ** 3, '5000 GB'],
  ];
  expect(cases.map(([bytes]) => formatBytes(bytes))).toEqual(cases.map(([, text]) => text));
});

test('durations change their unit where a person would', () => {
  const cases: [number, string][] = [
    [-5, '0 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [3210, '3.2 s'],
    [9949, '9.9 s'],
    [9950, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min'],
    [125_000, '2 min 5 s'],
    [3_600_000, '1 h'],
    [3_660_000, '1 h 1 min'],
  ];
  expect(cases.map(([ms]) => formatDuration(ms))).toEqual(cases.map(([, text]) => text));
});

test('counts are grouped', () => {
  expect([0, 1, 999, 4812, 1_234_567].map(formatCount)).toEqual(['0', '1', '999', '4,812', '1,234,567']);
});

test('times ago are coarse', () => {
  const minute = 60_000;
  expect([0, minute, 59 * minute, 60 * minute, 24 * 60 * minute].map((ms) => formatAgo(0, ms))).toEqual([
    'just now',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '1 day ago',
  ]);
});
