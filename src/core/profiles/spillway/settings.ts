import type { OptionValues, ProfileContext, ProfileLimits, ProfileOption } from '../../contract/index.ts';
import { inlineLimitOf } from '../resolve.ts';

/** Limits count the option `unit`; the synopsis of a JSON result has `previewUnits` at most. */
export const spillwayLimits: ProfileLimits = {
  lengthUnit: { option: 'unit', units: { characters: 'UTF-16 units', bytes: 'UTF-8 bytes' } },
  inlineLimit: { default: 30_000, read: null },
  previewUnits: 4_000,
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  readLines: 2_000,
  readTokens: 25_000,
};

export const spillwayOptions: readonly ProfileOption[] = [
  {
    kind: 'choice',
    id: 'unit',
    label: 'Limits count',
    values: ['characters', 'bytes'],
    default: 'characters',
  },
  {
    kind: 'number',
    id: 'maxLines',
    label: 'Most lines of a result',
    unit: 'lines',
    min: 2,
    max: 1_000_000,
    default: 2_000,
  },
  // A command's error stands at its end: some of it is always shown.
  {
    kind: 'number',
    id: 'headPercent',
    label: 'Share of the start in a cut result',
    unit: 'percent',
    min: 0,
    max: 90,
    default: 30,
  },
  {
    kind: 'choice',
    id: 'json',
    label: 'A JSON result over the limit',
    values: ['synopsis', 'head-and-tail'],
    default: 'synopsis',
  },
];

export type Unit = 'characters' | 'bytes';

/** The profile's numbers for one tool. */
export interface Settings {
  readonly unit: Unit;
  /** In `unit`, words of the profile included; null where the tool has no limit. */
  readonly limit: number | null;
  readonly maxLines: number;
  readonly headPercent: number;
  readonly jsonSynopsis: boolean;
  /** Most units of a synopsis, in `unit`. */
  readonly synopsisUnits: number;
}

export function settingsFor(tool: string, ctx: Pick<ProfileContext, 'limits' | 'options'>): Settings {
  const { unit, maxLines, headPercent, json } = ctx.options;
  return {
    unit: unit === 'bytes' ? 'bytes' : 'characters',
    limit: inlineLimitOf(ctx.limits, tool),
    maxLines: numberOr(maxLines, 2_000),
    headPercent: numberOr(headPercent, 30),
    jsonSynopsis: json !== 'head-and-tail',
    synopsisUnits: ctx.limits.previewUnits,
  };
}

function numberOr(value: OptionValues[string] | undefined, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
