import type { OutputText } from '../../contract/index.ts';
import { readableFromStart, sliceWindowed } from '../../pieces/index.ts';

export interface PageLine {
  /** Number in the file, from 1. */
  readonly number: number;
  /** Range of the merged text, without the newline. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Lines of a page's text; a newline at the end makes none. */
export function pageLines(text: OutputText, firstLine: number): readonly PageLine[] {
  const raw = sliceWindowed(text.merged, 0, readableFromStart(text.merged));
  const lines: PageLine[] = [];
  for (let at = 0; at < raw.length; ) {
    const newline = raw.indexOf('\n', at);
    const end = newline < 0 ? raw.length : newline;
    lines.push({ number: firstLine + lines.length, start: at, end, text: raw.slice(at, end) });
    at = end + 1;
  }
  return lines;
}
