import { applySgr, type Sgr } from './sgr.ts';
import { type Span, spanOf } from './spans.ts';

/** A run of a row's text that shares its class names (which stream wrote it, whether the model has seen it). */
export interface TextRun {
  readonly text: string;
  readonly className: string;
}

/** CSI, OSC and the like (also unfinished at the row's end), two-character escapes, and single controls. */
const controlSequence =
  /\x1b\[([0-9:;<=>?]*)[ -/]*([@-~]|$)|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)|\x1b[ -/]*(?:[0-~]|$)|[\x00-\x08\x0b-\x1f\x7f]/g;

/** Cuts the spans at `length` characters. */
function keepFirst(spans: readonly Span[], length: number): Span[] {
  const out: Span[] = [];
  let left = length;
  for (const span of spans) {
    if (left <= 0) break;
    out.push(left < span.text.length ? { ...span, text: span.text.slice(0, left) } : span);
    left -= span.text.length;
  }
  return out;
}

function dropFirst(spans: readonly Span[], length: number): Span[] {
  const out: Span[] = [];
  let skip = length;
  for (const span of spans) {
    if (skip >= span.text.length) skip -= span.text.length;
    else {
      out.push(skip > 0 ? { ...span, text: span.text.slice(skip) } : span);
      skip = 0;
    }
  }
  return out;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.text.length, 0);
}

/**
 * Paints one row as a terminal would: SGR sets the look, `\r` goes back to the row's start and later text
 * overwrites, `\b` goes one back, erase-line erases; other controls show nothing. The row has no `\n`.
 */
export function ansiSpans(
  runs: readonly TextRun[],
  start: Sgr,
): { readonly spans: readonly Span[]; readonly sgr: Sgr } {
  let sgr = start;
  /** What stands on the row, and what has been written since the last `\r`. */
  let under: Span[] = [];
  let written: Span[] = [];
  const write = (text: string, className: string) => {
    if (text !== '') written.push(spanOf(text, sgr, className));
  };
  const overlay = () => [...written, ...dropFirst(under, lengthOf(written))];

  const whole = runs.map((run) => run.text).join('');
  let runIndex = 0;
  let runEnd = runs[0]?.text.length ?? 0;
  /** Writes [from, to) of the whole, each part with its own run's class. */
  const writeRange = (from: number, to: number) => {
    let at = from;
    while (at < to) {
      while (at >= runEnd && runIndex < runs.length - 1) {
        runIndex++;
        runEnd += runs[runIndex]?.text.length ?? 0;
      }
      const stop = Math.min(to, Math.max(runEnd, at + 1));
      write(whole.slice(at, stop), runs[runIndex]?.className ?? '');
      at = stop;
    }
  };

  let at = 0;
  controlSequence.lastIndex = 0;
  for (const match of whole.matchAll(controlSequence)) {
    writeRange(at, match.index);
    at = match.index + match[0].length;
    const [sequence, params, final] = match;
    if (final === 'm') sgr = applySgr(sgr, params ?? '');
    else if (final === 'K') {
      if (params === '1' || params === '2') written = [];
      under = params === '1' ? under : [];
    } else if (sequence === '\r') {
      under = overlay();
      written = [];
    } else if (sequence === '\b') {
      written = keepFirst(written, Math.max(0, lengthOf(written) - 1));
    }
  }
  writeRange(at, whole.length);
  return { spans: overlay(), sgr };
}

/** Control characters made visible: `␛` for ESC and so on, each in the class `control`. */
export function visibleControls(runs: readonly TextRun[]): readonly Span[] {
  const out: Span[] = [];
  for (const run of runs) {
    for (const part of run.text.split(/([\x00-\x08\x0b-\x1f\x7f]+)/)) {
      if (part === '') continue;
      const code = part.charCodeAt(0);
      const isControl = (code < 0x20 && code !== 0x09 && code !== 0x0a) || code === 0x7f;
      const text = isControl
        ? [...part].map((c) => (c === '\x7f' ? '␡' : String.fromCharCode(0x2400 + c.charCodeAt(0)))).join('')
        : part;
      out.push({ text, className: isControl ? `${run.className} control`.trim() : run.className });
    }
  }
  return out;
}
