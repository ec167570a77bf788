import { describe, expect, test } from 'vitest';
import type { Outcome, ReadPage, ToolFacts, ToolRecord } from '../../../../../src/core/index.ts';
import { shellNotes } from '../../../../../src/core/index.ts';
import golden from '../../../../goldens/better-fs-tools.json';
import { checkFile } from '../../../../goldens/checkFile.ts';
import { failedWith, timedOutAfter } from '../../support/outputs.ts';
import { runProfile } from '../../support/runs.ts';

test('every golden case of better-fs-tools is equal, texts and output facts', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
});

const id = 'better-fs-tools';
const error = (
  stoppedBy: Extract<Outcome, { status: 'error' }>['stoppedBy'],
  changes: Partial<{ code: string; phase: 'input' | 'run' | 'guest' | 'abort'; message: string }> = {},
  unconfirmedStop = false,
): Outcome => ({
  status: 'error',
  error: { code: 'STOPPED', phase: 'abort', message: 'why', ...changes },
  stoppedBy,
  unconfirmedStop,
});
const textOf = (output: string, record: Partial<ToolRecord>, options: object = {}) =>
  runProfile(id, output === '' ? [] : [['stdout', output]], {
    record: { startedAtMs: 0, endedAtMs: 400, ...record },
    ...options,
  }).view.text;

test('a coloured output of which nothing is cut is a whole view', () => {
  const { view } = runProfile(id, [['stdout', '\x1b[31mred\x1b[0m\nplain\n']], {
    record: { startedAtMs: 0, endedAtMs: 400 },
  });
  expect(view.text).toBe('Exit code 0 · 0.4 s\nred\nplain');
  expect(view.account).toMatchObject({ whole: true, omittedUnits: 0 });
});

describe('how a command ended', () => {
  test.each<[Outcome, string]>([
    [{ status: 'ok', exitCode: 0 }, 'Exit code 0 · 0.4 s\nhi'],
    [failedWith(7), 'Exit code 7 · 0.4 s\nhi'],
    [{ status: 'failed', exitCode: null, signal: 'SIGKILL' }, 'Ended by SIGKILL · 0.4 s\nhi'],
    [{ status: 'failed', exitCode: null, signal: null }, 'Ended by an unknown signal · 0.4 s\nhi'],
    [timedOutAfter(500), 'Timed out after 0.5 s. The process tree was stopped.\nhi'],
    [
      error('user'),
      'Ended by SIGTERM · 0.4 s\nhi\n\n[bash:aborted] Aborted after 0.4 s. The process tree was stopped.',
    ],
    [
      error('user', {}, true),
      'Ended by an unknown signal · 0.4 s\nhi\n\n[bash:aborted] Aborted after 0.4 s. The process tree was stopped.\n[bash:unconfirmed-stop] The runner did not confirm that the process tree stopped. Processes may still be running.',
    ],
    [
      error('cap'),
      'Ended by SIGTERM · 0.4 s\nhi\n\n[bash:output-cap] The command wrote more than 10.5 MB of output, so it was stopped. Send less output, for example with a filter, a count, or a redirect to a file.',
    ],
  ])('is the first line, and a note where it is an error (%#)', (outcome, words) => {
    expect(textOf('hi\n', { outcome })).toBe(words);
  });

  test.each<[Outcome, string]>([
    [error('user', { code: 'NOT_RUN' }), '[bash:aborted] The call was aborted before the command started.'],
    [
      error(null, { phase: 'input', message: 'command must be a non-blank string' }),
      '[bash:invalid-input] The bash input was rejected: command must be a non-blank string',
    ],
    [
      error(null, { phase: 'guest', message: 'no shell' }),
      '[bash:spawn-failed] The command could not start (no shell). This is a host problem, not a problem with the command.',
    ],
  ])('of a command that never started is its notes alone (%#)', (outcome, words) => {
    expect(textOf('', { outcome })).toBe(words);
  });

  test('notes keep the tool’s order: error, clamp, stop, missing output, then ours', () => {
    const outcome = error('user', {}, true);
    const notes = [
      { code: 'filter-held-output', data: { filter: 'tail' } },
      { code: 'output-incomplete', data: { detail: 'gone' } },
      { code: 'timeout-clamped', data: { askedMs: 900_000, usedMs: 600_000 } },
    ];
    const codes = textOf('', { outcome, notes }).match(/(?<=\[bash:)[a-z-]+/g);
    expect(codes).toEqual([
      'aborted',
      'clamped',
      'unconfirmed-stop',
      'output-incomplete',
      'filter-held-output',
    ]);
  });

  test('a process that still writes is named as the drain names it', () => {
    expect(textOf('hi\n', { notes: [{ code: 'child-still-running' }] })).toBe(
      "Exit code 0 · 0.4 s\nhi\n\n[bash:output-incomplete] The output may be incomplete: the output had not ended 1000 ms after the command exited. The exit status is still the command's.",
    );
  });
});

describe('the output', () => {
  test('of line ends or escape sequences alone is none', () => {
    for (const output of ['', '\n', '\u001b[0m', '\u001b[0m\n']) {
      expect(textOf(output, {})).toBe('Exit code 0 · 0.4 s\n(no output)');
    }
  });

  test('that is cut names its file in the gap line and nowhere else', () => {
    const output = 'row\n'.repeat(3_000);
    const ran = runProfile(id, [['stdout', output]], { path: '/w/.bash-output/x.log' });
    expect(ran.path).toMatch(
      /^\/home\/user\/project\/\.bash-output\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.log$/,
    );
    expect(ran.view.text).toBe(
      `Exit code 0 · 1 s\n${'row\n'.repeat(400)}[… 1000 lines (4 KB) not shown] Full output: /w/.bash-output/x.log\n${'row\n'.repeat(1_600).slice(0, -1)}`,
    );
    const none = { overrides: { options: { spill: 'none' } } };
    expect(runProfile(id, [['stdout', output]], none).path).toBe(null);
    expect(textOf(output, {}, none)).toContain('[… 1000 lines (4 KB) not shown]\nrow');
  });

  test('is exactly what the account says: kept from both ends, escape sequences left out', () => {
    const output = `${'\u001b[1mrow\u001b[0m\n'.repeat(3_000)}`;
    const { view } = runProfile(id, [['stdout', output]]);
    const shown = view.pieces.filter((piece) => piece.from === 'output');
    const units = shown.reduce((sum, piece) => sum + piece.end - piece.start, 0);
    expect(view.text).not.toContain('\u001b');
    expect(view.account).toMatchObject({ sourceUnits: output.length, whole: false });
    expect(view.account.harnessUnits).toBe(view.text.length - units);
  });
});

describe('quirks repaired', () => {
  const fixed = (quirk: string) => ({ quirks: { [quirk]: 'fixed' as const } });

  test('a sink that failed is named', () => {
    const saveError = { code: 'SAVE_FAILED', phase: 'save', message: 'disk full' } as const;
    const output = 'row\n'.repeat(3_000);
    expect(textOf(output, { saveError })).not.toContain('spill');
    expect(textOf(output, { saveError }, fixed('spill-failure-silent'))).toContain(
      '[bash:spill-failed] The file spill sink failed, so the full output was not saved. The command was not affected.',
    );
  });

  test('a stop that nobody confirmed is not said to have happened', () => {
    const outcome: Outcome = { ...timedOutAfter(500), unconfirmedStop: true };
    expect(textOf('hi', { outcome })).toContain('The process tree was stopped.');
    expect(textOf('hi', { outcome }, fixed('unconfirmed-status')).split('\n')[0]).toBe(
      'Timed out after 0.5 s.',
    );
  });

  test('one line is a line, and none is a part of one', () => {
    const small = { overrides: { options: { 'max-lines': 1 } } };
    expect(textOf('one\ntwo\n', {}, small)).toContain('[… 1 lines (4 B) not shown]');
    expect(textOf('one\ntwo\n', {}, { ...small, ...fixed('gap-count') })).toContain(
      '[… 1 line (4 B) not shown]',
    );
    const long = 'x'.repeat(60_000);
    expect(textOf(long, {})).toContain('[… 0 lines (30 KB) not shown]');
    expect(textOf(long, {}, fixed('gap-count'))).toContain('[… 30 KB of a line not shown]');
  });
});

test.each([
  [
    shellNotes.outputIncomplete({ skippedChunks: 1 }),
    'the runner gave 1 malformed output chunk, which was skipped.',
  ],
  [
    shellNotes.outputIncomplete({ detail: 'lost', drainMs: 1_000, skippedChunks: 2 }),
    'the output stream failed (lost); the output had not ended 1000 ms after the command exited; the runner gave 2 malformed output chunks, which were skipped.',
  ],
  [shellNotes.spawnFailed(null), 'The command could not start. This is a host problem'],
  [shellNotes.cwdNotFound('/w', null), 'The working directory /w does not exist.'],
  [shellNotes.cwdNotADirectory('/w'), 'The working directory /w is not a directory. Check the cwd value.'],
  [shellNotes.denied('/w', 'no rm'), 'The command in /w was refused by policy (no rm).'],
])('a note has the tool’s words (%#)', (note, words) => {
  expect(note.message).toContain(words);
  expect(note.severity).toBe('warning');
});

describe('the read view', () => {
  const page = (changes: Partial<ReadPage>): ToolFacts => ({
    kind: 'read-page',
    page: {
      path: 'src/a.ts',
      askedOffset: null,
      askedLimit: null,
      firstLine: 1,
      lastLine: 1,
      totalLines: 1,
      rangeTokens: null,
      capTokens: 200_000,
      encoding: 'o200k_base',
      cut: { kind: 'none' },
      ...changes,
    },
  });
  const readText = (text: string, facts: ToolFacts) => textOf(text, { tool: 'read', facts });

  test('is numbered, and silent where the whole file is shown', () => {
    expect(readText('a\r\nb\n', page({ lastLine: 2, totalLines: 2 }))).toBe('1|a\n2|b');
  });

  test('holds the next call where a range was asked', () => {
    expect(readText('a\nb\n', page({ askedLimit: 2, lastLine: 2, totalLines: 5 }))).toBe(
      '1|a\n2|b\n\n[read:continue] Output stopped at the line limit. Continue with {"path":"src/a.ts","offset":3,"limit":2}.',
    );
  });

  test('ends at 51,200 bytes of its lines, as the worked example does', () => {
    const rows = Array.from({ length: 5_000 }, (_, line) =>
      `row ${String(line + 1).padStart(5, '0')}`.padEnd(36, '.'),
    );
    const text = readText(
      `${rows.slice(1, 2_001).join('\n')}\n`,
      page({
        path: '.bash-output/run.log',
        askedOffset: 2,
        firstLine: 2,
        lastLine: 2_001,
        totalLines: 5_000,
      }),
    );
    const lines = text.split('\n');
    expect(lines.slice(0, 1_383)).toEqual(rows.slice(1, 1_384).map((row, at) => `${at + 2}|${row}`));
    expect(lines.slice(1_383)).toEqual([
      '',
      '[read:continue] Output stopped at the view-byte limit. Continue with {"path":".bash-output/run.log","offset":1385,"limit":2000}.',
    ]);
  });

  test('clamps long lines and names them', () => {
    expect(readText(`${'k'.repeat(2_001)}\nb\n`, page({ lastLine: 2, totalLines: 2 }))).toBe(
      `1|${'k'.repeat(2_000)}… [line truncated at 2000 chars]\n2|b\n\n[read:line-clamped] Source line 1 exceeded 2000 characters and was clamped.`,
    );
  });

  test('of more lines than there may be says so', () => {
    const text = readText(
      'x\n'.repeat(3_000),
      page({ askedLimit: 3_000, lastLine: 3_000, totalLines: 3_000 }),
    );
    expect(text.split('\n').slice(-2)).toEqual([
      '[read:clamped] The requested line count of 3000 is over the maximum, so at most 2000 lines are shown.',
      '[read:continue] Output stopped at the line limit. Continue with {"path":"src/a.ts","offset":2001,"limit":2000}.',
    ]);
  });

  test.each<[ToolFacts, string]>([
    [{ kind: 'read-empty', path: 'a' }, '[read:empty] a is empty (0 bytes); no retry is needed.'],
    [
      { kind: 'read-missing', path: '/w/a', near: ['/w/b', '/w/c'] },
      '[read:not-found] /w/a was not found. Nearby names: "b", "c".',
    ],
    [
      { kind: 'read-past-end', path: 'a', askedOffset: 9, totalLines: 1 },
      '[read:offset-past-eof] Line 9 is past EOF; the file has 1 logical line. To read the last line, retry with {"path":"a","offset":1,"limit":2000}.',
    ],
  ])('says why there is none (%#)', (facts, words) => {
    expect(readText('', facts)).toBe(words);
  });
});
