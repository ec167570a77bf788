import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Outcome,
  pieceUnits,
  profileContext,
  profileOf,
  profileRef,
} from '../../../../src/core/index.ts';
import { places } from '../support/outputs.ts';
import { someOutput, viewUnder } from '../support/profileViews.ts';

const ids = ['pi', 'gemini-cli', 'codex', 'openhands', 'cline', 'goose', 'crush'] as const;

const error = { code: 'CODE', phase: 'run', message: 'why' } as const;
const outcomes: readonly Outcome[] = [
  { status: 'ok', exitCode: 0 },
  { status: 'failed', exitCode: 3, signal: null },
  { status: 'failed', exitCode: null, signal: 'SIGKILL' },
  { status: 'failed', exitCode: null, signal: null },
  { status: 'timeout', timeoutMs: 2_000, signal: 'SIGKILL', unconfirmedStop: true },
  { status: 'timeout', timeoutMs: 2_000, signal: null, unconfirmedStop: false },
  { status: 'error', error, stoppedBy: 'user', unconfirmedStop: false },
  { status: 'error', error, stoppedBy: 'cap', unconfirmedStop: true },
  { status: 'error', error, stoppedBy: 'guest-death', unconfirmedStop: false },
  { status: 'error', error, stoppedBy: null, unconfirmedStop: false },
];

describe.each(ids)('%s', (id) => {
  const profile = profileOf({ id });

  test('is there under its own id and says what it is made from', () => {
    expect(profile.id).toBe(id);
    expect(profile.about.facts.length).toBeGreaterThan(5);
    expect(profile.about.readOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(profile.quirks.every(({ default: setting }) => setting === 'exact')).toBe(true);
  });

  test('gives some text for every ending of every output, never half a character, also where windows are too small', () => {
    const limits = fc.constantFrom<Readonly<Record<string, number | null>> | null>(
      null,
      { bash: 0 },
      { bash: 1 },
      { bash: 37 },
      { bash: null },
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(''), fc.constant('\n'), fc.constant('x'), someOutput),
        fc.oneof(fc.constant(''), fc.constant('oops\n'), someOutput),
        fc.constantFrom(...outcomes),
        limits,
        fc.constantFrom('exact' as const, 'fixed' as const),
        fc.boolean(),
        fc.constantFrom(40, 3000, 131_072),
        (stdout, stderr, outcome, limit, quirk, unsaved, windowUnits) => {
          const view = viewUnder(id, stdout, {
            stderr,
            outcome,
            unsaved,
            windowUnits,
            quirks: Object.fromEntries(profile.quirks.map((about) => [about.id, quirk])),
            overrides: limit === null ? {} : { inlineLimit: { default: null, ...limit } },
          });
          expect(view.text).not.toBe('');
          expect(view.text.isWellFormed()).toBe(true);
          expect(view.pieces.reduce((units, piece) => units + pieceUnits(piece), 0)).toBe(view.text.length);
          const { sourceUnits, seenUnits, omittedUnits } = view.account;
          expect(seenUnits + omittedUnits).toBe(sourceUnits);
          expect(view.pieces.every((piece) => piece.from === 'output' || piece.text.isWellFormed())).toBe(
            true,
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test('says the same for the same record, and names what no harness has words for', () => {
    const outcome: Outcome = { status: 'error', error, stoppedBy: 'guest-death', unconfirmedStop: false };
    const once = viewUnder(id, 'so far\n', { outcome });
    expect(viewUnder(id, 'so far\n', { outcome })).toEqual(once);
    expect(once.text).toContain('Command ended because the computer that ran it stopped (CODE): why');
  });

  test('says what capture lost', () => {
    const output = {
      totalBytes: 3,
      stdoutBytes: 3,
      stderrBytes: 0,
      lines: 1,
      segments: [],
      loss: { code: 'output-cap', atByte: 3, lostBytes: 9 },
    } as const;
    expect(viewUnder(id, 'abc', { record: { output } }).text).toContain('9 bytes after that are lost.');
  });

  test('tells its tools by names that no two of them share', () => {
    const tools = profile.tools(profileContext(profile, profileRef(profile), places));
    expect(tools.some(({ tool }) => tool === 'bash')).toBe(true);
    expect(new Set(tools.map(({ wireName }) => wireName)).size).toBe(tools.length);
    expect(tools.every(({ description }) => description !== '')).toBe(true);
  });
});
