import type { ProfileContext, ProfileLimits, ProfileOption, ToolRecord } from '../../contract/index.ts';
import { inlineLimitOf } from '../resolve.ts';

export const geminiLimits: ProfileLimits = {
  lengthUnit: 'UTF-16 units',
  inlineLimit: { default: null, bash: 40_000 },
  previewUnits: 40_000,
  defaultTimeoutMs: 300_000,
  maxTimeoutMs: 300_000,
  readLines: 2_000,
  readTokens: 200_000,
};

export const geminiOptions: readonly ProfileOption[] = [
  {
    kind: 'number',
    id: 'headPercent',
    label: 'Share of the head',
    unit: 'percent',
    min: 0,
    max: 100,
    default: 20,
  },
  {
    kind: 'number',
    id: 'processGroup',
    label: 'Process group that is named (0: none)',
    unit: 'PGID',
    min: 0,
    max: 4_194_304,
    default: 0,
  },
];

/** Characters that a model's token is taken to have when the limit shrinks with the context. */
const unitsPerToken = 4;

/** UTF-16 units over which a command's result is cut; null where nothing is. */
export function thresholdOf(record: ToolRecord, ctx: ProfileContext): number | null {
  const limit = inlineLimitOf(ctx.limits, record.tool);
  if (limit === null || limit <= 0) return null;
  const left = record.contextTokensLeft;
  const effective = left === undefined ? limit : Math.min(limit, unitsPerToken * left);
  return effective > 0 ? Math.floor(effective) : null;
}
