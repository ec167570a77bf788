import { expect, test } from 'vitest';
import type { CallState, Outcome, ToolRecord } from '../../../../src/core/index.ts';
import { inputLine, statusMark, truncationWords } from '../../../../src/ui/conversation/callWords.ts';

function record(outcome: Outcome, more: Partial<ToolRecord> = {}): ToolRecord {
  return {
    key: '1.1.0',
    callId: 'c',
    tool: 'bash',
    input: {},
    outcome,
    startedAtMs: 0,
    endedAtMs: 1,
    output: { totalBytes: 10, stdoutBytes: 10, stderrBytes: 0, lines: 1, segments: [], loss: null },
    savedAs: null,
    saveError: null,
    notes: [],
    facts: null,
    ...more,
  };
}

function call(made: ToolRecord | null, seenUnits = 10, whole = true): CallState {
  return {
    key: '1.1.0',
    callId: 'c',
    wireName: 'Bash',
    input: {},
    brokenInput: null,
    started: true,
    record: made,
    sent: made && {
      profile: { id: 'p', version: 1, quirks: {}, overrides: {} },
      pieces: [],
      text: '',
      sha256: '',
      account: { sourceUnits: 10_000, seenUnits, omittedUnits: 0, harnessUnits: 0, whole },
    },
  };
}

test('every ending has its own word and shape', () => {
  const error = { code: 'X', phase: 'run', message: 'Broken.' } as const;
  const outcomes: Outcome[] = [
    { status: 'ok', exitCode: 0 },
    { status: 'failed', exitCode: 3, signal: null },
    { status: 'failed', exitCode: null, signal: 'SIGPIPE' },
    { status: 'timeout', timeoutMs: 120_000, signal: 'SIGTERM', unconfirmedStop: false },
    { status: 'error', error, stoppedBy: 'user', unconfirmedStop: false },
    { status: 'error', error, stoppedBy: null, unconfirmedStop: false },
  ];
  const marks = outcomes.map((outcome) => statusMark(call(record(outcome))));
  expect(marks.map((mark) => [mark.word, mark.icon])).toEqual([
    ['ok', 'check'],
    ['exit 3', 'cross'],
    ['SIGPIPE', 'cross'],
    ['timeout', 'clock'],
    ['aborted', 'ban'],
    ['error', 'alert'],
  ]);
  expect(statusMark(call(null)).word).toBe('running');
  expect(statusMark({ ...call(null), started: false }).word).toBe('waiting');
});

test('the input line is the argument that says most, in one line of bounded length', () => {
  const cases: [unknown, string][] = [
    [{ command: 'npm test\n  --all' }, 'npm test ⏎ --all'],
    [{ pattern: 'error', path: '/tmp' }, 'error  in /tmp'],
    [{ file_path: '/a', offset: 5, limit: 2 }, '/a  from line 5, 2 lines'],
    [{ other: 1 }, '{"other":1}'],
    ['text', 'text'],
    [null, 'null'],
    [{ command: 'x'.repeat(201) }, `${'x'.repeat(200)}…`],
  ];
  expect(cases.map(([input]) => inputLine(input))).toEqual(cases.map(([, line]) => line));
});

test('a view that is not whole says what is missing and where the rest is', () => {
  const ok: Outcome = { status: 'ok', exitCode: 0 };
  const loss = { code: 'output-cap', atByte: 4_096, lostBytes: null } as const;
  expect(truncationWords(call(record(ok)))).toBe(null);
  expect(truncationWords(call(record(ok), 1_988, false))).toBe(
    'The model got 1,988 of 10,000 characters. Nothing was saved.',
  );
  expect(truncationWords(call(record(ok, { savedAs: { path: '/x', bytes: 10 } }), 1_988, false))).toBe(
    'The model got 1,988 of 10,000 characters. The whole is saved.',
  );
  expect(truncationWords(call(record(ok, { output: { ...record(ok).output, loss } }), 1_988, false))).toBe(
    'The model got 1,988 of 10,000 characters. Saving stopped at byte 4,096.',
  );
});
