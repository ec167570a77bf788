import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profileRef, profiles } from '../../../../src/core/index.ts';
import { excerptAt, firstDifference } from '../../../../src/ui/lab/compare/firstDifference.ts';
import { lineDiff } from '../../../../src/ui/lab/compare/lineDiff.ts';
import { boundariesOf, probesOf } from '../../../../src/ui/lab/compare/probes.ts';

test('equal texts have no difference; others part at their longest common start', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (start, a, b) => {
        const left = start + a;
        const right = start + b;
        const found = firstDifference(left, right);
        if (left === right) {
          expect(found).toBeNull();
          return;
        }
        expect(found).not.toBeNull();
        if (!found) return;
        expect(left.slice(0, found.offset)).toBe(right.slice(0, found.offset));
        expect(left.slice(0, found.offset).isWellFormed()).toBe(true);
        expect(left.codePointAt(found.offset)).not.toBe(right.codePointAt(found.offset));
      },
    ),
  );
  expect(firstDifference('a\nbc', 'a\nbd')).toEqual({ offset: 3, line: 2, column: 2 });
  expect(firstDifference('x🚀', 'x🚁')).toEqual({ offset: 1, line: 1, column: 2 });
  expect(firstDifference('same', 'same and more')).toEqual({ offset: 4, line: 1, column: 5 });
});

test('an excerpt shows what is before and from a place on', () => {
  expect(excerptAt('0123456789', 5, 3)).toEqual({ before: '234', after: '567', goesOn: true });
  expect(excerptAt('0123', 4, 9)).toEqual({ before: '0123', after: '', goesOn: false });
});

const someLines = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
  .map((lines) => lines.join('\n'));

test('the lines of either text can be told from their difference', () => {
  fc.assert(
    fc.property(someLines, someLines, (left, right) => {
      const lines = lineDiff(left, right, 1_000);
      const side = (skip: 'left' | 'right') =>
        lines.filter((line) => line.kind !== skip && line.kind !== 'skipped').map((line) => line.text);
      const isSame = left === right;
      expect(isSame ? left.split('\n') : side('right')).toEqual(left.split('\n'));
      expect(isSame ? right.split('\n') : side('left')).toEqual(right.split('\n'));
    }),
  );
});

test('a difference is no longer than it must be and folds what is equal', () => {
  const left = Array.from({ length: 100 }, (_, at) => `line ${at}`);
  const right = left.toSpliced(50, 1, 'other');
  expect(lineDiff(left.join('\n'), right.join('\n'), 1)).toEqual([
    { kind: 'skipped', text: '49', left: null, right: null },
    { kind: 'same', text: 'line 49', left: 50, right: 50 },
    { kind: 'left', text: 'line 50', left: 51, right: null },
    { kind: 'right', text: 'other', left: null, right: 51 },
    { kind: 'same', text: 'line 51', left: 52, right: 52 },
    { kind: 'skipped', text: '48', left: null, right: null },
  ]);
});

test('texts with nothing in common are compared in bounded time and shown in part', () => {
  const left = Array.from({ length: 20_000 }, (_, at) => `l${at}`).join('\n');
  const right = Array.from({ length: 20_000 }, (_, at) => `r${at}`).join('\n');
  expect(lineDiff(left, right).length).toBeLessThan(500);
});

test('every profile has probes at, under and over each of its boundaries, with a text of that size', () => {
  for (const profile of profiles) {
    const ref = profileRef(profile);
    const probes = probesOf(ref);
    for (const { unit, size } of boundariesOf(ref)) {
      for (const count of [size - 1, size, size + 1]) {
        const probe = probes.find(({ id }) => id === `${unit}-${count}`);
        expect(probe, `${profile.id} ${unit} ${count}`).toBeDefined();
        if (typeof probe?.text !== 'string') continue;
        expect(unit === 'lines' ? probe.text.split('\n').length - 1 : probe.text.length).toBe(count);
      }
    }
    expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length);
  }
});
