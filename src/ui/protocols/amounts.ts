import { formatCount, formatDuration } from '../kit/format.ts';
import * as words from '../words/protocols.ts';

/** Above these a profile has a number only because it must have one: its harness sets no limit. */
const NO_TIMEOUT_MS = 1_000_000_000;
const NO_LINES = 1_000_000;

export function hasNoTimeout(milliseconds: number): boolean {
  return milliseconds >= NO_TIMEOUT_MS;
}

export function timeoutWords(milliseconds: number): string {
  return hasNoTimeout(milliseconds) ? words.none : formatDuration(milliseconds);
}

export function linesWords(lines: number): string {
  return lines >= NO_LINES ? words.anyNumberOf : formatCount(lines);
}

/** What a whole context holds: above it a page has a number only because it must have one. */
const NO_TOKENS = 200_000;

export function tokensWords(tokens: number): string {
  return tokens >= NO_TOKENS ? words.any : formatCount(tokens);
}
