import type { JobState } from '../../core/index.ts';
import type { BarSeries } from '../kit/stackedBars.ts';

/** One job on the common time axis, in milliseconds from the start of the first one. */
export interface TimelineRow {
  readonly job: JobState;
  readonly fromMs: number;
  /** Where it ended, or now where it runs. */
  readonly toMs: number;
}

export interface Timeline {
  readonly rows: readonly TimelineRow[];
  /** Length of the axis: at least a second, so that a job of no time has a place. */
  readonly wholeMs: number;
}

/** All jobs of a session in the order in which they began. */
export function timelineOf(jobs: readonly JobState[], nowMs: number): Timeline {
  const firstMs = Math.min(...jobs.map(({ startedAtMs }) => startedAtMs));
  const rows = jobs
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs)
    .map((job) => ({
      job,
      fromMs: job.startedAtMs - firstMs,
      toMs: Math.max(job.startedAtMs, job.end?.atMs ?? nowMs) - firstMs,
    }));
  return { rows, wholeMs: Math.max(1_000, ...rows.map(({ toMs }) => toMs)) };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Distances between marks that a person reads as times: `1 min 30 s`, never `1 min 40 s`. */
const tickDistances = [
  ...[100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 6, 12].map((hours) => hours * HOUR),
];

/** Marks of a time axis from 0 on, in milliseconds: the closest for which no more than `most` follow the first. */
export function timeTicks(wholeMs: number, most: number): readonly number[] {
  const least = wholeMs / Math.max(1, most);
  const distance = tickDistances.find((each) => each >= least) ?? Math.ceil(least / DAY) * DAY;
  return Array.from({ length: Math.floor(wholeMs / distance) + 1 }, (_, at) => at * distance);
}

/** Bars of jobs by how they stand: the word stands beside each bar too. */
export const jobLooks: Readonly<Record<'ok' | 'bad' | 'warn' | 'soft', Pick<BarSeries, 'ink' | 'texture'>>> =
  {
    ok: { ink: '--ok', texture: 'solid' },
    bad: { ink: '--bad', texture: 'solid' },
    warn: { ink: '--warn', texture: 'hollow' },
    soft: { ink: '--accent', texture: 'hollow' },
  };
