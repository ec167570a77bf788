import type { LengthUnit } from '../../core/index.ts';
import { formatCount, formatDuration } from '../kit/format.ts';

/** Above these a profile has a number only because it must have one: its harness sets no limit. */
const NO_TIMEOUT_MS = 1_000_000_000;
const NO_LINES = 1_000_000;

export function timeoutWords(milliseconds: number): string {
  return milliseconds >= NO_TIMEOUT_MS ? 'none' : formatDuration(milliseconds);
}

export function linesWords(lines: number): string {
  return lines >= NO_LINES ? 'any number of' : formatCount(lines);
}

/** What a whole context holds: above it a page has a number only because it must have one. */
const NO_TOKENS = 200_000;

export function tokensWords(tokens: number): string {
  return tokens >= NO_TOKENS ? 'any' : formatCount(tokens);
}

/** Short names for a table; the harness's own page says them in full. */
export const shortUnits: Readonly<Record<LengthUnit, string>> = {
  'UTF-16 units': 'units',
  'code points': 'code points',
  'display cells': 'cells',
  'UTF-8 bytes': 'bytes',
  'raw bytes': 'bytes',
  'tokens of 4 bytes': 'tokens',
};
