import type { ProfileContext, ProfileLimits, ProfileOption } from '../../contract/index.ts';
import { inlineLimitOf, maxInlineUnits } from '../resolve.ts';
import { lastNewlineQuirk, undefinedPathQuirk } from './about.ts';

/** The largest delay of a timer: Pi itself has no default timeout. */
const noTimeoutMs = 2_147_483_647;

export const piLimits: ProfileLimits = {
  lengthUnit: 'UTF-8 bytes',
  inlineLimit: { default: null, bash: 51_200 },
  previewUnits: 51_200,
  defaultTimeoutMs: noTimeoutMs,
  maxTimeoutMs: noTimeoutMs,
  readLines: 2_000,
  // Pi bounds a page by bytes only; the page's tokens are bounded by what a model can be sent.
  readTokens: 200_000,
};

export const piOptions: readonly ProfileOption[] = [
  { kind: 'choice', id: 'release', label: 'Release', values: ['0.58.3', 'newer'], default: '0.58.3' },
  {
    kind: 'number',
    id: 'maxLines',
    label: 'Lines kept',
    unit: 'lines',
    min: 1,
    max: 1_000_000,
    default: 2_000,
  },
];

export interface PiSettings {
  readonly isNewer: boolean;
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly countsLastNewline: boolean;
  readonly savesByLines: boolean;
}

export function piSettings(ctx: ProfileContext): PiSettings {
  const isNewer = ctx.options.release === 'newer';
  const { maxLines } = ctx.options;
  return {
    isNewer,
    maxLines: typeof maxLines === 'number' ? maxLines : 2_000,
    maxBytes: inlineLimitOf(ctx.limits, 'bash') ?? maxInlineUnits,
    countsLastNewline: !isNewer && ctx.quirks[lastNewlineQuirk] === 'exact',
    savesByLines: isNewer || ctx.quirks[undefinedPathQuirk] === 'fixed',
  };
}
