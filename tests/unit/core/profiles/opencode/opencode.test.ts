import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/opencode.json';
import { failedWith, timedOutAfter } from '../../support/outputs.ts';
import { awkwardText, chunked, omittedOf, runProfile } from '../../support/runs.ts';
import { cutByRule } from './oracle.ts';

const path = '/saved/x';
const hint = `The tool call succeeded but the output was truncated. Full output saved to: ${path}\nUse Grep to search the full content or Read with offset/limit to view specific sections.`;

test('every golden case of opencode is equal, texts, errors, saved bytes and file names', () => {
  expect(checkFile(golden)).toEqual({
    passed: golden.cases.length + golden.prFileNames.length,
    failures: [],
  });
});

describe('the cut', () => {
  test('is the rule over the whole text, whatever the chunks and however small the windows', () => {
    fc.assert(
      fc.property(
        awkwardText(120),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 90 }),
        fc.constantFrom('head' as const, 'tail' as const),
        (output, sizes, maxLines, maxBytes, direction) => {
          fc.pre(output !== '');
          const ran = runProfile('opencode', chunked(output, sizes), {
            overrides: {
              inlineLimit: { default: maxBytes },
              options: { 'max-lines': maxLines, direction },
            },
            record: { tool: 'webfetch' },
            windowUnits: 100,
            path,
          });
          const cut = cutByRule(output, { maxLines, maxBytes, direction });
          expect(ran.path === null).toBe(cut === null);
          expect(ran.view.text).toBe(
            cut === null
              ? output
              : direction === 'head'
                ? `${cut.kept}\n\n${cut.marker}\n\n${hint}`
                : `${cut.marker}\n\n${hint}\n\n${cut.kept}`,
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  test.each(['x', '漢', '😀'])('of %s is at 51,200 bytes, inclusive', (character) => {
    const size = Buffer.byteLength(character);
    for (const bytes of [51_199, 51_200, 51_201]) {
      const output = character.repeat(Math.floor(bytes / size)) + 'x'.repeat(bytes % size);
      const ran = runProfile('opencode', [['stdout', output]], { path });
      expect(Buffer.byteLength(output)).toBe(bytes);
      expect(ran.view.text).toBe(bytes <= 51_200 ? output : `\n\n...${bytes} bytes truncated...\n\n${hint}`);
    }
  });

  test.each([1_999, 2_000, 2_001])('of %i lines counts the empty one after a final newline', (lines) => {
    const open = Array.from({ length: lines }, () => 'x').join('\n');
    expect(runProfile('opencode', [['stdout', open]]).path === null).toBe(lines <= 2_000);
    expect(runProfile('opencode', [['stdout', `${open}\n`]]).path === null).toBe(lines <= 1_999);
    const fixed = { quirks: { 'final-newline-counts': 'fixed' as const } };
    expect(runProfile('opencode', [['stdout', `${open}\n`]], fixed).path === null).toBe(lines <= 2_000);
  });

  test('of an output far larger than memory has exact counts and an exact account', () => {
    const output = `${'y'.repeat(99)}\n`.repeat(20_000);
    const ran = runProfile('opencode', [['stdout', output]], { path });
    const kept = 512 * 100 - 1;
    expect(ran.view.text).toBe(
      `${output.slice(0, kept)}\n\n...${2_000_000 - kept} bytes truncated...\n\n${hint}`,
    );
    expect(omittedOf(ran)).toBe(2_000_000 - kept);
  });
});

describe('quirks, reproduced and repaired', () => {
  const long = 'line\n'.repeat(3_000);
  const late = { outcome: timedOutAfter(5_000) };
  const notice =
    '\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 5000 ms\n</bash_metadata>';

  test('a long command that timed out loses its notice', () => {
    const exact = runProfile('opencode', [['stdout', long]], { record: late, path });
    expect(exact.view.text).not.toContain('terminated');
    const fixed = runProfile('opencode', [['stdout', long]], {
      record: late,
      path,
      quirks: { 'timeout-notice-cut': 'fixed' },
    });
    expect(fixed.view.text.endsWith(notice)).toBe(true);
    expect(runProfile('opencode', [['stdout', 'a\n']], { record: late }).view.text).toBe(`a\n${notice}`);
  });

  test('the hint says succeeded after a failure, and the exit code is not said', () => {
    const record = { outcome: failedWith(2) };
    expect(runProfile('opencode', [['stdout', long]], { record, path }).view.text).toContain(hint);
    expect(
      runProfile('opencode', [['stdout', long]], { record, path, quirks: { 'says-succeeded': 'fixed' } }).view
        .text,
    ).toContain('The tool call did not succeed and the output was truncated.');
    expect(runProfile('opencode', [['stdout', 'no\n']], { record }).view.text).toBe('no\n');
    expect(
      runProfile('opencode', [['stdout', 'no\n']], { record, quirks: { 'no-exit-code': 'fixed' } }).view.text,
    ).toBe('no\n\n\n<bash_metadata>\nExit code 2\n</bash_metadata>');
  });

  test('one long line leaves nothing; repaired, its first whole characters', () => {
    const output = `漢${'漢'.repeat(20_000)}`;
    const fixed = runProfile('opencode', [['stdout', output]], {
      path,
      quirks: { 'long-line-empty': 'fixed' },
    });
    const kept = Math.floor(51_200 / 3);
    expect(fixed.view.text).toBe(
      `${'漢'.repeat(kept)}\n\n...${60_003 - kept * 3} bytes truncated...\n\n${hint}`,
    );
  });
});

test('the file’s name has its time, is its record’s own, and is the same when it is made again', () => {
  const nameOf = (key: `${number}.${number}.${number}`, endedAtMs = 1_767_744_000_000) =>
    runProfile('opencode', [['stdout', 'x'.repeat(60_000)]], { record: { key, endedAtMs } }).path;
  const name = nameOf('1.1.0');
  const hex = ((BigInt(1_767_744_000_000) * 4096n + 1n) & 0xffffffffffffn).toString(16).padStart(12, '0');
  expect(name).toMatch(
    new RegExp(`^/home/user/\\.local/share/opencode/tool-output/tool_${hex}[0-9A-Za-z]{14}$`),
  );
  expect(nameOf('1.1.0')).toBe(name);
  expect(nameOf('1.1.1')).not.toBe(name);
  expect(nameOf('1.2.0')).not.toBe(name);
});

test('grep is asked for matching lines, its filter under our name', () => {
  const { profile } = runProfile('opencode', []);
  expect(profile.toolInput?.('grep', { pattern: 'x', include: '*.ts' })).toEqual({
    output_mode: 'content',
    pattern: 'x',
    glob: '*.ts',
  });
  expect(profile.toolInput?.('bash', { command: 'ls' })).toEqual({ command: 'ls' });
});

describe('other results', () => {
  test('an empty output, and one that was aborted before it had any', () => {
    expect(runProfile('opencode', []).view.text).toBe('(no output)');
    const outcome = {
      status: 'error',
      error: { code: 'ABORTED', phase: 'abort', message: 'Stopped.' },
      stoppedBy: 'user',
      unconfirmedStop: false,
    } as const;
    expect(runProfile('opencode', [], { record: { outcome } }).view.text).toBe(
      '(no output)\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>',
    );
  });

  test('the hint names who may read the file', () => {
    const textWith = (task: string) =>
      runProfile('opencode', [['stdout', 'x'.repeat(60_000)]], {
        path,
        overrides: { options: { 'task-tool': task } },
      }).view.text;
    expect(textWith('yes')).toContain('have explore agent process this file');
    expect(textWith('yes, before 2026-01-13')).toContain('have a subagent process this file');
  });

  test('a listing of grep shows 100 matches and says how many are hidden', () => {
    const listing = Array.from({ length: 130 }, (_, line) => `/w/a.ts:${line + 1}:match\n`).join('');
    const facts = {
      kind: 'grep',
      mode: 'content',
      matches: 130,
      files: 1,
      omittedLines: 0,
      windowedLines: 0,
      skippedFolders: [],
      complete: true,
    } as const;
    const { view, path: saved } = runProfile('opencode', [['stdout', listing]], {
      record: { tool: 'grep', facts },
    });
    expect(saved).toBe(null);
    const shown = listing.split('\n').slice(0, 100).join('\n');
    expect(view.text).toBe(
      `Found 130 matches (showing first 100)\n${shown}\n\n(Results truncated: showing 100 of 130 matches (30 hidden). Consider using a more specific path or pattern.)`,
    );
  });

  test('a result that could not be saved says so', () => {
    const saveError = { code: 'SAVE_FAILED', phase: 'save', message: 'disk full' } as const;
    const { view } = runProfile('opencode', [['stdout', 'x'.repeat(60_000)]], { record: { saveError } });
    expect(view.text).toContain('The full output was not saved to a file (SAVE_FAILED: disk full).');
  });
});
