import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultProfileRef, type JobState } from '../../../../src/core/index.ts';
import { timelineOf, timeTicks } from '../../../../src/ui/jobs/jobTimeline.ts';

const job = (id: string, startedAtMs: number, endedAtMs: number | null): JobState => ({
  id,
  from: '1.1.0',
  output: '1.1.0',
  command: 'sleep 1',
  logPath: '/tmp/log',
  moved: false,
  profile: defaultProfileRef(),
  startedAtMs,
  end:
    endedAtMs === null
      ? null
      : {
          outcome: { status: 'ok', exitCode: 0 },
          output: { totalBytes: 0, stdoutBytes: 0, stderrBytes: 0, lines: 0, segments: [], loss: null },
          atMs: endedAtMs,
          seq: 1,
        },
  heard: null,
});

test('times are from the start of the first job, whatever the order of the list; what runs ends now', () => {
  const { rows, wholeMs } = timelineOf([job('b', 5_000, null), job('a', 2_000, 4_500)], 9_000);
  expect(rows.map(({ job: { id }, fromMs, toMs }) => [id, fromMs, toMs])).toEqual([
    ['a', 0, 2_500],
    ['b', 3_000, 7_000],
  ]);
  expect(wholeMs).toBe(7_000);
});

test('a clock that was set back makes no job of negative length, and the axis is never shorter than a second', () => {
  const { rows, wholeMs } = timelineOf([job('a', 2_000, 1_000)], 0);
  expect(rows.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([[0, 0]]);
  expect(wholeMs).toBe(1_000);
});

test('marks of the axis are times that a person reads at once, as close as there is room for their words', () => {
  const minute = 60_000;
  expect(timeTicks(1_000, 5)).toEqual([0, 200, 400, 600, 800, 1_000]);
  expect(timeTicks(1_001, 5)).toEqual([0, 500, 1_000]);
  // Five minutes on a phone have room for three marks, where a chart of numbers would mark 1 min 40 s.
  expect(timeTicks(5 * minute, 3)).toEqual([0, 2 * minute, 4 * minute]);
  expect(timeTicks(5 * minute, 5)).toEqual([0, 1, 2, 3, 4, 5].map((each) => each * minute));
  expect(timeTicks(5 * 24 * 60 * minute, 2)).toEqual([0, 3 * 24 * 60 * minute]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 10 ** 12 }),
      fc.double({ min: 0, max: 40, noNaN: true }),
      (whole, most) => {
        const marks = timeTicks(whole, most);
        expect(marks[0]).toBe(0);
        expect(marks.length - 1).toBeLessThanOrEqual(Math.max(1, most));
        expect(marks.at(-1)).toBeLessThanOrEqual(whole);
      },
    ),
  );
});
