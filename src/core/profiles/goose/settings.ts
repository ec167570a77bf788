import type { ProfileContext, ProfileLimits, ProfileOption } from '../../contract/index.ts';

/** The largest delay of a timer: Goose itself has no default timeout. */
const noTimeoutMs = 2_147_483_647;

export const gooseLimits: ProfileLimits = {
  lengthUnit: 'code points',
  inlineLimit: { default: 200_000 },
  previewUnits: 0,
  defaultTimeoutMs: noTimeoutMs,
  maxTimeoutMs: noTimeoutMs,
  readLines: 2_000,
  readTokens: 200_000,
};

const count = (id: string, label: string, unit: string, value: number): ProfileOption => ({
  kind: 'number',
  id,
  label,
  unit,
  min: 1,
  max: 1_000_000,
  default: value,
});

export const gooseOptions: readonly ProfileOption[] = [
  count('shellLines', 'Lines of a command shown whole', 'lines', 2_000),
  count('shellBytes', 'Bytes of a command shown whole', 'bytes', 50_000),
  count('previewLines', 'Last lines shown beyond', 'lines', 50),
];

export interface GooseSettings {
  readonly shellLines: number;
  readonly shellBytes: number;
  readonly previewLines: number;
}

export function gooseSettings({ options }: ProfileContext): GooseSettings {
  const numberOf = (id: string, fallback: number) => {
    const value = options[id];
    return typeof value === 'number' ? value : fallback;
  };
  return {
    shellLines: numberOf('shellLines', 2_000),
    shellBytes: numberOf('shellBytes', 50_000),
    previewLines: numberOf('previewLines', 50),
  };
}
