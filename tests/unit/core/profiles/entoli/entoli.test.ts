import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createCapture,
  type OutputText,
  profileContext,
  profileOf,
  profileRef,
  type StreamName,
  sentViewOf,
  type ToolRecord,
  textOfPieces,
} from '../../../../../src/core/index.ts';
import { checkFile } from '../../../../goldens/checkFile.ts';
import claudeCodeGolden from '../../../../goldens/claude-code-more.json';
import golden from '../../../../goldens/entoli.json';
import { failedWith, places, recordOf, timedOutAfter } from '../../support/outputs.ts';

const entoli = profileOf({ id: 'entoli' });
const ref = profileRef(entoli);
const ctx = profileContext(entoli, ref, places);
const file = `${places.workspace}/.entoli-output/call_1.txt`;

function textOf(written: string, windowUnits = 131_072): OutputText {
  const capture = createCapture({ cleaner: entoli.cleaner, headUnits: windowUnits, tailUnits: windowUnits });
  capture.push({ stream: 'stdout', bytes: new TextEncoder().encode(written) });
  capture.end();
  return capture.text();
}

function shown(text: OutputText, changes: Partial<ToolRecord> = {}, options = {}) {
  const record = { ...recordOf('', '', changes) };
  const path = entoli.save(record, text, ctx)?.path ?? null;
  const saved = path === null ? record : { ...record, savedAs: { path, bytes: 1 } };
  return { path, sent: sentViewOf({ ...ref, overrides: { options } }, saved, text, places) };
}

test.each([
  ['entoli', golden],
  ['claude-code', claudeCodeGolden],
])('every golden case of what %s says gives the whole text', (_name, cases) => {
  expect(checkFile(cases)).toEqual({ passed: cases.cases.length, failures: [] });
});

describe('an observation', () => {
  test('is JSON whose output is the text of the result, whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (written) => {
        const text = textOf(written);
        const { sent } = shown(text);
        expect(JSON.parse(sent.text)).toEqual({ exitCode: 0, output: text.merged.head });
        expect(sent.account).toMatchObject({ sourceUnits: text.merged.units, omittedUnits: 0, whole: true });
        expect(textOfPieces(sent.pieces, text)).toBe(sent.text);
      }),
    );
  });

  test('of a result over the limit is made from its windows as from the whole text', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 80 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 60 }),
        (lines, times) => {
          const written = `${lines.join('\n')}\n`.repeat(times).padEnd(2_001, 'x').toWellFormed();
          const limit = { inlineLimit: { default: 2_000, bash: 2_000 } };
          const small = { ...ref, overrides: limit };
          const text = textOf(written);
          const whole = text.merged.head;
          const units = whole.length;
          const record = { ...recordOf(), savedAs: { path: file, bytes: 1 } };
          const start = /[\ud800-\udbff]$/.test(whole.slice(0, 2000)) ? 1999 : 2000;
          const newline = whole.slice(0, start).lastIndexOf('\n');
          const preview = whole.slice(0, newline > 1000 ? newline : start);
          const size = (units / 1024).toFixed(1).replace(/\.0$/, '');
          const expected = `<persisted-output>\nOutput too large (${size}KB). Full output saved to: ${file}\n\nPreview (first 2KB):\n${preview}\n...\n</persisted-output>`;
          for (const windowUnits of [131_072, 2_002]) {
            const { text: view } = sentViewOf(small, record, textOf(written, windowUnits), places);
            expect(JSON.parse(view)).toEqual({ exitCode: 0, output: expected });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('says beside the output how a command ended and what was lost', () => {
    const text = textOf('MARK\n');
    const loss = { code: 'output-cap', atByte: 5, lostBytes: 7 } as const;
    const output = { ...recordOf('MARK\n').output, loss };
    expect(JSON.parse(shown(text, { outcome: failedWith(3), output }).sent.text)).toEqual({
      exitCode: 3,
      notes: ['Output was kept up to 5 bytes only (limit for one command); 7 bytes after that are lost.'],
      output: 'MARK\n',
    });
    expect(JSON.parse(shown(text, { outcome: timedOutAfter(4_000) }).sent.text)).toMatchObject({
      timedOut: true,
      error: expect.stringContaining('background: true'),
      output: 'MARK\n',
    });
    const killed = { outcome: { status: 'failed', exitCode: null, signal: 'SIGKILL' } } as const;
    expect(JSON.parse(shown(text, killed).sent.text)).toEqual({
      error: 'Command was ended by SIGKILL',
      output: 'MARK\n',
    });
  });

  test('of a tool that has only facts is their words, an error by its name', () => {
    const missing = { kind: 'read-missing', path: '/a', near: [] } as const;
    const { sent } = shown(textOf(''), { tool: 'read', facts: missing });
    expect(JSON.parse(sent.text)).toEqual({ error: 'File does not exist: /a' });
  });

  test('stays JSON without notices', () => {
    const { sent } = shown(textOf('x'.repeat(40_000)), {}, { notice: 'off' });
    expect(JSON.parse(sent.text)).toEqual({ exitCode: 0, output: 'x'.repeat(2_000) });
  });
});

describe('limits', () => {
  test.each([
    ['bash', 30_000],
    ['grep', 50_000],
    ['glob', 50_000],
    ['edit', 50_000],
    ['web_fetch', 50_000],
  ])('%s: %i units are whole, one more is saved', (tool, limit) => {
    for (const unit of ['x', '漢'])
      for (const units of [limit - 1, limit, limit + 1]) {
        expect(shown(textOf(unit.repeat(units)), { tool }).path).toBe(units <= limit ? null : file);
      }
  });

  test('the saved folders are in the workspace and not in the model’s scratch', () => {
    expect(entoli.savedFolders(ctx)).toEqual([
      '/home/user/project/.entoli-output',
      '/home/user/project/.entoli-jobs',
    ]);
  });

  test('stdout and stderr stand in the order in which they came', () => {
    const capture = createCapture({ cleaner: entoli.cleaner });
    for (const [stream, said] of [
      ['stdout', 'O1\n'],
      ['stderr', 'E1\n'],
      ['stdout', 'O2\n'],
    ] as const satisfies readonly (readonly [StreamName, string])[]) {
      capture.push({ stream, bytes: new TextEncoder().encode(said) });
    }
    capture.end();
    expect(JSON.parse(shown(capture.text()).sent.text)).toEqual({ exitCode: 0, output: 'O1\nE1\nO2\n' });
  });
});
