import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failedWith, timedOutAfter } from '../../support/outputs.ts';
import { awkwardText, chunked, omittedOf, runProfile } from '../../support/runs.ts';
import { cutByRule } from '../opencode/oracle.ts';

const path = '/saved/x';
const prefix = `...output truncated...\n\nFull output saved to: ${path}\n\n`;

/** The shell tool's own tail in its plainest form. */
function tailByRule(output: string, maxLines: number, maxBytes: number): string | null {
  const cut = cutByRule(output, { maxLines, maxBytes, direction: 'tail' });
  if (cut === null || cut.keptLines > 0 || maxLines === 0) return cut?.kept ?? null;
  const bytes = Buffer.from(output.slice(output.lastIndexOf('\n') + 1), 'utf8');
  let start = Math.max(0, bytes.length - maxBytes);
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start).toString('utf8');
}

test('a command’s result is the tail by the rule over the whole text, whatever the chunks', () => {
  fc.assert(
    fc.property(
      awkwardText(120),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 90 }),
      (output, sizes, maxLines, maxBytes) => {
        const ran = runProfile('opencode-shell', chunked(output, sizes), {
          overrides: { inlineLimit: { default: maxBytes }, options: { 'max-lines': maxLines } },
          windowUnits: 100,
          path,
        });
        const tail = tailByRule(output, maxLines, maxBytes);
        expect(ran.view.text).toBe(
          tail === null ? output || '(no output)' : `${prefix}${tail || '(no output)'}`,
        );
        expect(ran.path === null).toBe(tail === null);
        if (tail === null) expect(omittedOf(ran)).toBe(0);
      },
    ),
    { numRuns: 400 },
  );
});

describe('quirks, reproduced and repaired', () => {
  test.each([
    ['q', 51_201],
    ['漢', 20_000],
    ['😀', 15_000],
  ])('a last line of %s over the limit is lost where a newline ends it', (character, count) => {
    const line = character.repeat(count);
    const open = runProfile('opencode-shell', [['stdout', line]], { path });
    const bytes = Buffer.byteLength(character);
    expect(open.view.text).toBe(prefix + character.repeat(Math.floor(51_200 / bytes)));
    const ended = runProfile('opencode-shell', [['stdout', `${line}\n`]], { path });
    expect(ended.view.text).toBe(`${prefix}(no output)`);
    const fixed = runProfile('opencode-shell', [['stdout', `${line}\n`]], {
      path,
      quirks: { 'long-last-line-lost': 'fixed' },
    });
    expect(fixed.view.text).toBe(`${prefix}${character.repeat(Math.floor(51_199 / bytes))}\n`);
  });

  test('nothing says that the end is shown', () => {
    const fixed = runProfile('opencode-shell', [['stdout', 'x'.repeat(60_000)]], {
      path,
      quirks: { 'tail-not-said': 'fixed' },
    });
    expect(fixed.view.text.startsWith('...output truncated: this is its end...\n\nFull output')).toBe(true);
  });

  test('the exit code is not said', () => {
    const record = { outcome: failedWith(3) };
    expect(runProfile('opencode-shell', [['stderr', 'no\n']], { record }).view.text).toBe('no\n');
    expect(
      runProfile('opencode-shell', [['stderr', 'no\n']], { record, quirks: { 'no-exit-code': 'fixed' } }).view
        .text,
    ).toBe('no\n\n\n<shell_metadata>\nExit code 3\n</shell_metadata>');
  });
});

test('a long command that timed out keeps its notice, behind the tail', () => {
  const { view } = runProfile('opencode-shell', [['stdout', 'line\n'.repeat(3_000)]], {
    record: { outcome: timedOutAfter(5_000) },
    path,
  });
  expect(view.text).toBe(
    `${prefix}${'line\n'.repeat(1_999)}\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 5000 ms. If this command is expected to take longer and is not waiting for interactive input, retry with a larger timeout value in milliseconds.\n</shell_metadata>`,
  );
});

test('other tools’ results are cut as in #7239', () => {
  const { view, path: saved } = runProfile('opencode-shell', [['stdout', 'x\n'.repeat(2_500)]], {
    record: { tool: 'webfetch' },
    path,
  });
  expect(saved).toContain('/tool-output/tool_');
  expect(view.text).toContain('...501 lines truncated...');
});
