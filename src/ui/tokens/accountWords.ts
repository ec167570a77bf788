import {
  ACCOUNT_KINDS,
  type AccountKind,
  type KindSums,
  type SessionState,
  type StepState,
  type TokenUsage,
} from '../../core/index.ts';
import { countedWith, isOwnTokenizer } from '../inspector/tokenizerWords.ts';
import { formatCount } from '../kit/format.ts';
import { answer } from '../words/tokens.ts';

/** Kinds that are in any of the sums: a session without re-reads has no column for them. */
export function kindsIn(all: readonly KindSums[]): readonly AccountKind[] {
  return ACCOUNT_KINDS.filter((kind) => all.some((sums) => sums[kind] > 0));
}

/** `+1,204`, `−312`, `0`: a difference that is read as one. */
export function formatDifference(value: number): string {
  if (value === 0) return '0';
  return value > 0 ? `+${formatCount(value)}` : `−${formatCount(-value)}`;
}

export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '0%';
  const share = (part / whole) * 100;
  return share > 0 && share < 0.1 ? '< 0.1%' : `${share.toFixed(1)}%`;
}

/** With what all of it is counted, and whether that is the tokenizer of every model that answered. */
export function accountCountedWith({ turns, model, encoding }: SessionState): string {
  const asked = turns.flatMap(({ steps }) => steps.map((step) => step.model));
  const other = asked.find((each) => !isOwnTokenizer(each, encoding));
  return countedWith(other ?? model, encoding);
}

/** `bash, read` or `answer`: what a step did. */
export function stepDid({ calls }: StepState): string {
  const names = calls.map(({ record, wireName }) => record?.tool ?? wireName);
  return names.length === 0 ? answer : [...new Set(names)].join(', ');
}

export type ReportedSums = Readonly<
  Record<'inputTokens' | 'cachedInputTokens' | 'outputTokens', number | null>
>;

/** What providers reported over all steps; null where none of them did. */
export function reportedSums(usages: readonly (TokenUsage | null)[]): ReportedSums {
  const sum = (name: keyof ReportedSums) => {
    const known = usages.flatMap((usage) => usage?.[name] ?? []);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return {
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    outputTokens: sum('outputTokens'),
  };
}
