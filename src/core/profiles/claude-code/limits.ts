import type { ProfileLimits } from '../../contract/index.ts';

/** Claude Code 2.1.321 as measured: results in UTF-16 units, each tool's limit under a global 50,000. */
export const claudeCodeLimits: ProfileLimits = {
  lengthUnit: 'UTF-16 units',
  inlineLimit: { default: 50_000, bash: 30_000, grep: 20_000, read: null },
  previewUnits: 2_000,
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  readLines: 2_000,
  readTokens: 25_000,
};
