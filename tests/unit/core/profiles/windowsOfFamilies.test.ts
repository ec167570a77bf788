import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Outcome, pieceUnits } from '../../../../src/core/index.ts';
import { failedWith, timedOutAfter } from '../support/outputs.ts';
import { awkwardText, runProfile } from '../support/runs.ts';

const aborted: Outcome = {
  status: 'error',
  error: { code: 'ABORTED', phase: 'abort', message: 'Stopped.' },
  stoppedBy: 'user',
  unconfirmedStop: true,
};

describe.each(['opencode', 'opencode-shell', 'opencode-6234', 'better-fs-tools'])('%s', (id) => {
  const outcomes = fc.constantFrom<Outcome>(
    { status: 'ok', exitCode: 0 },
    failedWith(1),
    timedOutAfter(1_000),
    aborted,
  );

  test('names only what its windows hold, and its units are those of its text, however large the output', () => {
    const huge = fc
      .tuple(awkwardText(40), fc.nat(3_000), awkwardText(40))
      .map(([start, count, end]) => start + 'y'.repeat(count) + end);
    const quirk = fc.constantFrom('exact' as const, 'fixed' as const);
    fc.assert(
      fc.property(
        huge,
        outcomes,
        fc.integer({ min: 1, max: 250 }),
        fc.integer({ min: 1, max: 12 }),
        quirk,
        (output, outcome, bytes, lines, setting) => {
          const quirks = Object.fromEntries(
            runProfile(id, []).profile.quirks.map((about) => [about.id, setting]),
          );
          const { view } = runProfile(id, [['stdout', output]], {
            quirks,
            record: { outcome },
            overrides: {
              inlineLimit: { default: bytes },
              previewUnits: 200,
              options: { 'max-lines': lines },
            },
            windowUnits: 300,
          });
          expect(view.text).not.toBe('');
          expect(view.pieces.reduce((units, piece) => units + pieceUnits(piece), 0)).toBe(view.text.length);
          const { sourceUnits, seenUnits, omittedUnits } = view.account;
          expect(seenUnits + omittedUnits).toBe(sourceUnits);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('has a source, a date and a certainty for each fact, and a sentence for each quirk', () => {
    const { profile } = runProfile(id, []);
    expect(profile.about.facts.length).toBeGreaterThan(5);
    for (const fact of profile.about.facts) expect(fact.source).not.toBe('');
    for (const quirk of profile.quirks) expect(quirk.sentence).toMatch(/^[A-Z0-9].*\.$/);
  });
});
