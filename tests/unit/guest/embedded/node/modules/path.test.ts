import realPath from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome, testSystem } from './testSystem.ts';

const path = testSystem().builtin<typeof realPath>('path');

const posixPiece = fc.constantFrom(
  '/',
  '//',
  '.',
  '..',
  'a',
  'b.c',
  '.hid',
  'x.y.z',
  'é',
  ' ',
  '...',
  'a.',
  '\\',
);
const winPiece = fc.constantFrom(
  '/',
  '\\',
  '\\\\',
  'C:',
  'c:',
  'D:',
  '.',
  '..',
  'a',
  'b.c',
  '.hid',
  'server',
  '?',
  'a.',
  ':',
);
const textOf = (piece: fc.Arbitrary<string>) =>
  fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));

describe.each([
  ['posix', path.posix, realPath.posix, textOf(posixPiece)],
  ['win32', path.win32, realPath.win32, textOf(winPiece)],
] as const)('path.%s', (_name, ours, real, text) => {
  const one = [
    'normalize',
    'isAbsolute',
    'dirname',
    'basename',
    'extname',
    'parse',
    'toNamespacedPath',
  ] as const;
  it.each(one)('%s answers as Node', (method) => {
    fc.assert(
      fc.property(text, (given) => {
        expect([given, ours[method](given)]).toEqual([given, real[method](given)]);
      }),
      { numRuns: 1500 },
    );
  });

  it.each(['join', 'resolve'] as const)('%s answers as Node', (method) => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (given) => {
        expect([given, ours[method](...given)]).toEqual([given, real[method](...given)]);
      }),
      { numRuns: 1500 },
    );
  });

  it('relative answers as Node between places on one drive', () => {
    // Without a drive, Node's own answers for Windows go astray: from /aD: to /a it says "..a".
    const place = textOf(posixPiece).map((given) => (_name === 'win32' ? `C:\\${given}` : given));
    fc.assert(
      fc.property(place, place, (from, to) => {
        expect([from, to, ours.relative(from, to)]).toEqual([from, to, real.relative(from, to)]);
      }),
      { numRuns: 1500 },
    );
  });

  it('basename takes a suffix off as Node, format is the way back from parse', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('.c', 'c', 'b.c', '.', 'a', ''), (given, suffix) => {
        expect([given, suffix, ours.basename(given, suffix)]).toEqual([
          given,
          suffix,
          real.basename(given, suffix),
        ]);
        const parts = real.parse(given);
        expect(ours.format(parts)).toBe(real.format(parts));
        expect(ours.format({ dir: given, name: 'n', ext: suffix })).toBe(
          real.format({ dir: given, name: 'n', ext: suffix }),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses what is no string in the same words', () => {
    for (const wrong of [1, null, undefined, {}, [], Symbol('x')] as never[]) {
      for (const method of [...one.slice(0, 6), 'join', 'resolve', 'format'] as const) {
        const call = (from: typeof ours) => outcome(() => (from[method] as (value: never) => unknown)(wrong));
        expect([method, call(ours)]).toEqual([method, call(real)]);
      }
      expect(outcome(() => ours.relative('a', wrong))).toEqual(outcome(() => real.relative('a', wrong)));
    }
  });
});

it('has the exports of Node', () => {
  expect(Object.keys(path).sort()).toEqual(Object.keys(realPath).sort());
  expect(path.posix).toBe(path);
});
