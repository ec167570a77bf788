import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covers, labelledRuns, stderrRanges, totalBytes } from '../../../../src/ui/output/ranges.ts';

/** Ascending ranges that are apart from each other, from gaps and lengths. */
const ranges = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })))
  .map((parts) => {
    let at = 0;
    return parts.map(([gap, length]) => {
      const start = at + gap;
      at = start + length;
      return { start, end: at };
    });
  });

test('runs cover the stretch without a gap, and each byte has the label that the ranges give it', () => {
  fc.assert(
    fc.property(ranges, ranges, fc.nat(40), fc.nat(60), (stderr, seen, start, length) => {
      const runs = labelledRuns(start, start + length, stderr, seen);
      let at = start;
      for (const run of runs) {
        expect(run.start).toBe(at);
        expect(run.end).toBeGreaterThan(run.start);
        for (let byte = run.start; byte < run.end; byte++) {
          expect([run.stderr, run.seen]).toEqual([
            stderr.some((range) => range.start <= byte && byte < range.end),
            seen.some((range) => range.start <= byte && byte < range.end),
          ]);
        }
        at = run.end;
      }
      expect(at).toBe(start + length);
    }),
  );
});

test('a byte is covered from the first of a range to the one before its end', () => {
  const some = [{ start: 2, end: 4 }];
  expect([1, 2, 3, 4].map((at) => covers(some, at))).toEqual([false, true, true, false]);
  expect(totalBytes([...some, { start: 9, end: 10 }])).toBe(3);
});

test('the runs of stderr lie where its segments do', () => {
  expect(
    stderrRanges([
      { stream: 'stdout', bytes: 3 },
      { stream: 'stderr', bytes: 2 },
      { stream: 'mixed', bytes: 5 },
      { stream: 'stderr', bytes: 1 },
    ]),
  ).toEqual([
    { start: 3, end: 5 },
    { start: 10, end: 11 },
  ]);
});
