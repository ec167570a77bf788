/** The capture rules of better-fs-tools in their plainest form: one whole buffer, cut by bytes. */
export interface OracleLimits {
  readonly maxOutputBytes: number;
  readonly maxOutputLines: number;
  readonly headPercent: number;
}

export interface OracleOutput {
  readonly head: string;
  readonly tail: string | null;
  readonly omittedBytes: number;
  readonly omittedLines: number;
}

const LF = 0x0a;

export function cutByRule(all: Buffer, limits: OracleLimits): OracleOutput {
  const { maxOutputBytes, maxOutputLines, headPercent } = limits;
  const totalLines = linesOf(all);
  if (all.length <= maxOutputBytes && totalLines <= maxOutputLines) {
    return { head: shown(all), tail: null, omittedBytes: 0, omittedLines: 0 };
  }
  const headBytes = Math.floor((maxOutputBytes * headPercent) / 100);
  const headLines = Math.floor((maxOutputLines * headPercent) / 100);
  const headEnd = endOfHead(all, headBytes, headLines, maxOutputBytes);
  const from = Math.max(all.length - (maxOutputBytes - headBytes), headEnd);
  const start = lastLines(all, startOfTail(all, from), maxOutputLines - headLines);
  const head = all.subarray(0, headEnd);
  const tail = all.subarray(start);
  return {
    head: shown(head),
    tail: shown(tail),
    omittedBytes: all.length - head.length - tail.length,
    omittedLines: Math.max(0, totalLines - linesOf(head) - linesOf(tail)),
  };
}

function endOfHead(all: Buffer, headBytes: number, headLines: number, maxBytes: number): number {
  if (headLines === 0) return 0;
  let [end, lines] = [0, 0];
  for (let at = 0; at < headBytes && lines < headLines; at++) {
    if (all[at] !== LF) continue;
    end = at + 1;
    lines += 1;
  }
  if (lines > 0) return end;
  let at = Math.min(headBytes, all.length);
  if (headBytes === maxBytes) return at;
  while (at > 0 && isContinuation(all[at])) at -= 1;
  return at;
}

function startOfTail(all: Buffer, from: number): number {
  if (from === 0 || all[from - 1] === LF) return from;
  const newline = all.indexOf(LF, from);
  if (newline >= 0 && newline < all.length - 1) return newline + 1;
  let at = from;
  while (at < all.length && isContinuation(all[at])) at += 1;
  return at;
}

function lastLines(all: Buffer, start: number, count: number): number {
  if (count === 0) return all.length;
  const starts = [start];
  for (let at = start; at < all.length - 1; at++) if (all[at] === LF) starts.push(at + 1);
  return starts[Math.max(0, starts.length - count)] ?? start;
}

function linesOf(part: Buffer): number {
  let lines = 0;
  for (const byte of part) if (byte === LF) lines += 1;
  return lines + (part.length > 0 && part[part.length - 1] !== LF ? 1 : 0);
}

function shown(part: Buffer): string {
  const plain = withoutEscapes(new TextDecoder().decode(part));
  return plain.endsWith('\n') ? plain.slice(0, -1) : plain;
}

/** Escape sequences looked for by hand, character by character. */
function withoutEscapes(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const length = sequenceAt(text, at);
    if (length === 0) kept += text[at];
    at += Math.max(length, 1);
  }
  return kept;
}

function sequenceAt(text: string, at: number): number {
  const next = text[at + 1] ?? '';
  if (text[at] === '\u009b') return csiLength(text, at, 1);
  if (text[at] !== '\u001b') return 0;
  if (next === '[') return csiLength(text, at, 2);
  if (next === ']') {
    let end = at + 2;
    while (end < text.length && text[end] !== '\u0007' && text[end] !== '\u001b') end += 1;
    if (text[end] === '\u0007') return end + 1 - at;
    if (text[end] === '\u001b' && text[end + 1] === '\\') return end + 2 - at;
    return 2;
  }
  const code = next.charCodeAt(0);
  return code >= 0x40 && code <= 0x5f ? 2 : 0;
}

function csiLength(text: string, at: number, begin: number): number {
  let end = at + begin;
  while (inRange(text, end, 0x30, 0x3f)) end += 1;
  while (inRange(text, end, 0x20, 0x2f)) end += 1;
  return inRange(text, end, 0x40, 0x7e) ? end + 1 - at : 0;
}

function inRange(text: string, at: number, low: number, high: number): boolean {
  const code = text.charCodeAt(at);
  return code >= low && code <= high;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
