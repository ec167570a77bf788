import { describe, expect, test } from 'vitest';
import type { ReadPage, ToolFacts } from '../../../../../src/core/index.ts';
import { runProfile } from '../../support/runs.ts';

function page(changes: Partial<ReadPage>): ToolFacts {
  return {
    kind: 'read-page',
    page: {
      path: '/w/a.txt',
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
  };
}

function readText(text: string, facts: ToolFacts, options: Readonly<Record<string, string>> = {}): string {
  return runProfile('opencode', [['stdout', text]], {
    record: { tool: 'read', facts },
    overrides: { options },
  }).view.text;
}

const frame = (inside: string) =>
  `<path>/w/a.txt</path>\n<type>file</type>\n<content>\n${inside}\n</content>`;

describe('a page of a file', () => {
  test('is numbered in a frame, without the CR of a CRLF, and says that the file ends', () => {
    expect(readText('one\r\ntwo\n', page({ lastLine: 2, totalLines: 2 }))).toBe(
      frame('1: one\n2: two\n\n(End of file - total 2 lines)'),
    );
  });

  test('that is a window says where to go on', () => {
    expect(
      readText('b\n', page({ askedOffset: 2, askedLimit: 1, firstLine: 2, lastLine: 2, totalLines: 3 })),
    ).toBe(frame('2: b\n\n(Showing lines 2-2 of 3. Use offset=3 to continue.)'));
  });

  test.each([
    [2_000, ''],
    [2_001, '... (line truncated to 2000 chars)'],
  ])('shows a line of %i units, whole or cut', (units, suffix) => {
    expect(readText('k'.repeat(units), page({}))).toBe(
      frame(`1: ${'k'.repeat(2_000)}${suffix}\n\n(End of file - total 1 lines)`),
    );
  });

  test('halves no character where the cut at 2,000 units would', () => {
    const text = readText(`x${'😀'.repeat(2_000)}`, page({}));
    expect(text).toBe(
      frame(
        `1: x${'😀'.repeat(999)}\uFFFD... (line truncated to 2000 chars)\n\n(End of file - total 1 lines)`,
      ),
    );
    expect(text.isWellFormed()).toBe(true);
  });

  test('ends at 51,200 bytes of its lines, the numbers not counted', () => {
    const line = 'y'.repeat(1_023);
    const lines = Array.from({ length: 60 }, () => line);
    const text = readText(`${lines.join('\n')}\n`, page({ lastLine: 60, totalLines: 60 }));
    expect(text).toBe(
      frame(
        `${lines
          .slice(0, 50)
          .map((shown, at) => `${at + 1}: ${shown}`)
          .join('\n')}\n\n(Output capped at 50 KB. Showing lines 1-50. Use offset=51 to continue.)`,
      ),
    );
  });

  test('in January’s words has another frame, and counts the empty line after the last', () => {
    const old = { 'read-words': '2026-01' };
    expect(readText('one\ntwo\n', page({ lastLine: 2, totalLines: 2 }), old)).toBe(
      '<file>\n00001| one\n00002| two\n\n(End of file - total 3 lines)\n</file>',
    );
    expect(readText('one\n', page({ totalLines: 9, cut: { kind: 'window' } }), old)).toBe(
      "<file>\n00001| one\n\n(File has more lines. Use 'offset' parameter to read beyond line 1)\n</file>",
    );
  });

  test.each(['/w/a.bin', '/w/data.DAT', '/w/x.so'])('of %s is refused by its name', (path) => {
    expect(readText('one\n', page({ path }))).toBe(`Cannot read binary file: ${path}`);
  });

  test.each(['/w/.bin', '/w/a.binary', '/w.zip/a'])('of %s is shown', (path) => {
    expect(readText('one\n', page({ path }))).toContain('1: one');
  });

  test('with an offset of 0 is refused', () => {
    expect(readText('one\n', page({ askedOffset: 0 }))).toBe('offset must be greater than or equal to 1');
  });
});

test.each<[ToolFacts, string]>([
  [
    { kind: 'read-past-end', path: '/w/a', askedOffset: 5, totalLines: 1 },
    'Offset 5 is out of range for this file (1 lines)',
  ],
  [
    { kind: 'read-missing', path: '/w/a', near: ['/w/b', '/w/c', '/w/d', '/w/e'] },
    'File not found: /w/a\n\nDid you mean one of these?\n/w/b\n/w/c\n/w/d',
  ],
  [{ kind: 'read-missing', path: '/w/a', near: [] }, 'File not found: /w/a'],
  [
    { kind: 'read-stub', path: '/w/a.png', content: 'PNG image', bytes: 5, sha256: 'ab' },
    'Cannot read binary file: /w/a.png',
  ],
  [
    { kind: 'read-empty', path: '/w/a.txt' },
    '<path>/w/a.txt</path>\n<type>file</type>\n<content>\n\n\n(End of file - total 0 lines)\n</content>',
  ],
  [{ kind: 'written', path: '/w/a', bytes: 3, created: true }, 'Wrote file successfully.'],
  [{ kind: 'edited', path: '/w/a', replacements: 1 }, 'Edit applied successfully.'],
  [{ kind: 'edit-refused', path: '/w/a', occurrences: 0 }, 'oldString not found in content'],
])('a result without an output says what it is (%#)', (facts, words) => {
  expect(runProfile('opencode', [], { record: { tool: 'read', facts } }).view.text).toBe(words);
});
