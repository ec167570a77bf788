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
