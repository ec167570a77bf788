import { describe, expect, test } from 'vitest';
import {
  foldEvents,
  jobNames,
  lastJobNumber,
  parseEvents,
  projectPrompt,
  userCommandKey,
} from '../../../../src/core/index.ts';
import { call, LogWriter, text } from '../support/log.ts';
import version1 from './fixtures/log-v1.json';

const output = {
  totalBytes: 5,
  stdoutBytes: 5,
  stderrBytes: 0,
  lines: 1,
  segments: [{ stream: 'stdout' as const, bytes: 5 }],
  loss: null,
};

/** A turn that starts a job, a result that tells of its end, and a wake that tells of another's. */
function jobLog(): LogWriter {
  const log = new LogWriter();
  const { profile } = log;
  const started = (number: number) => {
    const { id, output: key } = jobNames(number);
    log.add({
      type: 'job-started',
      job: id,
      from: '1.1.0',
      output: key,
      command: `job ${number}`,
      logPath: `/logs/${id}.log`,
      ...(number === 2 ? { moved: true, ranBeforeMs: 1500 } : { moved: false }),
      profile,
    });
  };
  const ended = (number: number) =>
    log.add({
      type: 'job-ended',
      job: jobNames(number).id,
      outcome: { status: 'ok', exitCode: 0 },
      output,
    });
  log
    .user(1, 'go')
    .step(1, 1, [call('a'), call('b')])
    .started('1.1.0');
  started(1);
  started(2);
  log.record('1.1.0', 'out\n');
  ended(1);
  log.record('1.1.1', 'more\n');
  log.add({
    type: 'told',
    subject: { kind: 'job-end', job: 'job_1' },
    at: { kind: 'result', key: '1.1.1' },
    words: 'JOB 1 ENDED',
  });
  log.step(1, 2, [text('done')]).end(1);
  ended(2);
  log.add({ type: 'wake', turn: 2, cause: 'job' });
  log.add({
    type: 'told',
    subject: { kind: 'job-end', job: 'job_2' },
    at: { kind: 'turn', turn: 2 },
    words: 'JOB 2 ENDED',
  });
  return log.step(2, 1, [text('heard')]).end(2);
}

describe('jobs in the log', () => {
  test('are read back as they were written', () => {
    const { events } = jobLog();
    expect(parseEvents(structuredClone<unknown[]>(events))).toEqual({
      events,
      problem: null,
      newerVersion: null,
    });
  });

  test('fold to what runs, what has ended and where that was told', () => {
    const state = foldEvents(jobLog().events);
    expect(state.jobs.map(({ id, end, heard }) => [id, end?.outcome.status, heard])).toEqual([
      ['job_1', 'ok', { kind: 'result', key: '1.1.1' }],
      ['job_2', 'ok', { kind: 'turn', turn: 2 }],
    ]);
    expect(lastJobNumber(state)).toBe(2);
    // One that was moved runs since its command was started.
    const [, second] = jobLog().events.filter(({ type }) => type === 'job-started');
    expect(state.jobs[1]?.startedAtMs).toBe((second?.atMs ?? 0) - 1500);
    expect(state.turns[1]).toMatchObject({ turn: 2, userText: '', wake: 'job' });
    expect(state.outputBytes).toBe(4 + 5 + 5 + 5);
  });

  test('are told to the model where the log says so, and nowhere else', () => {
    const { messages } = projectPrompt(foldEvents(jobLog().events), { system: '', tools: [] });
    expect(messages.filter((message) => JSON.stringify(message).includes('JOB 1')).length).toBe(1);
    expect(messages[2]).toMatchObject({ results: [{ text: 'out\n' }, { text: 'more\n\n\nJOB 1 ENDED' }] });
    expect(messages[4]).toEqual({ role: 'user', text: 'JOB 2 ENDED', written: '' });
  });

  test('a turn that a wake began cannot begin a second time', () => {
    const log = jobLog().add({ type: 'wake', turn: 2, cause: 'job' });
    expect(parseEvents(log.events).problem).toContain('turn 2 begins a second time.');
  });
});

describe('a command of the user in the log', () => {
  test('has a key that no call has, and is told at one turn', () => {
    const key = userCommandKey(1);
    const log = new LogWriter().add({ type: 'command-started', key, command: 'pwd' });
    const { events } = new LogWriter().record(key, 'x\n');
    const last = events.at(-1);
    if (last?.type !== 'record') throw new Error('no record');
    log.add({ type: 'command-ended', record: last.record, sent: last.sent });
    expect(foldEvents(log.events).commands).toMatchObject([
      { key: '0.2.1', command: 'pwd', toldInTurn: null },
    ]);
    log.user(1, 'hello').add({
      type: 'told',
      subject: { kind: 'user-command', key },
      at: { kind: 'turn', turn: 1 },
      words: 'THE USER RAN pwd',
    });
    const state = foldEvents(log.events);
    expect(state.commands[0]?.toldInTurn).toBe(1);
    expect(parseEvents(log.events).problem).toBe(null);
    const { messages } = projectPrompt(state, { system: '', tools: [] });
    expect(messages).toEqual([{ role: 'user', text: 'THE USER RAN pwd\n\nhello', written: 'hello' }]);
  });
});

test('a log of version 1, which knew no jobs, is read as it was', () => {
  const { events, problem } = parseEvents(version1);
  expect(problem).toBe(null);
  expect(events.map(({ v, type }) => [v, type])).toEqual(version1.map(({ type }) => [2, type]));
  expect(foldEvents(events).jobs).toEqual([]);
});
