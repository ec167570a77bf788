import { expect, test } from 'vitest';
import type { CallState, Outcome, ToolRecord } from '../../../../src/core/index.ts';
import {
  durationOf,
  inputLine,
  statusMark,
  toolName,
  truncationWords,
} from '../../../../src/ui/conversation/callWords.ts';

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
    [{ file_path: '/a', offset: '2281', limit: 12 }, '/a  from line 2281, 12 lines'],
    [{ other: 1 }, '{"other":1}'],
    ['text', 'text'],
    [null, 'null'],
    [{ command: 'x'.repeat(201) }, `${'x'.repeat(200)}…`],
  ];
  expect(cases.map(([input]) => inputLine(input))).toEqual(cases.map(([, line]) => line));
});

test('a tool is called what it is here; what the model called it where there is none such, and before it has run', () => {
  const ran = record({ status: 'ok', exitCode: null }, { tool: 'read' });
  expect(toolName({ ...call(ran), wireName: 'Open_File' })).toBe('read');
  expect(toolName({ ...call({ ...ran, tool: 'unknown' }), wireName: 'Open_File' })).toBe('open_file');
  expect(toolName({ ...call(null), wireName: 'Open_File' })).toBe('open_file');
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

test('the mark of a cut that a tool made itself says which, also where everything printed was sent', () => {
  const ok: Outcome = { status: 'ok', exitCode: null };
  const page = {
    path: '/a',
    askedOffset: null,
    askedLimit: null,
    firstLine: 5,
    lastLine: 4,
    totalLines: 9_000,
    rangeTokens: 30_000,
    capTokens: 25_000,
    encoding: 'o200k_base',
  } as const;
  const words = (facts: ToolRecord['facts']) => truncationWords(call(record(ok, { facts }), 10_000, false));
  const grep = { kind: 'grep', mode: 'content', matches: 9, files: 1, skippedFolders: [] } as const;
  expect(words({ kind: 'read-page', page: { ...page, lastLine: 2_004, cut: { kind: 'window' } } })).toBe(
    'The model got lines 5 to 2,004 of 9,000.',
  );
  expect(words({ kind: 'read-page', page: { ...page, cut: { kind: 'range-over-cap' } } })).toBe(
    'The model got none of the lines: the range has more than 25,000 tokens.',
  );
  expect(
    words({
      kind: 'read-page',
      page: { ...page, cut: { kind: 'long-line', shownUnits: 70_000, lineUnits: 2_000_000, nextByte: 1 } },
    }),
  ).toBe('The model got the first 70,000 characters of 2,000,000 of one line.');
  expect(words({ ...grep, omittedLines: 3, windowedLines: 1, complete: false })).toBe(
    '3 more lines left out. 1 long line shown in part. The search ended before it had seen everything.',
  );
  expect(words({ kind: 'glob', found: 300, shown: 100, complete: true })).toBe(
    'The model got 100 of 300 names.',
  );
  expect(words(null)).toBe('Output is missing.');
});

test('a call whose end nobody saw shows no duration', () => {
  const times = { startedAtMs: 1_000, endedAtMs: 2_500 };
  expect(durationOf(record({ status: 'ok', exitCode: 0 }, times))).toBe('1.5 s');
  const interrupted: Outcome = {
    status: 'error',
    error: { code: 'INTERRUPTED', phase: 'run', message: 'The page was closed.' },
    stoppedBy: 'session-end',
    unconfirmedStop: false,
  };
  expect(durationOf(record(interrupted, times))).toBe(null);
});
