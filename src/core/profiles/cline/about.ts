import type { ProfileAbout, ProfileLimits, QuirkAbout } from '../../contract/index.ts';
import { factsOf } from '../shared/facts.ts';

const source = 'cline/cline sdk …/executors/output-limits.ts @ 21cb8d25 (2026-08-22)';

export const splitCharacterQuirk = 'split-character';

export const clineQuirks: readonly QuirkAbout[] = [
  {
    id: splitCharacterQuirk,
    sentence:
      'The cut may halve a character of two units; the half, which no request survives, is shown here as U+FFFD; fixed, the cut keeps away from it.',
    certainty: 'H',
    default: 'exact',
  },
];

export const clineLimits: ProfileLimits = {
  lengthUnit: 'UTF-16 units',
  inlineLimit: { default: 48_000 },
  previewUnits: 48_000,
  defaultTimeoutMs: 30_000,
  maxTimeoutMs: 600_000,
  readLines: 2_000,
  readTokens: 200_000,
};

export const clineAbout: ProfileAbout = {
  harnessVersion: '4 (SDK of 2026-08)',
  source,
  readOn: '2026-11-30',
  facts: [
    ...factsOf(
      source,
      [
        'H',
        'Over 48,000 UTF-16 units the middle is left out: the first half, a line that says the total, the last half. Nothing is saved.',
      ],
      ['H', 'The odd unit goes to the head.'],
      ['H', 'A search result is cut the same way, with “search output truncated” and its own advice.'],
      [
        'H',
        'read: 2,000 lines, 2,000 units a line, 48,000 units a page; what is left out is said with start_line and end_line.',
      ],
      ['H', 'Command timed out after {ms}ms.'],
      ['M', 'A command is stopped after 30 seconds unless it is known to run long.'],
      [
        'H',
        'Lines of a page are numbered “N | text”, the numbers as wide as the last; a range that was asked for and is all there has no notice.',
      ],
      [
        'M',
        'Building a request cuts old results again, to 8,000 units each: not reproduced, history stays as sent.',
      ],
    ),
    ...factsOf(
      'Spillway',
      [
        'ours',
        'A command that failed begins with “Command failed with exit code N”: the public words for it are not known.',
      ],
      ['ours', 'stdout and stderr are one text in the order of arrival.'],
    ),
  ],
};
