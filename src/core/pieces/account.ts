import type { HarnessRole, OutputText, Piece, TextSource } from '../contract/index.ts';
import { pieceUnits } from './pieces.ts';
import { sliceWindowed, sourceOf } from './windowed.ts';

/** A half-open range of one source's text, in UTF-16 units. */
export interface SourceRange {
  readonly of: TextSource;
  readonly start: number;
  readonly end: number;
}

/**
 * The texts that a view is measured against: the merged text where its pieces name it, else both streams, each
 * with a last newline of its own that a view need not repeat. A view that names both would count the same
 * output twice, so it throws (programmer's mistake).
 */
export function sourcesOfView(pieces: readonly Piece[]): readonly TextSource[] {
  let merged = false;
  let streams = false;
  for (const piece of pieces) {
    if (piece.from !== 'output') continue;
    if (piece.of === 'merged') merged = true;
    else streams = true;
  }
  if (merged && streams)
    throw new RangeError('a view takes its ranges from merged or from streams, not both');
  return merged ? ['merged'] : ['stdout', 'stderr'];
}

/** Ranges of the output that the view holds, ascending and not overlapping, source by source. */
export function seenRanges(pieces: readonly Piece[]): readonly SourceRange[] {
  return sourcesOfView(pieces).flatMap((of) => coveredRanges(pieces, of));
}

/** Ranges of the output that the view does not hold, line ends that a view need not repeat included. */
export function omittedRanges(pieces: readonly Piece[], text: OutputText): readonly SourceRange[] {
  return sourcesOfView(pieces).flatMap((of) => {
    const gaps: SourceRange[] = [];
    let at = 0;
    for (const range of coveredRanges(pieces, of)) {
      if (range.start > at) gaps.push({ of, start: at, end: range.start });
      at = range.end;
    }
    const units = sourceOf(text, of).units;
    if (units > at) gaps.push({ of, start: at, end: units });
    return gaps;
  });
}

/**
 * Units of the output that the model did not get. The `\r` of a CRLF, one final newline, a byte order mark and
 * sequences for a terminal do not count.
 */
export function omittedUnits(pieces: readonly Piece[], text: OutputText): number {
  let units = 0;
  for (const range of omittedRanges(pieces, text)) {
    if (!saysNothing(range, text)) units += range.end - range.start;
  }
  return units;
}

/** Units of the output that the model got. */
export function seenUnits(pieces: readonly Piece[], text: OutputText): number {
  return sourceUnits(pieces, text) - omittedUnits(pieces, text);
}

/** Units of the texts that the view is measured against. */
export function sourceUnits(pieces: readonly Piece[], text: OutputText): number {
  return sourcesOfView(pieces).reduce((units, of) => units + sourceOf(text, of).units, 0);
}

/** The model saw everything of the output. */
export function isWholeView(pieces: readonly Piece[], text: OutputText): boolean {
  return omittedUnits(pieces, text) === 0;
}

/** UTF-16 units of the view by who says them and why. */
export type UnitsByRole = Readonly<Record<HarnessRole | 'output', number>>;

export function unitsByRole(pieces: readonly Piece[]): UnitsByRole {
  const units: Record<HarnessRole | 'output', number> = {
    output: 0,
    notice: 0,
    'preview-end': 0,
    status: 0,
    gap: 0,
    'line-number': 0,
    separator: 0,
    error: 0,
    empty: 0,
  };
  for (const piece of pieces) units[piece.from === 'output' ? 'output' : piece.role] += pieceUnits(piece);
  return units;
}

function coveredRanges(pieces: readonly Piece[], of: TextSource): readonly SourceRange[] {
  const ranges = pieces
    .flatMap((piece) =>
      piece.from === 'output' && piece.of === of && piece.end > piece.start ? [piece] : [],
    )
    .sort((a, b) => a.start - b.start);
  const covered: { of: TextSource; start: number; end: number }[] = [];
  for (const { start, end } of ranges) {
    const last = covered.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else covered.push({ of, start, end });
  }
  return covered;
}

const esc = '\u001b';
/** CSI, OSC with its end, and sequences of two characters: a terminal shows nothing of them. */
const terminalSequence = new RegExp(
  `(?:${esc}\\[|\u009b)[0-?]*[ -/]*[@-~]|${esc}\\][^\u0007${esc}]*(?:\u0007|${esc}\\\\)|${esc}[@-Z\\\\-_]`,
  'g',
);

/** A gap that is longer says something, if only by its length; it is not looked through. */
const longestSilence = 4_096;

/**
 * A view shows lines: `\r` before `\n` and the last newline are how a line ends, not something it says; and what
 * colours it is for a terminal.
 */
function saysNothing(range: SourceRange, text: OutputText): boolean {
  const source = sourceOf(text, range.of);
  const length = range.end - range.start;
  if (length > longestSilence) return false;
  const isLast = range.end === source.units;
  // Only what is wholly in one of the windows can be looked at.
  const readTo = Math.min(range.end + 1, source.units);
  if (readTo > source.head.length && range.start < source.units - source.tail.length) return false;
  const whole = sliceWindowed(source, range.start, range.end);
  const withoutMark = range.start === 0 && whole.startsWith('\uFEFF') ? whole.slice(1) : whole;
  const gap = withoutMark.replace(terminalSequence, '');
  if (gap === '') return true;
  if (isLast) return gap === '\n' || gap === '\r\n';
  return gap === '\r' && sliceWindowed(source, range.end, readTo) === '\n';
}
