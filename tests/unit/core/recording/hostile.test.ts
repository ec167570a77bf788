import { describe, expect, it } from 'vitest';
import { besideCalls } from '../../../../src/core/recording/besideCalls.ts';
import type { RecordedEvent } from '../../../../src/core/recording/index.ts';
import { orderProblem } from '../../../../src/core/recording/order.ts';

/** Documents that no session made. */

const problemOf = (events: readonly unknown[]) => orderProblem(events as readonly RecordedEvent[]);

const message = (turn: number) => ({ type: 'user-message', turn, text: '' });

const step = (turn: number, calls: number) => ({
  type: 'step',
  turn,
  step: 1,
  parts: Array.from({ length: calls }, (_, at) => ({
    type: 'tool-call',
    callId: `${at}`,
    wireName: 'Bash',
    input: {},
  })),
  usage: null,
  finish: 'stop',
  cutShort: null,
});

const job = (at: number, from: string) => ({
  type: 'job-started',
  job: `j${at}`,
  from,
  output: `0.1.${at}`,
  command: 'x',
  logPath: `/l${at}`,
  moved: false,
});

describe('a recording by nobody', () => {
  it('of 200,000 events is opened, of one more it is not', () => {
    const messages = Array.from({ length: 200_000 }, (_, at) => message(at + 1));
    expect(problemOf(messages)).toBeNull();
    expect(problemOf([...messages, message(200_001)])).toContain(
      'it has more than 200000 events, more than any session',
    );
  });

  it('with a step before the first turn is refused: its calls would be named as jobs are', () => {
    expect(problemOf([step(0, 1)])).toContain('event 0 is a step out of order');
  });

  it('with 20,000 jobs beside 20,000 calls costs no square of them', () => {
    const calls = 20_000;
    const events = [
      message(1),
      step(1, calls),
      ...Array.from({ length: calls }, (_, at) => job(at, '1.1.0')),
      { type: 'record', key: '1.1.1' },
    ] as unknown as readonly RecordedEvent[];
    const beside = besideCalls(events);
    expect(beside.liveLogs('1.1.1')).toHaveLength(calls);
    // Its own are none beside it; one without a result has none.
    expect(beside.liveLogs('1.1.0')).toEqual([]);
  });
});

describe('the logs of jobs that ran while a call did', () => {
  it('are those that overlap it, in the order in which the jobs began, without those that it began itself', () => {
    const ended = (at: number) => ({ type: 'job-ended', job: `j${at}` });
    const events = [
      message(1),
      job(1, '9.1.0'),
      job(2, '9.1.0'),
      ended(1),
      step(1, 2),
      job(3, '1.1.0'),
      job(4, '1.1.1'),
      ended(2),
      { type: 'record', key: '1.1.0' },
      job(5, '9.1.0'),
      { type: 'record', key: '1.1.1' },
    ] as unknown as readonly RecordedEvent[];
    const { liveLogs } = besideCalls(events);
    expect(liveLogs('1.1.0')).toEqual(['/l2', '/l4']);
    expect(liveLogs('1.1.1')).toEqual(['/l2', '/l3', '/l5']);
  });
});
