import { pieceUnits, type SentView } from '../../core/index.ts';
import { MemoryRows } from '../output/memoryRows.ts';
import type { Row, Span } from '../output/spans.ts';

/** A line of a model view, with what it shows of the output. */
export interface ModelRow extends Row {
  /** First piece of output in this row: which, and how far into it the row begins (UTF-16 units). */
  readonly output: { readonly piece: number; readonly offset: number } | null;
}

/** One row of a very long line holds at most this many characters. */
const LONGEST_ROW = 2_000;

/** Control characters are shown as signs: the model got them, and a browser would swallow them. */
function visible(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, (c) =>
    c === '\x7f' ? '␡' : String.fromCharCode(0x2400 + c.charCodeAt(0)),
  );
}

/** Behind the last blank or slash of a text, so that words and the parts of a path stay whole; its end where it has none. */
function endOfWords(text: string): number {
  const end = /^.*[ /]/.exec(text)?.[0].length ?? text.length;
  const cut = end > text.length / 2 ? end : text.length;
  return cut > 1 && /[\ud800-\udbff]$/.test(text.slice(0, cut)) ? cut - 1 : cut;
}

/**
 * The view as rows: its exact text cut at newlines, each run marked with who said it. `columns`: at so many characters
 * the harness's words go on in another row, since they name what is lost and where the rest is; lines of output stay lines.
 */
export function modelRows(
  sent: Pick<SentView, 'pieces' | 'text'>,
  columns = LONGEST_ROW,
): readonly ModelRow[] {
  const rows: ModelRow[] = [];
  let spans: Span[] = [];
  let output: ModelRow['output'] = null;
  let harness = false;
  let width = 0;
  let line = 1;
  let continued = false;
  const flush = (endsLine: boolean) => {
    rows.push({
      margin: continued ? '' : String(line),
      mark: harness ? '›' : '',
      className: harness ? 'row-harness' : '',
      spans,
      output,
    });
    spans = [];
    output = null;
    harness = false;
    width = 0;
    continued = !endsLine;
    if (endsLine) line++;
  };
  let at = 0;
  sent.pieces.forEach((piece, index) => {
    const text = sent.text.slice(at, at + pieceUnits(piece));
    at += text.length;
    let from = 0;
    while (from < text.length) {
      const newline = text.indexOf('\n', from);
      const lineEnd = newline < 0 ? text.length : newline;
      const room = (piece.from === 'harness' ? columns : LONGEST_ROW) - width;
      let to = Math.min(lineEnd, from + Math.max(0, room));
      if (piece.from === 'harness' && to > from && to < lineEnd) to = from + endOfWords(text.slice(from, to));
      if (to > from || newline === from) {
        if (piece.from === 'output') output ??= { piece: index, offset: from };
        // A newline alone that ends a line of output makes it no line of the harness.
        else if (to > from || output === null) harness = true;
        if (to > from) {
          spans.push({
            text: visible(text.slice(from, to)),
            className: piece.from === 'harness' ? 'harness' : '',
          });
        }
        width += to - from;
      }
      if (to < lineEnd) flush(false);
      else if (newline >= 0) flush(true);
      from = to < lineEnd ? to : newline < 0 ? text.length : newline + 1;
    }
  });
  if (spans.length > 0 || rows.length === 0) flush(true);
  return rows;
}

export function modelRowSource(rows: readonly ModelRow[]): MemoryRows {
  return new MemoryRows(rows);
}
