import type { ProfileContext, ProfileLimits, ProfileOption, QuirkAbout } from '../../contract/index.ts';
import { inlineLimitOf, maxInlineUnits } from '../resolve.ts';
import type { LineCutLimits } from './lineCut.ts';
import type { ReadPageSettings } from './readPage.ts';

/** Longest timer that a browser or Node keeps: the harness itself knows no maximum. */
const longestTimerMs = 2_147_483_647;

/** opencode's numbers: inline limits are UTF-8 bytes. A page of read has a byte cap of its own. */
export const familyLimits: ProfileLimits = {
  lengthUnit: 'UTF-8 bytes',
  inlineLimit: { default: 51_200, read: 51_200 },
  previewUnits: 0,
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: longestTimerMs,
  readLines: 2_000,
  // The harness counts bytes; this only bounds what is kept of a page with enormous lines.
  readTokens: 200_000,
};

export const maxLinesOption: ProfileOption = {
  kind: 'number',
  id: 'max-lines',
  label: 'Lines of an inline result',
  unit: 'lines',
  min: 0,
  max: 1_000_000,
  default: 2_000,
};

export const directionOption: ProfileOption = {
  kind: 'choice',
  id: 'direction',
  label: 'End that is kept',
  values: ['head', 'tail'],
  default: 'head',
};

export const readEraOption: ProfileOption = {
  kind: 'choice',
  id: 'read-words',
  label: 'Words of read, from',
  values: ['2026-02', '2026-01'],
  default: '2026-02',
};

export const saysSucceededQuirk: QuirkAbout = {
  id: 'says-succeeded',
  sentence: 'The hint says that the tool call succeeded, also after a timeout or a failure.',
  certainty: 'H',
  default: 'exact',
};

export const finalNewlineQuirk: QuirkAbout = {
  id: 'final-newline-counts',
  sentence: 'A final newline counts as one more line, so that 2,000 ended lines are cut.',
  certainty: 'H',
  default: 'exact',
};

export const noExitCodeQuirk: QuirkAbout = {
  id: 'no-exit-code',
  sentence: 'The model is not told the exit code: a failed command looks like one that succeeded.',
  certainty: 'H',
  default: 'exact',
};

export const splitSurrogateQuirk: QuirkAbout = {
  id: 'split-surrogate',
  sentence:
    'A long line of read is cut after 2,000 UTF-16 units, which may halve a character; the half, which no request survives, is shown here as U+FFFD; fixed, the cut keeps away from it.',
  certainty: 'H',
  default: 'exact',
};

/** Bytes of a result of this tool that go inline; without a limit, what the windows can hold. */
export function maxBytesOf(ctx: ProfileContext, tool: string): number {
  return inlineLimitOf(ctx.limits, tool) ?? maxInlineUnits;
}

export function lineLimits(ctx: ProfileContext, tool: string): LineCutLimits {
  const maxLines = ctx.options['max-lines'];
  return {
    maxLines: typeof maxLines === 'number' ? maxLines : 2_000,
    maxBytes: maxBytesOf(ctx, tool),
    direction: ctx.options.direction === 'tail' ? 'tail' : 'head',
  };
}

export function readPageSettings(ctx: ProfileContext): ReadPageSettings {
  return {
    era: ctx.options['read-words'] === '2026-01' ? '2026-01' : '2026-02',
    maxBytes: maxBytesOf(ctx, 'read'),
    splits: isExact(ctx, splitSurrogateQuirk.id),
  };
}

/** A quirk that a profile of the family does not name is reproduced. */
export function isExact(ctx: ProfileContext, quirk: string): boolean {
  return ctx.quirks[quirk] !== 'fixed';
}
