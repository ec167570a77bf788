import type { Sgr, SgrColor } from './sgr.ts';

/** One run of characters of a row that looks the same. Shown as text, never as markup. */
export interface Span {
  readonly text: string;
  /** Class names of output.css; '' for plain text. */
  readonly className: string;
  /** CSS colours for what no class can name (256 and true colours). */
  readonly color?: string;
  readonly background?: string;
}

/** One line of a view, or a part of a very long line. */
export interface Row {
  /** What stands in the margin: a line number, an offset, or '' for a continued line. */
  readonly margin: string;
  /** A word for the margin that says what kind of row this is (`err`, `›`); '' for none. */
  readonly mark: string;
  readonly className: string;
  readonly spans: readonly Span[];
}

/**
 * Rows for a scrolling view, which asks only for what it shows. `totalRows` may be an estimate until the
 * whole has been looked at once; `subscribe` calls back when rows or totals have changed.
 */
export interface RowSource {
  readonly totalRows: number;
  readonly exact: boolean;
  /** Characters of the widest margin. */
  readonly marginWidth: number;
  /** Some rows carry a word in the margin, so that room is kept for it on all. */
  readonly hasMarks: boolean;
  /** Rows from `first`; null where a row is not loaded yet (it is then being loaded). */
  rows(first: number, count: number): readonly (Row | null)[];
  subscribe(listener: () => void): () => void;
  /** Indexes of rows that hold the needle (case-insensitive), in order, as they are found. */
  search(needle: string, signal: AbortSignal): AsyncIterable<readonly number[]>;
  dispose(): void;
}

function colorClass(prefix: string, color: SgrColor | null): string {
  if (!color) return '';
  return color.kind === 'palette' ? `${prefix}-${color.index}` : `${prefix}-rgb`;
}

/** A span in the look that the ANSI state asks for; `extra` are further class names. */
export function spanOf(text: string, sgr: Sgr, extra: string): Span {
  const fg = sgr.inverse ? sgr.bg : sgr.fg;
  const bg = sgr.inverse ? sgr.fg : sgr.bg;
  const names = [
    extra,
    colorClass('fg', fg),
    colorClass('bg', bg),
    sgr.inverse && !bg ? 'inverse' : '',
    sgr.bold ? 'bold' : '',
    sgr.dim ? 'dim' : '',
    sgr.italic ? 'italic' : '',
    sgr.underline ? 'underline' : '',
    sgr.strike ? 'strike' : '',
    sgr.hidden ? 'concealed' : '',
  ];
  return {
    text,
    className: names.filter((name) => name !== '').join(' '),
    ...(fg?.kind === 'rgb' ? { color: fg.css } : {}),
    ...(bg?.kind === 'rgb' ? { background: bg.css } : {}),
  };
}

export function plainText(spans: readonly Span[]): string {
  return spans.map((span) => span.text).join('');
}

/** The same row with every occurrence of the needle (lower case) given the class `hit`. */
export function markHits(spans: readonly Span[], needle: string): readonly Span[] {
  if (needle === '') return spans;
  const text = plainText(spans).toLowerCase();
  const hits: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) hits.push(at);
  if (hits.length === 0) return spans;
  const out: Span[] = [];
  let offset = 0;
  for (const span of spans) {
    let from = 0;
    while (from < span.text.length) {
      const position = offset + from;
      const hit = hits.find((start) => position < start + needle.length && start < offset + span.text.length);
      const inside = hit !== undefined && hit <= position;
      const stop = hit === undefined ? span.text.length : (inside ? hit + needle.length : hit) - offset;
      const to = Math.min(stop, span.text.length);
      const className = inside ? `${span.className} hit`.trim() : span.className;
      out.push({ ...span, text: span.text.slice(from, to), className });
      from = to;
    }
    offset += span.text.length;
  }
  return out;
}
