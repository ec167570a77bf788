import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cappedBytes, resultFileName } from '../../../../../src/core/index.ts';
import { awkwardText, chunked, omittedOf, runProfile } from '../../support/runs.ts';
import { isOver } from '../opencode/oracle.ts';
import { noticeByRule, previewByRule } from './oracle.ts';

const path = '/saved/x';

describe('the preview and its notice', () => {
  test('are the rules over the whole text, torn characters too, whatever the chunks', () => {
    let seenTorn = 0;
    fc.assert(
      fc.property(
        awkwardText(160),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 220 }),
        fc.integer({ min: 0, max: 160 }),
        fc.constantFrom(400, 10_000),
        (output, sizes, maxLines, maxBytes, previewUnits, windowUnits) => {
          fc.pre(output !== '');
          const ran = runProfile('opencode-6234', chunked(output, sizes), {
            overrides: {
              inlineLimit: { default: maxBytes },
              previewUnits,
              options: { 'max-lines': maxLines },
            },
            windowUnits,
            path,
          });
          if (!isOver(output, { maxLines, maxBytes, direction: 'head' })) {
            expect(ran.view.text).toBe(output);
            expect(ran.path).toBe(null);
            return;
          }
          const cap = Math.min(maxBytes, previewUnits);
          const rule = previewByRule(output, maxLines, cap);
          // What lies in neither window can be in no view.
          const isKept = output.length <= windowUnits * 2;
          fc.pre(isKept || Math.floor(cap * 0.3) > 0);
          fc.pre(isKept || Math.floor(cap * 0.3) <= rule.tailBytes || rule.headEnd <= windowUnits);
          if (rule.preview.includes('\uFFFD')) seenTorn += 1;
          expect(ran.view.text).toBe(rule.preview + noticeByRule(output, path));
          expect(ran.view.account.sourceUnits).toBe(output.length);
          expect(omittedOf(ran)).toBe(ran.view.account.omittedUnits);
        },
      ),
      { numRuns: 600 },
    );
    expect(seenTorn).toBeGreaterThan(20);
  });

  test.each([100, 101, 149, 150, 151])('of %i long lines', (count) => {
    const output = Array.from({ length: count }, (_, line) => `${line}:${'漢'.repeat(200)}`).join('\n');
    const { view } = runProfile('opencode-6234', [['stdout', output]], { path });
    expect(view.text).toBe(previewByRule(output, 2_000, 20_480).preview + noticeByRule(output, path));
  });

  test('keep what is output as output: only the replaced characters are the harness’s', () => {
    const output = '漢'.repeat(30_000);
    const { view } = runProfile('opencode-6234', [['stdout', output]], { path });
    // floor(20,480 × 0.6) = 12,288 = 4,096 whole; floor(20,480 × 0.3) = 6,144 = 2,048 whole.
    expect(view.account).toMatchObject({ sourceUnits: 30_000, seenUnits: 4_096 + 2_048 });
    const odd = runProfile('opencode-6234', [['stdout', `x${output}`]], { path });
    const torn = odd.view.pieces.filter((piece) => piece.from === 'harness' && piece.text.includes('\uFFFD'));
    expect(torn).toEqual([
      {
        from: 'harness',
        role: 'gap',
        text: '\uFFFD\n\n... preview truncated (90,001 bytes total) ...\n\n',
      },
    ]);
  });
});

describe('quirks repaired', () => {
  const textWith = (output: string, quirk: string, overrides: object = {}) =>
    runProfile('opencode-6234', [['stdout', output]], { path, overrides, quirks: { [quirk]: 'fixed' } }).view
      .text;
  const longLines = (count: number) =>
    Array.from({ length: count }, (_, line) => `${line}:${'w'.repeat(400)}`).join('\n');

  test('120 long lines keep their last ones', () => {
    const exact = runProfile('opencode-6234', [['stdout', longLines(140)]], { path }).view.text;
    expect(exact).not.toContain('139:www');
    expect(textWith(longLines(140), 'middle-lines-dropped')).toContain('139:www');
  });

  test('the end that is shown is output, not the marker', () => {
    const output = `${'h'.repeat(30_000)}\n${'m\n'.repeat(300)}${'t'.repeat(30_000)}`;
    const text = textWith(output, 'marker-lost');
    expect(text).toContain(`${'h'.repeat(12_288)}\n\n... preview truncated`);
    expect(text).toContain(`...\n\n${'t'.repeat(6_144)}\n\n<truncation_notice>`);
  });

  test('no character is halved', () => {
    expect(textWith(`x${'漢'.repeat(30_000)}`, 'torn-characters')).not.toContain('\uFFFD');
  });

  test('a tail of no bytes is none, and 0 lines say what they omit', () => {
    expect(textWith('abcdefgh', 'tail-budget-zero', { inlineLimit: { default: 3 } })).toContain(
      'a\n\n... preview truncated (8 bytes total) ...\n\n\n\n<truncation_notice>',
    );
    expect(textWith('a\nb', 'max-lines-zero', { options: { 'max-lines': 0 } })).toContain(
      '\n\n... 2 lines omitted (3 bytes total) ...\n\n<truncation_notice>',
    );
  });

  test('a caller that wants the tail gets more of it', () => {
    const output = Array.from({ length: 2_001 }, (_, line) => `line${line}`).join('\n');
    const options = { options: { direction: 'tail' } };
    expect(textWith(output, 'none', options)).toContain('line99\n\n... 1,851 lines omitted');
    expect(textWith(output, 'direction-ignored', options)).toContain('line49\n\n... 1,851 lines omitted');
  });

  test('jq is advised for JSON alone', () => {
    expect(textWith('x'.repeat(60_000), 'jq-always')).not.toContain('jq');
    expect(textWith(`{${'x'.repeat(60_000)}`, 'jq-always')).toContain('or bash with jq for JSON');
  });

  test('a file that cannot be written fails the call; repaired, the output is cut without one', () => {
    const saveError = { code: 'SAVE_FAILED', phase: 'save', message: 'disk full' } as const;
    const output = 'line\n'.repeat(3_000);
    const run = (quirks: Readonly<Record<string, 'fixed'>>) =>
      runProfile('opencode-6234', [['stdout', output]], { quirks, record: { saveError } }).view.text;
    expect(run({})).toBe('disk full');
    expect(run({ 'save-failure-fails-call': 'fixed' })).toBe(
      `${'line\n'.repeat(1_999)}line\n\n...1001 lines truncated...\n\n(The full output was not saved: SAVE_FAILED: disk full)`,
    );
    const long = (quirks: Readonly<Record<string, 'fixed'>>) =>
      runProfile('opencode-6234', [['stdout', 'x'.repeat(60_000)]], {
        quirks: { ...quirks, 'save-failure-fails-call': 'fixed' },
        record: { saveError },
      }).view.text;
    expect(long({})).toContain('...60000 chars truncated...');
    expect(long({ 'plain-output-unit': 'fixed' })).toContain('...60000 bytes truncated...');
  });
});

describe('the saved file', () => {
  const ulid = '01JGZK0000000000000000000A';

  test('always lies in its session’s folder, under a name of safe characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.string(),
        (tool, callId, start) => {
          const name = resultFileName({ tool, callId, start, ulid });
          expect(name).toMatch(
            /^[a-zA-Z0-9._-]{0,64}(-[a-zA-Z0-9._-]{1,8})?-01JGZK0000000000000000000A\.(txt|json)$/,
          );
        },
      ),
    );
    const { path: saved } = runProfile('opencode-6234', [['stdout', 'x'.repeat(60_000)]], {
      record: { callId: 'call_1/../../x' },
    });
    expect(saved).toMatch(
      /^\/home\/user\/\.local\/share\/opencode\/storage\/tool_results\/ses_s\/bash-_\.\._\.\._x-[0-9A-HJKMNP-TV-Z]{26}\.txt$/,
    );
  });

  test.each([
    ['  {"k":1}', '.json'],
    ['\n[', '.json'],
    ['text {', '.txt'],
    ['', '.txt'],
  ])('is named by how the text begins (%j)', (start, extension) => {
    expect(resultFileName({ tool: 'bash', callId: null, start, ulid })).toBe(`bash-${ulid}${extension}`);
  });

  test('ends at the cap as a decoder ends it, a halved character replaced', () => {
    fc.assert(
      fc.property(awkwardText(30), fc.nat(60), (text, cap) => {
        const bytes = new TextEncoder().encode(text);
        const expected = Buffer.from(Buffer.from(text, 'utf8').subarray(0, cap).toString('utf8'), 'utf8');
        expect(Buffer.from(cappedBytes(bytes, cap)).equals(expected)).toBe(true);
      }),
    );
  });
});
