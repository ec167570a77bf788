import { expect, test } from 'vitest';
import { defaultProfileRef, type JobState } from '../../../../src/core/index.ts';
import { timelineOf } from '../../../../src/ui/jobs/jobTimeline.ts';

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
