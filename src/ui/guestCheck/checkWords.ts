import type { JsonValue } from '../../core/index.ts';
import type { CheckResult } from '../../guest/index.ts';

/** A value of a check as a person reads it: text as in a program, so that blanks and line ends are seen. */
export function valueText(value: JsonValue): string {
  return JSON.stringify(value, null, typeof value === 'object' && value !== null ? 1 : 0)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/([[{]) | ([\]}])/g, '$1$2');
}

export interface Tally {
  readonly kept: number;
  readonly differs: number;
  readonly ms: number;
}

/** `stopped` is neither kept nor differing: nobody waited for it. */
export function tallyOf(results: readonly CheckResult[]): Tally {
  return {
    kept: results.filter(({ verdict }) => verdict === 'kept').length,
    differs: results.filter(({ verdict }) => verdict === 'differs' || verdict === 'no-answer').length,
    ms: results.reduce((sum, { ms }) => sum + ms, 0),
  };
}
