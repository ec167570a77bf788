import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultProfileRef,
  isWholeView,
  omittedUnits,
  profileContext,
  profileOf,
  profileRef,
  sentViewOf,
  textOfPieces,
} from '../../../../../src/core/index.ts';
import { failedWith, outputText, places, recordOf } from '../../support/outputs.ts';

const profile = profileOf({ id: 'claude-code' });
const ref = defaultProfileRef();
const ctx = profileContext(profile, ref, places);
const savedAs = { path: '/saved/x.txt', bytes: 1 };

describe('row 6: the limit of a tool', () => {
  test.each([
    ['bash', 30_000],
    ['grep', 20_000],
    ['glob', 50_000],
    ['ls', 50_000],
    ['write', 50_000],
    ['edit', 50_000],
    ['mcp__anything', 50_000],
  ])('%s saves what is over %i UTF-16 units, and nothing at or under it', (tool, limit) => {
    for (const [units, isSaved] of [
      [limit - 1, false],
      [limit, false],
      [limit + 1, true],
    ] as const) {
      for (const unit of ['x', '漢']) {
        const output = unit.repeat(units);
        const text = outputText(output);
        const record = recordOf(output, '', { tool });
        expect(profile.save(record, text, ctx) !== null).toBe(isSaved);
        if (!isSaved) expect(textOfPieces(profile.present(record, text, ctx), text)).toBe(output);
      }
    }
  });

  test('counts both streams and the words of a failure together', () => {
    const err = 'e'.repeat(10_000);
    const saves = (outUnits: number) => {
      const out = 'o'.repeat(outUnits);
      const record = recordOf(out, err, { outcome: failedWith(1) });
      return profile.save(record, outputText(out, err), ctx) !== null;
    };
    const words = 'Exit code 1\n'.length + '\n'.length;
    expect(saves(20_000 - words)).toBe(false);
    expect(saves(20_001 - words)).toBe(true);
  });

  test('is none for read, which bounds itself by tokens', () => {
    const output = 'x'.repeat(130_000);
    expect(profile.save(recordOf(output, '', { tool: 'read' }), outputText(output), ctx)).toBe(null);
  });
});

describe('the preview', () => {
  /** The measured rule in its plainest form, over the whole text. */
  const previewByRule = (text: string): string => {
    let cut = text.slice(0, 2000);
    if (/[\uD800-\uDBFF]$/.test(cut)) cut = cut.slice(0, -1);
    const newline = cut.lastIndexOf('\n');
    return newline > 1000 ? cut.slice(0, newline) : cut;
  };
  const viewOf = (stdout: string, stderr: string, windowUnits?: number) => {
    const text = outputText(stdout, stderr, windowUnits);
    return sentViewOf(ref, recordOf(stdout, stderr, { savedAs }), text, places);
  };
  const notice = (preview: string) =>
    `<persisted-output>\nOutput too large (SIZE). Full output saved to: /saved/x.txt\n\nPreview (first 2KB):\n${preview}\n...\n</persisted-output>`;

  test('is the first 2,000 units, cut back to the last newline past 1,000, over any output', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom('', 'x'.repeat(999), '😀'.repeat(400), 'y'.repeat(1500)),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), fc.boolean(), (lines, toStderr) => {
        const start = lines.join('\n').toWellFormed();
        const [stdout, stderr] = toStderr
          ? [start, 'e'.repeat(31_000)]
          : [start + '\n'.repeat(1) + 'z'.repeat(31_000), ''];
        const between = stdout === '' || stdout.endsWith('\n') || stderr === '' ? '' : '\n';
        const view = viewOf(stdout, stderr, 4096);
        expect(view.text.replace(/\([0-9.]+KB\)/, '(SIZE)')).toBe(
          notice(previewByRule(stdout + between + stderr)),
        );
      }),
    );
  });

  test.each([999, 1000, 1001, 1999])('with its only newline at index %i', (index) => {
    const output = `${'x'.repeat(index)}\n${'y'.repeat(40_000)}`;
    const shown = index > 1000 ? 'x'.repeat(index) : output.slice(0, 2000);
    expect(viewOf(output, '').text.replace(/\([0-9.]+KB\)/, '(SIZE)')).toBe(notice(shown));
  });

  test('row 4: never ends in half a character, wherever the pair lies', () => {
    for (const before of [1997, 1998, 1999, 2000]) {
      const view = viewOf(`${'x'.repeat(before)}${'😀'.repeat(20_000)}`, '');
      expect(view.text.isWellFormed()).toBe(true);
      expect(view.text).toContain(
        `${'x'.repeat(before)}${'😀'.repeat(Math.floor((2000 - before) / 2))}\n...`,
      );
    }
  });

  test('row 5: of one long line is the same with and without a final newline', () => {
    const shown = (output: string) => viewOf(output, '').text.split('Preview')[1];
    expect(shown(`${'X'.repeat(50_000)}\n`)).toBe(shown('X'.repeat(50_000)));
  });

  test('has no line of dots where it holds everything', () => {
    const small = profileRef(profile, {}, { inlineLimit: { default: 10, bash: 10 } });
    const text = outputText('hello world');
    expect(sentViewOf(small, recordOf('hello world', '', { savedAs }), text, places).text).toBe(
      '<persisted-output>\nOutput too large (11 bytes). Full output saved to: /saved/x.txt\n\nPreview (first 2KB):\nhello world\n</persisted-output>',
    );
  });

  test('row 8: the account says exactly what it leaves out', () => {
    const output = `${'x'.repeat(50)}\n`.repeat(1000);
    const sent = viewOf(output, '');
    expect(sent.account).toEqual({
      sourceUnits: 51_000,
      seenUnits: 1988,
      omittedUnits: 51_000 - 1988,
      harnessUnits: sent.text.length - 1988,
      whole: false,
    });
    expect(omittedUnits(sent.pieces, outputText(output))).toBe(51_000 - 1988);
  });
});

test('the text of the pieces is the whole of what a small result says, over any two streams', () => {
  const stream = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(stream, stream, fc.constantFrom(0, 1, 3), (rawOut, rawErr, exitCode) => {
      const [stdout, stderr] = [rawOut.toWellFormed(), rawErr.toWellFormed()];
      const text = outputText(stdout, stderr);
      const outcome = exitCode === 0 ? ({ status: 'ok', exitCode } as const) : failedWith(exitCode);
      const pieces = profile.present(recordOf(stdout, stderr, { outcome }), text, ctx);
      const view = textOfPieces(pieces, text);
      expect(view).not.toBe('');
      const drop = (part: string) => (part.endsWith('\n') ? part.slice(0, -1) : part);
      if (exitCode !== 0) {
        const parts = [`Exit code ${exitCode}`, drop(stdout), drop(stderr)];
        expect(view).toBe(parts.filter((part) => part !== '').join('\n'));
      }
      if (stdout + stderr !== '') expect(isWholeView(pieces, text)).toBe(true);
    }),
  );
});

describe('where results are saved', () => {
  const pathOf = (callId: string, changes: object = {}) => {
    const big = 'x'.repeat(30_001);
    const there = profileContext(profile, ref, { ...places, ...changes });
    return profile.save(recordOf(big, '', { callId }), outputText(big), there)?.path;
  };
  const folder = '/home/user/.claude/projects/-home-user-project/s/tool-results';

  test('rows 32 and 33: below the session’s own folder, under a stem of our making', () => {
    expect(pathOf('../../etc/x')).toBe(`${folder}/______etc_x.txt`);
    expect(pathOf('call_0', { usedStems: new Set(['call_0']) })).toBe(`${folder}/call_0-2.txt`);
    expect(pathOf('a', { sessionId: '../..', workspace: '/w/../x' })).toBe(
      '/home/user/.claude/projects/-w----x/-----/tool-results/a.txt',
    );
  });

  test('is what grep and glob leave out', () => {
    expect(profile.savedFolders(ctx)).toEqual([folder]);
  });
});
