import { describe, expect, test } from 'vitest';
import type { Outcome, RecordedEvent, Recording } from '../../../../src/core/index.ts';
import { outcomeMark } from '../../../../src/ui/recording/resultWords.ts';
import { inlinedText, rowsOf } from '../../../../src/ui/recording/transcript.ts';
import { fullRecording } from '../../core/recording/samples.ts';
import { finished } from '../../finished.ts';

const words = (recording: Recording) =>
  finished(rowsOf(recording)).map((row) =>
    row.kind === 'call' ? `${row.wireName}: ${row.input}` : row.text,
  );

test('a recording is read in its order, from the document alone', () => {
  expect(words(fullRecording())).toEqual([
    'build it',
    'I try.',
    'Bash: make',
    'Done.',
    'The profile was changed to claude-code.',
    'The model was changed to scripted demo.',
    'Tokens were counted with cl100k_base from here on.',
    '!: ls',
    'and now serve it',
    'The model was told of a command of the user’s.',
    'Bash: serve',
    expect.stringMatching(/^Task: /),
    'job_1 began in the background: serve',
    'job_1 ended: serve',
    'The end of a job began this turn.',
    'The model was told of the end of job_1.',
    'It has ended.',
  ]);
});

test('what a sub-agent said is in the row of the call that ran it', () => {
  const task = finished(rowsOf(fullRecording())).find(
    (row) => row.kind === 'call' && row.wireName === 'Task',
  );
  expect(task?.kind === 'call' && task.inner.map((row) => (row.kind === 'call' ? '' : row.text))).toEqual([
    'look',
    'I looked.',
  ]);
});

describe('row 53: a long recording', () => {
  const recording = fullRecording();
  const [user, step, record] = recording.events;
  const turns = Array.from({ length: 100 }, (_, at): readonly RecordedEvent[] => {
    const turn = at + 1;
    if (user?.type !== 'user-message' || step?.type !== 'step' || record?.type !== 'record') return [];
    const reasons = ['done', 'stopped', 'failed', 'step-limit', 'interrupted'] as const;
    return [
      { ...user, turn, text: `message ${turn}` },
      { ...step, turn, cutShort: at % 7 === 0 ? 'stopped' : null },
      { ...record, key: `${turn}.1.0` },
      { type: 'turn-end', turn, reason: reasons[at % reasons.length] ?? 'done', error: null },
    ];
  });
  const rows = finished(rowsOf({ ...recording, events: turns.flat() }));

  test('has its first message and every other, each row with a name of its own', () => {
    const messages = rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []));
    expect(messages).toEqual(Array.from({ length: 100 }, (_, at) => `message ${at + 1}`));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  test('says of each turn that did not end by itself, and of each answer that was cut, how it ended', () => {
    const notes = rows.flatMap((row) => (row.kind === 'note' ? [row.text] : []));
    const count = (text: string) => notes.filter((each) => each === text).length;
    expect(count('The turn was stopped.')).toBe(20);
    expect(count('The turn failed.')).toBe(20);
    expect(count('The turn reached its limit of steps.')).toBe(20);
    expect(count('The page was closed while this turn ran.')).toBe(20);
    expect(count('The answer was stopped here.')).toBe(15);
  });

  test('has a word for every way in which a call can end', () => {
    const error = { code: 'X', phase: 'run', message: '' } as const;
    const stopped = (stoppedBy: 'user' | 'cap' | null): Outcome => ({
      status: 'error',
      error,
      stoppedBy,
      unconfirmedStop: false,
    });
    const outcomes: readonly Outcome[] = [
      { status: 'ok', exitCode: 0 },
      { status: 'failed', exitCode: 3, signal: null },
      { status: 'failed', exitCode: null, signal: 'SIGKILL' },
      { status: 'timeout', timeoutMs: 1, signal: null, unconfirmedStop: false },
      stopped('user'),
      stopped('cap'),
      stopped(null),
    ];
    expect(outcomes.map((outcome) => outcomeMark(outcome).word)).toEqual([
      'ok',
      'exit 3',
      'SIGKILL',
      'timed out',
      'stopped',
      'error',
      'error',
    ]);
  });
});

test('an output that came with the recording is read to the limit; one that did not is null', () => {
  const chunks = [
    { stream: 'stdout', text: 'añ' },
    { stream: 'stderr', text: 'b' },
  ] as const;
  const inlined = { kind: 'inlined', chunks, facts: null, pieces: [] } as const;
  expect(inlinedText(inlined, 100)).toBe('añb');
  expect(inlinedText(inlined, 3)).toBe('añ');
  expect(inlinedText({ kind: 'derived' }, 100)).toBeNull();
});
