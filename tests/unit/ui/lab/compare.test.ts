import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profileRef, profiles } from '../../../../src/core/index.ts';
import { boundariesOf } from '../../../../src/ui/lab/compare/boundaries.ts';
import { excerptAt, firstDifference } from '../../../../src/ui/lab/compare/firstDifference.ts';
import { lineDiff } from '../../../../src/ui/lab/compare/lineDiff.ts';
import { probesOf } from '../../../../src/ui/lab/compare/probes.ts';

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

/** Longest line and most ended lines that are given whole, in ASCII; then where saving begins, if elsewhere. */
const expected: Readonly<Record<string, readonly (readonly ['characters' | 'lines', number])[]>> = {
  'claude-code': [['characters', 30_000]],
  entoli: [['characters', 30_000]],
  opencode: [
    ['characters', 51_200],
    ['lines', 1_999],
  ],
  'opencode-shell': [
    ['characters', 51_200],
    ['lines', 1_999],
  ],
  'opencode-6234': [
    ['characters', 51_200],
    ['lines', 1_999],
  ],
  'better-fs-tools': [
    ['characters', 30_000],
    ['lines', 2_000],
  ],
  pi: [
    ['characters', 51_200],
    ['lines', 1_999],
  ],
  codex: [['characters', 40_000]],
  cline: [['characters', 48_000]],
  goose: [
    ['characters', 50_000],
    ['lines', 2_000],
  ],
  crush: [['characters', 30_000]],
  spillway: [
    ['characters', 30_000],
    ['lines', 2_000],
  ],
};

test.each(Object.entries(expected))(
  '%s’s boundaries are found by trying, in whatever it counts',
  (id, found) => {
    const profile = profiles.find((one) => one.id === id);
    if (profile === undefined) throw new Error(`no profile ${id}`);
    expect(boundariesOf(profileRef(profile)).map(({ unit, size }) => [unit, size])).toEqual(found);
  },
);

test('a boundary is of the mixture that is asked: Codex’s policy of bytes ends at 10,000', () => {
  const codex = profiles.find((one) => one.id === 'codex');
  if (codex === undefined) throw new Error('no codex');
  const [first] = boundariesOf(profileRef(codex, {}, { options: { policy: 'bytes' } }));
  expect(first).toEqual({ what: 'the longest line that is given whole', unit: 'characters', size: 10_000 });
});

test('every profile has probes at, under and over each of its boundaries, with a text of that size', () => {
  for (const profile of profiles) {
    const boundaries = boundariesOf(profileRef(profile));
    const probes = probesOf(boundaries);
    for (const { unit, size } of boundaries) {
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
