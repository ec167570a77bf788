import fc from 'fast-check';
import {
  type LimitOverrides,
  type Outcome,
  type OutputText,
  profileContext,
  profileOf,
  profileRef,
  type QuirkSettings,
  safeCutIndex,
  sentViewOf,
  type ToolRecord,
} from '../../../../src/core/index.ts';
import { outputText, places, recordOf } from './outputs.ts';

export interface ViewSetting {
  readonly quirks?: QuirkSettings;
  readonly overrides?: LimitOverrides;
  /** Units of each window: smaller than the text where the windowed path is meant. */
  readonly windowUnits?: number;
  readonly stderr?: string;
  readonly outcome?: Outcome;
  readonly record?: Partial<ToolRecord>;
  /** Nothing is saved although the profile asked for it. */
  readonly unsaved?: boolean;
}

/** What a profile does with an output, as a session does it: plan the save, note the file, present. */
export function viewUnder(id: string, stdout: string, setting: ViewSetting = {}) {
  const { quirks = {}, overrides = {}, stderr = '', windowUnits } = setting;
  const profile = profileOf({ id });
  const ref = profileRef(profile, quirks, overrides);
  const outcome = setting.outcome === undefined ? {} : { outcome: setting.outcome };
  const record = recordOf(stdout, stderr, { ...outcome, ...setting.record });
  const text = wellWindowed(stdout, stderr, windowUnits);
  const plan = profile.save(record, text, profileContext(profile, ref, places));
  const saved =
    plan === null || setting.unsaved === true
      ? record
      : { ...record, savedAs: { path: plan.path, bytes: record.output.totalBytes } };
  const sent = sentViewOf(ref, saved, text, places);
  return { text: sent.text, path: plan?.path ?? null, account: sent.account, pieces: sent.pieces };
}

/** Texts of many kinds of characters and lines, always well-formed. */
export const someLines = [
  '',
  'x',
  'a plain line of text',
  '漢字かな交じり文',
  '😀😀 emoji 👨‍👩‍👧 family',
  'é combining é',
  '\u001b[31mred\u001b[0m',
  'tab\tand\rreturn',
  'y'.repeat(120),
  '漢'.repeat(60),
  '😀'.repeat(40),
] as const;

/** An output whose windows never begin or end inside a character, as a capture makes them. */
function wellWindowed(stdout: string, stderr: string, windowUnits: number | undefined): OutputText {
  const whole = outputText(stdout, stderr);
  if (windowUnits === undefined) return whole;
  const narrow = (text: string, of: 'merged' | 'stdout' | 'stderr') => {
    if (text.length <= windowUnits) return whole[of];
    const tailStart = text.length - windowUnits;
    const isInside = safeCutIndex(text, tailStart) < tailStart;
    return {
      ...whole[of],
      head: text.slice(0, safeCutIndex(text, windowUnits)),
      tail: text.slice(isInside ? tailStart + 1 : tailStart),
    };
  };
  return {
    ...whole,
    merged: narrow(stdout + stderr, 'merged'),
    stdout: narrow(stdout, 'stdout'),
    stderr: narrow(stderr, 'stderr'),
  };
}

/** Outputs of up to some thousand units made of `someLines`, with and without a newline at the end. */
export const someOutput = fc
  .tuple(fc.array(fc.constantFrom(...someLines), { minLength: 1, maxLength: 60 }), fc.boolean())
  .map(([lines, ended]) => lines.join('\n') + (ended ? '\n' : ''));
