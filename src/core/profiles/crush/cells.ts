import { charWidth } from '../../output/index.ts';

/** Escape sequences: CSI, strings up to their end (OSC, DCS, …), two-character ones. */
const escapeSequence =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/y;
const newline = 0x0a;
const zeroWidthJoiner = 0x200d;
const emojiVariation = 0xfe0f;

/** One thing that is never halved: a character with what is drawn over it, a control, an escape sequence. */
export interface Cluster {
  readonly start: number;
  readonly end: number;
  /** Columns: 0, 1 or 2. */
  readonly cells: number;
}

/** The clusters of a text, one after the other. */
export function* clustersOf(text: string): Generator<Cluster> {
  for (let at = 0; at < text.length; ) {
    const cluster = clusterAt(text, at);
    yield cluster;
    at = cluster.end;
  }
}

/** Newlines take no column and every other character one: so most outputs are, and then nothing need be told apart. */
const plain = /^[\n -~]*$/;

/** Columns that a terminal needs for the text. */
export function cellsOf(text: string): number {
  let cells = 0;
  if (plain.test(text)) {
    for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== newline) cells += 1;
    return cells;
  }
  for (const cluster of clustersOf(text)) cells += cluster.cells;
  return cells;
}

/** Units of the start that holds at most `cells` columns, with the controls that follow it. */
export function unitsOfFirstCells(text: string, cells: number): number {
  let used = 0;
  if (plain.test(text)) {
    for (let at = 0; at < text.length; at++) {
      if (text.charCodeAt(at) !== newline) used += 1;
      if (used > cells) return at;
    }
    return text.length;
  }
  for (const cluster of clustersOf(text)) {
    used += cluster.cells;
    if (used > cells) return cluster.start;
  }
  return text.length;
}

/** Units of the end that holds `cells` columns, one more where a wide character lies on the border. */
export function unitsOfLastCells(text: string, cells: number): number {
  let used = 0;
  let start = text.length;
  if (plain.test(text)) {
    for (let at = text.length - 1; at >= 0 && used < cells; at--) {
      if (text.charCodeAt(at) === newline) continue;
      used += 1;
      start = at;
    }
    return text.length - (used < cells ? 0 : start);
  }
  const clusters = [...clustersOf(text)];
  for (const cluster of clusters.toReversed()) {
    if (used >= cells) break;
    used += cluster.cells;
    if (cluster.cells > 0) start = cluster.start;
  }
  return text.length - (used < cells ? 0 : start);
}

function clusterAt(text: string, start: number): Cluster {
  const unit = text.charCodeAt(start);
  const next = text.charCodeAt(start + 1);
  // Printable ASCII before ASCII stands for itself: most of every output.
  if (unit >= 0x20 && unit < 0x7f && !(next >= 0x300)) return { start, end: start + 1, cells: 1 };
  if (unit === 0x1b) {
    escapeSequence.lastIndex = start;
    const found = escapeSequence.exec(text);
    if (found !== null) return { start, end: start + found[0].length, cells: 0 };
  }
  const first = text.codePointAt(start) ?? 0;
  let end = start + (first > 0xffff ? 2 : 1);
  let cells = charWidth(first);
  if (cells === 0) return { start, end, cells };
  if (isRegional(first) && isRegional(text.codePointAt(end) ?? 0)) return { start, end: end + 2, cells: 2 };
  for (;;) {
    const code = text.codePointAt(end);
    if (code === undefined) break;
    const size = code > 0xffff ? 2 : 1;
    if (code === zeroWidthJoiner) {
      const joined = text.codePointAt(end + 1);
      end += 1 + (joined === undefined || charWidth(joined) === 0 ? 0 : joined > 0xffff ? 2 : 1);
    } else if (isOverlay(code)) {
      if (code === emojiVariation) cells = 2;
      end += size;
    } else break;
  }
  return { start, end, cells };
}

function isRegional(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

/** Drawn over the character before it: marks without width, variation selectors, skin tones. */
function isOverlay(code: number): boolean {
  if (code < 0x300) return false;
  return (code >= 0x1f3fb && code <= 0x1f3ff) || charWidth(code) === 0;
}
