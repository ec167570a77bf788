import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profileContext, profileRef, textOfPieces } from '../../../../../src/core/index.ts';
import { cutHeadAndTail } from '../../../../../src/core/profiles/spillway/headTail.ts';
import { places, windowed } from '../../support/outputs.ts';
import { bytesOf, shown, spillway } from './view.ts';

const anyLine = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 3000 }).map((units) => 'long '.repeat(units / 5)) },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 900 }).map((count) => '😀漢'.repeat(count)) },
);
const anyText = fc
  .tuple(fc.array(anyLine, { minLength: 1, maxLength: 40 }), fc.boolean())
  .map(([lines, ended]) =>
    (lines.join('\n') + (ended ? '\n' : '')).replace(/[^\P{C}\n\u{1f600}]/gu, '_').toWellFormed(),
  );
const anySetting = fc.record({
  limit: fc.integer({ min: 900, max: 3000 }),
  options: fc.record({
    unit: fc.constantFrom('characters', 'bytes'),
    maxLines: fc.integer({ min: 2, max: 30 }),
    headPercent: fc.integer({ min: 0, max: 90 }),
  }),
});

/** The two ends by the rule of the profile, on the whole text, with lists of characters and of lines. */
function endsOf(text: string, budget: number, unit: string, maxLines: number, headPercent: number) {
  const size = (part: string) => (unit === 'bytes' ? bytesOf(part) : part.length);
  const headBudget = Math.floor((budget * headPercent) / 100);
  const headLines = Math.min(Math.round((maxLines * headPercent) / 100), maxLines - 1);
  const take = (chars: readonly string[], most: number) => {
    const taken: string[] = [];
    let used = 0;
    for (const char of chars) {
      used += size(char);
      if (used > most) break;
      taken.push(char);
    }
    return taken;
  };
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let head = take([...text], headBudget).join('');
  const firstLines = lines.slice(0, headLines).join('');
  if (lines.length > headLines && firstLines.length <= head.length) head = firstLines;
  else if ((head.lastIndexOf('\n') + 1) * 2 > head.length) head = head.slice(0, head.lastIndexOf('\n') + 1);
  let tail = take([...text].reverse(), budget - headBudget)
    .reverse()
    .join('');
  const lastLines = lines.slice(-(maxLines - headLines)).join('');
  if (lastLines.length <= tail.length) tail = lastLines;
  else if (!(text.slice(0, text.length - tail.length).endsWith('\n') || tail.length === text.length)) {
    const from = tail.indexOf('\n') + 1;
    if (from > 0 && from < tail.length && from * 2 < tail.length) tail = tail.slice(from);
  }
  return { head, tail };
}

describe('a result of the profile', () => {
  test('is whole or at most its limit, well-formed, and its numbers are those of its pieces', () => {
    fc.assert(
      fc.property(anyText, anySetting, (output, setting) => {
        const { sent, text, path } = shown(output, setting);
        const { unit, maxLines } = setting.options;
        const size = (part: string) => (unit === 'bytes' ? bytesOf(part) : part.length);
        expect(sent.text.isWellFormed()).toBe(true);
        if (path === null) {
          expect(text.merged.units === 0 || sent.text.endsWith(output)).toBe(true);
          expect(size(output)).toBeLessThanOrEqual(setting.limit);
          expect(text.merged.lines).toBeLessThanOrEqual(maxLines);
          return;
        }
        expect(size(output) > setting.limit || text.merged.lines > maxLines).toBe(true);
        expect(size(sent.text)).toBeLessThanOrEqual(setting.limit);
        const kept = sent.pieces.filter((piece) => piece.from === 'output');
        const bytes = bytesOf(textOfPieces(kept, text));
        expect(sent.text).toContain(` ${bytes} bytes shown of ${bytesOf(output)}: `);
        const omitted = bytesOf(output) - bytes;
        expect(sent.text.split(`${omitted} byte`).length).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 200 },
    );
  });

  test('made from two windows is the one that the whole text gives', () => {
    fc.assert(
      fc.property(anyText, anySetting, (output, setting) => {
        const cut = shown(output, { ...setting, windowUnits: setting.limit + 1 });
        expect(cut.sent.text).toBe(shown(output, setting).sent.text);
      }),
      { numRuns: 100 },
    );
  });

  test('has the two ends that a plain cut of the whole text has', () => {
    fc.assert(
      fc.property(anyText, anySetting, fc.integer({ min: 1, max: 1500 }), (output, { options }, budget) => {
        const { unit, maxLines, headPercent } = options;
        const source = windowed(output, 4 * budget + 2);
        const { head, tail } = endsOf(output, budget, unit, maxLines, headPercent);
        const cut = cutHeadAndTail(source, budget, {
          unit: unit === 'bytes' ? 'bytes' : 'characters',
          maxLines,
          headPercent,
        });
        if (cut === null) {
          expect(head.length + tail.length).toBeGreaterThanOrEqual(output.length);
          return;
        }
        expect([output.slice(0, cut.headEnd), output.slice(cut.tailStart)]).toEqual([head, tail]);
        expect([cut.headBytes, cut.tailBytes]).toEqual([bytesOf(head), bytesOf(tail)]);
        expect(cut.headBytes + cut.omittedBytes + cut.tailBytes).toBe(bytesOf(output));
      }),
      { numRuns: 200 },
    );
  });

  test('exactly at, one under and one over each limit', () => {
    for (const unit of ['characters', 'bytes'] as const)
      for (const [char, size] of [
        ['x', 1],
        ['漢', unit === 'bytes' ? 3 : 1],
        ['😀', unit === 'bytes' ? 4 : 2],
      ] as const)
        for (const count of [299, 300, 301]) {
          const { path, sent } = shown(char.repeat(count), { limit: 300 * size, options: { unit } });
          expect([path === null, sent.account.whole]).toEqual([count <= 300, count <= 300]);
        }
    for (const maxLines of [2, 3, 50])
      for (const lines of [maxLines - 1, maxLines, maxLines + 1])
        for (const end of ['', '\n']) {
          const output = Array(lines).fill('a').join('\n') + end;
          expect(shown(output, { options: { maxLines } }).path === null).toBe(lines <= maxLines);
        }
  });

  test('counts its own words: a status line takes from the limit', () => {
    const changes = { outcome: { status: 'failed', exitCode: 1, signal: null } } as const;
    for (const [units, isWhole] of [
      [992, true],
      [993, true],
      [994, false],
    ] as const) {
      const { path, sent } = shown('x'.repeat(units), { changes });
      expect([path === null, sent.text.startsWith('exit 1\n')]).toEqual([isWhole, true]);
    }
  });

  test('without a file says so, and why', () => {
    const saveError = { code: 'SAVE_FAILED', phase: 'save', message: 'disk full' } as const;
    const { text } = shown('x'.repeat(2000), { saves: false, changes: { saveError } }).sent;
    expect(text).toContain('The full output was not saved to a file (SAVE_FAILED: disk full).');
    expect(text).toContain('not shown, from byte 216 on; saved to no file ...]');
    expect(text.length).toBeLessThanOrEqual(1000);
  });

  test('of a tool without a limit is whole, and cut only where the windows end', () => {
    expect(shown('x\n'.repeat(5000), { limit: null, windowUnits: 5000 }).sent.text).toBe('x\n'.repeat(5000));
    const { text } = shown('x\n'.repeat(5001), { limit: null, windowUnits: 5000 }).sent;
    expect(text).toMatch(/^\[Cut at what is kept to be looked at\. 5001 lines, /);
  });

  test('with a tiny limit still shows output', () => {
    for (let limit = 2; limit < 40; limit++) {
      const { sent } = shown('x'.repeat(100), { limit });
      expect(sent.account.seenUnits).toBe(Math.floor(limit / 2));
    }
  });

  test('with notices off keeps the output and the status, and never is empty', () => {
    const { text } = shown('x'.repeat(2000), { options: { notice: 'off' } }).sent;
    expect(text).toMatch(/^x+$/);
    expect(shown('', { options: { notice: 'off' } }).sent.text).toBe('(exit 0, no output)');
    const image = Uint8Array.from({ length: 200 }, (_, k) => (k * 37) % 256);
    expect(shown(image, { options: { notice: 'off' } }).sent.text).toMatch(/^\[Binary output/);
  });

  test('is promised by the bash tool in the numbers that are in force', () => {
    const ref = profileRef(
      spillway,
      {},
      { inlineLimit: { default: 7 }, options: { unit: 'bytes', maxLines: 3 } },
    );
    const bash = spillway.tools(profileContext(spillway, ref, places)).find((tool) => tool.tool === 'bash');
    expect(bash?.description).toContain('whole up to 7 bytes and 3 lines');
  });
});
