import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  byteWords,
  defaultReadLimits,
  defaultShellLimits,
  resolveReadLimits,
  resolveShellLimits,
  shellDurationWords,
  timeoutWords,
} from '../../../../../src/core/index.ts';

describe('limits', () => {
  test('are merged over the defaults key by key, undefined keeps the default, the result is frozen', () => {
    const resolved = resolveShellLimits({ maxOutputLines: 5, headPercent: undefined });
    expect(resolved).toEqual({ ...defaultShellLimits, maxOutputLines: 5 });
    expect(Object.isFrozen(resolved)).toBe(true);
    expect(resolveShellLimits()).toEqual(defaultShellLimits);
    expect(resolveShellLimits({ maxOutputBytes: 20_000_000 }).maxOutputBytes).toBe(20_000_000);
  });

  test.each<[unknown, string]>([
    [null, 'limits must be an object'],
    [7, 'limits must be an object'],
    [[], 'limits must be an object'],
    [{ nope: 1, maxOutputLines: 0 }, 'Unknown shell limit: nope'],
    [{ maxOutputLines: 0 }, 'maxOutputLines must be a positive safe integer'],
    [{ maxOutputLines: -1 }, 'maxOutputLines must be a positive safe integer'],
    [{ maxOutputLines: 1.5 }, 'maxOutputLines must be a positive safe integer'],
    [{ maxOutputBytes: '5' }, 'maxOutputBytes must be a positive safe integer'],
    [{ killGraceMs: Number.NaN }, 'killGraceMs must be a positive safe integer'],
    [{ maxCaptureBytes: 2 ** 53 }, 'maxCaptureBytes must be a positive safe integer'],
    [{ headPercent: 101 }, 'headPercent must be 100 or less'],
    [{ defaultTimeoutMs: 700_000 }, 'defaultTimeoutMs must not be more than maxTimeoutMs'],
    [{ defaultTimeoutMs: 2, maxTimeoutMs: 1 }, 'defaultTimeoutMs must not be more than maxTimeoutMs'],
  ])('are refused with the tool’s words (%#)', (limits, message) => {
    expect(() => resolveShellLimits(limits)).toThrow(new TypeError(message));
  });

  test('drop a default timeout that nobody set to a lower maximum', () => {
    expect(resolveShellLimits({ maxTimeoutMs: 500 })).toEqual({
      ...defaultShellLimits,
      maxTimeoutMs: 500,
      defaultTimeoutMs: 500,
    });
    expect(resolveShellLimits({ headPercent: 100 }).headPercent).toBe(100);
  });

  test('of read are checked by the same rules', () => {
    expect(() => resolveReadLimits({ nope: 1 })).toThrow(new TypeError('Unknown read limit: nope'));
    expect(() => resolveReadLimits({ maxLines: 0 })).toThrow(
      new TypeError('maxLines must be a positive safe integer'),
    );
    expect(() => resolveReadLimits({ sampleBytes: 10, maxScanBytes: 5 })).toThrow(TypeError);
    expect(resolveReadLimits({ maxScanBytes: 5 })).toEqual({
      ...defaultReadLimits,
      maxScanBytes: 5,
      sampleBytes: 5,
    });
  });
});

test.each([
  [0, '0 s'],
  [49, '0 s'],
  [50, '0.1 s'],
  [500, '0.5 s'],
  [3_100, '3.1 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [9_999, '10 s'],
  [61_234, '61 s'],
  [119_499, '119 s'],
  [119_500, '2 min'],
  [125_000, '2 min 5 s'],
  [900_000, '15 min'],
  [3_600_000, '60 min'],
  [86_400_000, '1440 min'],
])('%i ms reads %s', (ms, words) => {
  expect(shellDurationWords(ms)).toBe(words);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 KB'],
  [1_050, '1.1 KB'],
  [183_700, '183.7 KB'],
  [999_950, '1000 KB'],
  [1_000_000, '1 MB'],
  [1_812_345, '1.8 MB'],
  [10_485_760, '10.5 MB'],
  [1_000_000_000, '1000 MB'],
])('%i bytes read %s', (bytes, words) => {
  expect(byteWords(bytes)).toBe(words);
});

test('a clamp note’s times are in the tool’s words or in the host’s unit', () => {
  expect(timeoutWords(900_000, 'plain')).toBe('15 min');
  expect(timeoutWords(900_000, 'milliseconds')).toBe('900000 milliseconds');
  expect(timeoutWords(1_500, 'seconds')).toBe('1.5 seconds');
});

test('any numbers are either limits or refused with a TypeError, never anything else', () => {
  const limits = fc.dictionary(
    fc.constantFrom(...Object.keys(defaultShellLimits)),
    fc.oneof(fc.double(), fc.integer(), fc.constant(undefined)),
  );
  fc.assert(
    fc.property(limits, (given) => {
      try {
        const resolved = resolveShellLimits(given);
        expect(Object.values(resolved).every((value) => Number.isSafeInteger(value) && value > 0)).toBe(true);
        expect(resolved.headPercent).toBeLessThanOrEqual(100);
        expect(resolved.defaultTimeoutMs).toBeLessThanOrEqual(resolved.maxTimeoutMs);
      } catch (thrown) {
        if (!(thrown instanceof TypeError)) throw thrown;
      }
    }),
  );
});
