import type { ProfileContext, ProfileLimits, ProfileOption } from '../../contract/index.ts';
import { inlineLimitOf, maxInlineUnits } from '../resolve.ts';

/** The number is in the policy's own unit: tokens of 4 bytes, or bytes. */
export const codexLimits: ProfileLimits = {
  lengthUnit: { option: 'policy', units: { tokens: 'tokens of 4 bytes', bytes: 'UTF-8 bytes' } },
  inlineLimit: { default: 10_000 },
  previewUnits: 0,
  defaultTimeoutMs: 10_000,
  maxTimeoutMs: 600_000,
  readLines: 2_000,
  readTokens: 200_000,
};

const choice = (id: string, label: string, ...values: readonly [string, ...string[]]): ProfileOption => ({
  kind: 'choice',
  id,
  label,
  values,
  default: values[0],
});

export const codexOptions: readonly ProfileOption[] = [
  choice('policy', 'Unit of the limit', 'tokens', 'bytes'),
  choice('header', 'Header of a cut text', 'older', 'newer', 'none'),
  choice('form', 'Form of a command’s result', 'shell', 'unified', 'text'),
];

export type CodexForm = 'shell' | 'unified' | 'text';

export interface CodexSettings {
  readonly isTokens: boolean;
  readonly budgetBytes: number;
  readonly header: 'older' | 'newer' | 'none';
  readonly form: CodexForm;
}

export const bytesPerToken = 4;

export function codexSettings(ctx: ProfileContext, tool: string): CodexSettings {
  const { policy, header, form } = ctx.options;
  const isTokens = policy !== 'bytes';
  const limit = inlineLimitOf(ctx.limits, tool) ?? maxInlineUnits;
  return {
    isTokens,
    budgetBytes: isTokens ? limit * bytesPerToken : limit,
    header: header === 'newer' || header === 'none' ? header : 'older',
    form: form === 'unified' || form === 'text' ? form : 'shell',
  };
}
