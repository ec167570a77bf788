import type { ProfileLimits } from '../../contract/index.ts';

/** Claude Code's terms, but grep has the 50,000 of every other tool. UTF-16 units of the result's text. */
export const entoliLimits: ProfileLimits = {
  lengthUnit: 'UTF-16 units',
  inlineLimit: { default: 50_000, bash: 30_000, read: null, ask_user: null },
  previewUnits: 2_000,
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  readLines: 2_000,
  readTokens: 25_000,
};
