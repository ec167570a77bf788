import type { ProfileLimits } from '../contract/index.ts';

/** What a read asks for, in lines from 1. */
export interface ReadPlan {
  readonly askedOffset: number | null;
  readonly askedLimit: number | null;
  readonly firstLine: number;
  /** Most lines of the window; the file may end sooner. */
  readonly maxLines: number;
  /** The caller named a range: over the token cap it is refused, not cut. */
  readonly isRange: boolean;
}

/**
 * The window of a read. An offset below 1 reads from line 1 and a limit below 1 reads one line: models count
 * from 0 at times, and a page that makes progress serves better than an error. Fractions are cut off.
 */
export function planRead(
  asked: { readonly offset: number | null; readonly limit: number | null },
  limits: Pick<ProfileLimits, 'readLines'>,
): ReadPlan {
  const offset = wholeNumber(asked.offset);
  const limit = wholeNumber(asked.limit);
  return {
    askedOffset: offset,
    askedLimit: limit,
    firstLine: Math.max(offset ?? 1, 1),
    maxLines: Math.max(limit ?? limits.readLines, 1),
    isRange: offset !== null || limit !== null,
  };
}

function wholeNumber(value: number | null): number | null {
  if (value === null || Number.isNaN(value)) return null;
  return Math.trunc(Math.min(Math.max(value, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}
