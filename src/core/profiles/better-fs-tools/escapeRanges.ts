/** A half-open range of UTF-16 units. */
export interface UnitRange {
  readonly start: number;
  readonly end: number;
}

const esc = '\u001b';
const bel = '\u0007';
const parameters = '[0-?]*[ -/]*[@-~]';

/**
 * Sequences that the tool removes, the first that matches: CSI, OSC (ended by BEL or ST), two characters, and
 * CSI begun by U+009B. What is unfinished, and what a terminal would take besides these, stays.
 */
const removed = new RegExp(
  [
    `${esc}\\[${parameters}`,
    `${esc}\\][^${bel}${esc}]*(?:${bel}|${esc}\\\\)`,
    `${esc}[@-Z\\\\-_]`,
    `\u009b${parameters}`,
  ].join('|'),
  'g',
);

/** What is left of a text when the tool's escape sequences are taken out. */
export function keptRanges(words: string): readonly UnitRange[] {
  const kept: UnitRange[] = [];
  let at = 0;
  for (const match of words.matchAll(removed)) {
    if (match.index > at) kept.push({ start: at, end: match.index });
    at = match.index + match[0].length;
  }
  if (at < words.length) kept.push({ start: at, end: words.length });
  return kept;
}
