/** Replacing text in bytes: only the edited span changes, whatever the rest of the file holds. */

export interface Span {
  /** Half-open, in bytes. */
  readonly start: number;
  readonly end: number;
}

const lf = 10;
const cr = 13;
const encoder = new TextEncoder();

function startsWithAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  if (at + part.length > bytes.length) return false;
  for (let index = 0; index < part.length; index += 1) if (bytes[at + index] !== part[index]) return false;
  return true;
}

/** Where the lines stand from `at`, joined by `\n` or `\r\n`; the end of the match, or -1. */
function matchLines(bytes: Uint8Array, at: number, lines: readonly Uint8Array[]): number {
  let end = at;
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      if (bytes[end] === cr && bytes[end + 1] === lf) end += 2;
      else if (bytes[end] === lf) end += 1;
      else return -1;
    }
    if (!startsWithAt(bytes, end, line)) return -1;
    end += line.length;
  }
  return end;
}

function firstCandidate(bytes: Uint8Array, from: number, line: Uint8Array): number {
  const first = line[0];
  if (first !== undefined) return bytes.indexOf(first, from);
  // A text that begins with a newline: its match begins at the line end, with or without `\r`.
  const at = bytes.indexOf(lf, from);
  return at > from && bytes[at - 1] === cr ? at - 1 : at;
}

/** Every place of `text`, not overlapping. A `\n` in it stands for the line end that the file has there. */
export function findText(bytes: Uint8Array, text: string): readonly Span[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line) => encoder.encode(line));
  const first = lines[0] ?? new Uint8Array();
  const spans: Span[] = [];
  for (let at = firstCandidate(bytes, 0, first); at !== -1; ) {
    const end = matchLines(bytes, at, lines);
    if (end > at) spans.push({ start: at, end });
    at = firstCandidate(bytes, end > at ? end : at + 1, first);
  }
  return spans;
}

/** Whether a span's own line ends, or those around it, are `\r\n`. */
function usesCrLf(bytes: Uint8Array, span: Span): boolean {
  const inside = bytes.subarray(span.start, span.end).indexOf(lf);
  if (inside !== -1) return inside > 0 && bytes[span.start + inside - 1] === cr;
  const after = bytes.indexOf(lf, span.end);
  if (after !== -1) return after > 0 && bytes[after - 1] === cr;
  const before = bytes.lastIndexOf(lf, span.start);
  return before > 0 && bytes[before - 1] === cr;
}

/** The bytes with each span replaced; new lines end as the lines around them do. */
export function replaceSpans(bytes: Uint8Array, spans: readonly Span[], replacement: string): Uint8Array {
  const plain = encoder.encode(replacement);
  const hasOwnEnds = replacement.includes('\r') || !replacement.includes('\n');
  const withCr = hasOwnEnds ? plain : encoder.encode(replacement.replaceAll('\n', '\r\n'));
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const span of spans) {
    parts.push(bytes.subarray(at, span.start), usesCrLf(bytes, span) ? withCr : plain);
    at = span.end;
  }
  parts.push(bytes.subarray(at));
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
