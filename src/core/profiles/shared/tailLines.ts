import { utf8Length } from '../../output/index.ts';
import type { LongText } from './longText.ts';
import { unitsOfLastBytes } from './measuredCuts.ts';

export interface TailCut {
  /** Units of the text's end that are kept, and the unit before which its last kept line ends. */
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  readonly totalLines: number;
  readonly bytes: number;
  readonly by: 'lines' | 'bytes';
  /** Only the end of the last line is kept: it alone is over `maxBytes`. */
  readonly lastLinePartial: boolean;
}

/**
 * Whole lines from the end, at most `maxLines` and `maxBytes` bytes (newlines between them counted); of a last
 * line that alone is over `maxBytes` its last bytes, moved forward to a character. Null where nothing is cut.
 * `countsLastNewline`: a newline at the end makes one more, empty, line, as a split gives it.
 */
export function tailLines(
  text: LongText,
  limits: { readonly maxLines: number; readonly maxBytes: number; readonly countsLastNewline: boolean },
): TailCut | null {
  const { maxLines, maxBytes } = limits;
  const drops = !limits.countsLastNewline && text.end(1) === '\n';
  const to = drops ? text.units - 1 : text.units;
  const totalLines = text.units === 0 && !limits.countsLastNewline ? 0 : text.newlines + (drops ? 0 : 1);
  if (totalLines <= maxLines && text.utf8Bytes <= maxBytes) return null;

  // A byte is at most one unit, so this much of the end decides everything; the last newline may be dropped.
  const window = text.end(maxBytes + 2);
  const body = drops ? window.slice(0, -1) : window;
  let start = body.length;
  let lines = 0;
  let bytes = 0;
  let by: TailCut['by'] = 'lines';
  while (lines < maxLines) {
    if (lines > 0 && start === 0) break;
    const end = lines === 0 ? body.length : start - 1;
    const lineStart = end === 0 ? 0 : body.lastIndexOf('\n', end - 1) + 1;
    const cost = utf8Length(body.slice(lineStart, end)) + (lines === 0 ? 0 : 1);
    if (bytes + cost > maxBytes) {
      by = 'bytes';
      if (lines === 0) {
        start = body.length - unitsOfLastBytes(body, maxBytes);
        bytes = utf8Length(body.slice(start));
        return {
          from: to - (body.length - start),
          to,
          lines: 1,
          totalLines,
          bytes,
          by,
          lastLinePartial: true,
        };
      }
      break;
    }
    start = lineStart;
    bytes += cost;
    lines += 1;
  }
  return { from: to - (body.length - start), to, lines, totalLines, bytes, by, lastLinePartial: false };
}

/** Bytes of the text's last line (the one that ends at `to`), null where its beginning is in no window. */
export function lastLineBytes(text: LongText, to: number): number | null {
  const dropped = text.units - to;
  const end = text.end(text.units);
  const body = end.slice(0, end.length - dropped);
  const newline = body.lastIndexOf('\n');
  if (newline >= 0 || end.length === text.units) return utf8Length(body.slice(newline + 1));
  const start = text.start(text.units);
  const before = start.lastIndexOf('\n') + 1;
  const newlinesLeft = text.newlines - dropped - newlines(start);
  return newlinesLeft === 0 ? text.utf8Bytes - dropped - utf8Length(start.slice(0, before)) : null;
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}
