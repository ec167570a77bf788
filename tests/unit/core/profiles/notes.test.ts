import { describe, expect, test } from 'vitest';
import {
  defaultProfileRef,
  type Note,
  type Outcome,
  sentViewOf,
  type ToolFacts,
} from '../../../../src/core/index.ts';
import { outputText, places, recordOf } from '../support/outputs.ts';

const ok: Outcome = { status: 'ok', exitCode: 0 };
const timedOut: Outcome = { status: 'timeout', timeoutMs: 1000, signal: 'SIGTERM', unconfirmedStop: false };
const view = (output: string, notes: readonly Note[], more: Partial<Parameters<typeof recordOf>[2]> = {}) =>
  sentViewOf(
    defaultProfileRef(),
    recordOf(output, '', { outcome: ok, notes, ...more }),
    outputText(output),
    places,
  );
const note = (code: string, detail: string): Note => ({ code, data: { detail } });
const grep = (matches: number, windowedLines = 0): ToolFacts => ({
  kind: 'grep',
  mode: 'content',
  matches,
  files: matches,
  omittedLines: 0,
  windowedLines,
  skippedFolders: [],
  complete: true,
});

describe('row 41: a filter that held the output is named, and the result still ends with the timeout', () => {
  test('where nothing had come through it', () => {
    const held: Note = { code: 'filter-held-output', data: { filter: 'tail' } };
    expect(view('', [note('not-streamed', 'a pipe'), held], { outcome: timedOut }).text).toBe(
      'tail had printed nothing: it prints only when its input ends, and was stopped before that.\nCommand timed out after 1s',
    );
  });
});

describe('a note that changes what a result means stands under it', () => {
  test.each<[Note, string]>([
    [
      { code: 'child-still-running' },
      'A process that the command started is still running; what it prints from now on is not in this result.',
    ],
    [
      note('background-stopped', 'still running when the command returned, and stopped then: sleep 60'),
      'Background processes do not outlive the command; still running when the command returned, and stopped then: sleep 60.',
    ],
    [note('shell-crashed', 'boom'), 'The shell itself failed: boom.'],
    [
      note('output-incomplete', '7 bytes did not arrive after the stop'),
      'Output is incomplete: 7 bytes did not arrive after the stop.',
    ],
    [
      note('state-not-carried', 'the next command will not have: big'),
      'Too large to be carried over: the next command will not have: big.',
    ],
  ])('%j', (given, words) => {
    expect(view('done\n', [given]).text).toBe(`done\n${words}`);
  });

  test('and one that changes nothing, or that nobody knows, is silent', () => {
    const notes = ['timeout-clamped', 'checkpoint-failed', 'interrupted-by-reload', 'not-streamed', 'new'];
    expect(
      view(
        'done\n',
        notes.map((code) => ({ code })),
      ).text,
    ).toBe('done\n');
  });
});

describe('silence of a search does not read as proof of absence', () => {
  const notes: readonly Note[] = [{ code: 'binary-files-skipped', data: { files: 2 } }];

  test('binary files are named where nothing was found', () => {
    expect(view('', notes, { tool: 'grep', facts: grep(0) }).text).toBe(
      'No matches found\n(Not searched: 2 binary files)',
    );
  });

  test('and are not where there are matches', () => {
    expect(view('a:1\n', notes, { tool: 'grep', facts: grep(1) }).text).toBe('a:1\n');
  });

  test('row 37: matches inside lines that are shown in part are counted', () => {
    const inLong: readonly Note[] = [{ code: 'matches-in-long-lines', data: { matches: 50 } }];
    expect(view('a:1\n', inLong, { tool: 'grep', facts: grep(1, 1) }).text).toBe(
      'a:1\n(1 long line is shown in part, around the match)\n(Lines shown in part hold 50 matches in all)',
    );
  });
});

describe('a view is not whole where a note says that output is missing', () => {
  test.each<[string, Outcome, boolean]>([
    ['output-incomplete', ok, false],
    ['guest-output-limit', ok, false],
    ['not-streamed', timedOut, false],
    ['not-streamed', ok, true],
    ['child-still-running', ok, true],
  ])('%s', (code, outcome, whole) => {
    expect(view('done\n', [{ code }], { outcome }).account.whole).toBe(whole);
  });
});
