import { describe, expect, test } from 'vitest';
import { defaultProfileRef, type Outcome, sentViewOf, type ToolFacts } from '../../../../src/core/index.ts';
import { outputText, places, recordOf } from '../support/outputs.ts';

const ref = defaultProfileRef();
const refused = (code: string): Outcome => ({
  status: 'error',
  error: { code, phase: 'run', message: 'internal words' },
  stoppedBy: null,
  unconfirmedStop: false,
});
const view = (
  tool: string,
  facts: ToolFacts,
  output = '',
  outcome: Outcome = { status: 'ok', exitCode: null },
) => sentViewOf(ref, recordOf(output, '', { tool, facts, outcome }), outputText(output), places);
const grep: Extract<ToolFacts, { kind: 'grep' }> = {
  kind: 'grep',
  mode: 'content',
  matches: 2,
  files: 1,
  omittedLines: 0,
  windowedLines: 0,
  skippedFolders: [],
  complete: true,
};

describe('read answers in words', () => {
  test.each<[ToolFacts, string]>([
    [
      { kind: 'read-stub', path: '/a.png', content: 'PNG image', bytes: 2048, sha256: 'ab12' },
      '/a.png is not shown: PNG image, 2KB (2048 bytes), SHA-256 ab12',
    ],
    [{ kind: 'read-empty', path: '/a' }, '(/a is empty: 0 bytes)'],
    [
      { kind: 'read-past-end', path: '/a', askedOffset: 9, totalLines: 1 },
      '/a has 1 line: offset 9 is past its end.',
    ],
    [{ kind: 'read-missing', path: '/a', near: [] }, 'File does not exist: /a'],
    [
      { kind: 'read-missing', path: '/a.tx', near: ['/a.txt', '/a.ts'] },
      'File does not exist: /a.tx. Did you mean /a.txt, /a.ts?',
    ],
    [{ kind: 'read-directory', path: '/d' }, '/d is a directory, not a file. List it with LS.'],
  ])('%j', (facts, words) => {
    expect(view('read', facts).text).toBe(words);
    expect(view('read', facts, '', refused('X')).text).toBe(words);
  });
});

describe('grep, glob and ls give their listing', () => {
  test('as it is where nothing was left out', () => {
    expect(view('grep', grep, 'a.ts:1:x\na.ts:2:x\n')).toMatchObject({
      text: 'a.ts:1:x\na.ts:2:x\n',
      account: { whole: true },
    });
  });

  test('with a sentence for each loss that happened', () => {
    const lossy = view('grep', { ...grep, omittedLines: 3, windowedLines: 1 }, 'a\n');
    expect(lossy.text).toBe('a\n(3 more lines not shown)\n(1 long line is shown in part, around the match)');
    expect(lossy.account.whole).toBe(false);
    expect(view('glob', { kind: 'glob', found: 101, shown: 100, complete: true }, 'a\n').text).toBe(
      'a\n(Showing 100 of 101 files. Use a narrower pattern or path.)',
    );
    expect(view('ls', { kind: 'ls', path: '/', found: 1, shown: 1, complete: false }, 'a\n').text).toBe(
      'a\n(The search was ended before it had seen everything. Use a narrower pattern or path.)',
    );
  });

  test('and say where there is nothing', () => {
    expect(view('grep', { ...grep, matches: 0, files: 0 }).text).toBe('No matches found');
    expect(view('grep', { ...grep, matches: 0, files: 0, skippedFolders: ['/s'] }).text).toBe(
      'No matches found (saved outputs in /s were not searched; give that path to search them)',
    );
    expect(view('glob', { kind: 'glob', found: 0, shown: 0, complete: true }).text).toBe('No files found');
    expect(view('ls', { kind: 'ls', path: '/d', found: 0, shown: 0, complete: true }).text).toBe(
      '(/d is empty)',
    );
  });
});

describe('write and edit say what they did', () => {
  test.each<[ToolFacts, string]>([
    [{ kind: 'written', path: '/a', bytes: 1, created: true }, 'Created /a (1 byte)'],
    [{ kind: 'written', path: '/a', bytes: 2048, created: false }, 'Replaced /a (2KB (2048 bytes))'],
    [{ kind: 'edited', path: '/a', replacements: 1 }, 'Edited /a: 1 replacement'],
    [{ kind: 'edited', path: '/a', replacements: 3 }, 'Edited /a: 3 replacements'],
    [
      { kind: 'edit-refused', path: '/a', occurrences: 0 },
      'old_string was not found in /a; the file is unchanged.',
    ],
    [
      { kind: 'edit-refused', path: '/a', occurrences: 2 },
      'old_string occurs 2 times in /a; the file is unchanged. Give more context, or set replace_all.',
    ],
  ])('%j', (facts, words) => {
    expect(view('edit', facts).text).toBe(words);
  });
});

test('a tool that failed before it ran gives the error’s code and words', () => {
  const record = recordOf('', '', { tool: 'grep', outcome: refused('BAD_PATTERN') });
  expect(sentViewOf(ref, record, outputText(''), places).text).toBe('Error (BAD_PATTERN): internal words');
});

test('row 4 and 14: names and messages in the harness’s words hold no lone surrogate and no NUL', () => {
  const sent = view('read', { kind: 'read-missing', path: '/a\ud83d\0', near: [] });
  expect(sent.text).toBe('File does not exist: /a\ufffd␀');
});
