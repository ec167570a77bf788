import { expect, test } from 'vitest';
import { numberFormats } from '../../../../src/ui/kit/locale.ts';

test('numbers are English unless those of the browser’s language are asked for', () => {
  const english = numberFormats('english', ['de-DE']);
  const german = numberFormats('browser', ['de-DE']);
  expect([english.count(1_234_567), english.decimal(3.24, 1), english.decimal(5000, 0)]).toEqual([
    '1,234,567',
    '3.2',
    '5000',
  ]);
  expect([german.count(1_234_567), german.decimal(3.24, 1), german.decimal(5000, 0)]).toEqual([
    '1.234.567',
    '3,2',
    '5000',
  ]);
});
