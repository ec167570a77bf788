import type { OutputFacts, OutputText, Piece } from '../../contract/index.ts';
import {
  harnessPiece,
  outputPiece,
  readableFromEnd,
  readableFromStart,
  sliceWindowed,
  textOfPieces,
} from '../../pieces/index.ts';
import { keptRanges } from './escapeRanges.ts';
import { characterStart, rawBytes, rawWordsOf, walkEnd, walkStart } from './rawBytes.ts';
import type { ShellLimits } from './shellLimits.ts';

/** The two parts of an output that the model sees, as pieces of its undecorated text. */
export interface ShellCut {
  /** The whole output where nothing is cut. Escape sequences and one final newline are left out. */
  readonly head: readonly Piece[];
  /** Null where nothing is cut. */
  readonly tail: readonly Piece[] | null;
  /** Raw bytes and LF lines that are in neither part. */
  readonly omittedBytes: number;
  readonly omittedLines: number;
}

export type CutLimits = Pick<ShellLimits, 'maxOutputBytes' | 'maxOutputLines' | 'headPercent'>;

/**
 * The cut of `@better-fs-tools/shell`: on raw bytes and LF lines of both streams merged as they came, both
 * budgets split by `headPercent`; decoded, and escape sequences removed, part by part after it. `text` is the
 * output of the cleaner `none`, with windows of at least `maxOutputBytes` units.
 */
export function cutShellOutput(text: OutputText, facts: OutputFacts, limits: CutLimits): ShellCut {
  const { maxOutputBytes, maxOutputLines, headPercent } = limits;
  const { merged } = text;
  if (facts.totalBytes <= maxOutputBytes && facts.lines <= maxOutputLines) {
    const head = shownPieces(text, { start: 0, end: readableFromStart(merged) });
    return { head, tail: null, omittedBytes: 0, omittedLines: 0 };
  }
  const headBytes = Math.floor((maxOutputBytes * headPercent) / 100);
  const headLines = Math.floor((maxOutputLines * headPercent) / 100);
  const head = headPart(text, headBytes, headLines, headBytes === maxOutputBytes);
  const tail = tailPart(text, {
    fromByte: Math.max(facts.totalBytes - (maxOutputBytes - headBytes), head.bytes),
    totalBytes: facts.totalBytes,
    lines: maxOutputLines - headLines,
    headEnd: head.end,
  });
  return {
    head: [
      ...shownPieces(text, { start: 0, end: head.end }, !head.torn),
      ...(head.torn ? [harnessPiece('gap', '\uFFFD')] : []),
    ],
    tail: shownPieces(text, tail),
    omittedBytes: facts.totalBytes - head.bytes - tail.bytes,
    omittedLines: Math.max(0, facts.lines - head.lines - tail.lines),
  };
}

interface HeadPart {
  readonly end: number;
  readonly bytes: number;
  readonly lines: number;
  readonly torn: boolean;
}

/** Whole lines within both budgets; where not even one newline is in reach, bytes back to a character. */
function headPart(text: OutputText, maxBytes: number, maxLines: number, isUnaligned: boolean): HeadPart {
  if (maxLines === 0) return { end: 0, bytes: 0, lines: 0, torn: false };
  const reach = Math.min(readableFromStart(text.merged), maxBytes + 1);
  const words = sliceWindowed(text.merged, 0, reach);
  const raw = rawWordsOf(words, 0, text.merged.broken);
  const inBudget = walkStart(words, maxBytes, raw.size);
  let [end, lines] = [0, 0];
  while (lines < maxLines) {
    const newline = words.indexOf('\n', end);
    if (newline < 0 || newline >= inBudget.units) break;
    end = newline + 1;
    lines += 1;
  }
  if (lines > 0) return { end, bytes: rawBytes(words, 0, end, raw.size), lines, torn: false };
  // With 100 percent the original does not move back to a character.
  const torn = isUnaligned && inBudget.bytes < maxBytes && inBudget.units < words.length;
  end = isUnaligned ? inBudget.units : characterStart(words, inBudget.units, raw);
  const bytes = torn ? maxBytes : rawBytes(words, 0, end, raw.size);
  return { end, bytes, lines: bytes > 0 ? 1 : 0, torn };
}

interface TailPart {
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
  readonly lines: number;
}

interface TailBudget {
  readonly fromByte: number;
  readonly totalBytes: number;
  readonly lines: number;
  readonly headEnd: number;
}

/** Whole lines from the first that begins within the bytes; a single long last line from a character on. */
function tailPart(text: OutputText, budget: TailBudget): TailPart {
  const { merged } = text;
  const end = merged.units;
  const nothing = { start: end, end, bytes: 0, lines: 0 };
  if (budget.lines === 0) return nothing;
  const budgetBytes = budget.totalBytes - budget.fromByte;
  // One unit more than can be in budget, so that what stands before the budget is known.
  const from = end - Math.min(readableFromEnd(merged), budgetBytes + 1);
  const words = sliceWindowed(merged, from, end);
  const raw = rawWordsOf(words, from, merged.broken);
  const inBudget = walkEnd(words, budgetBytes, raw.size);
  let at = words.length - inBudget.units;
  const isWhole = inBudget.bytes === budgetBytes;
  const isLineStart = isWhole && (from + at === 0 || words[at - 1] === '\n');
  if (!isLineStart) {
    const newline = words.indexOf('\n', at);
    if (newline >= 0 && newline + 1 < words.length) at = newline + 1;
    else while (raw.isContinuation(at)) at += 1;
  }
  at = lastLinesStart(words, at, budget.lines);
  const start = Math.max(from + at, budget.headEnd);
  const bytes = rawBytes(words, start - from, words.length, raw.size);
  return { start, end, bytes, lines: linesIn(words.slice(start - from)) };
}

/** Where the last lines of `words` from `start` on begin. A final newline ends the last line. */
function lastLinesStart(words: string, start: number, count: number): number {
  let at = words.endsWith('\n') ? words.length - 1 : words.length;
  for (let lines = 0; lines < count; lines++) {
    const newline = at === 0 ? -1 : words.lastIndexOf('\n', at - 1);
    if (newline < start) return start;
    at = newline;
  }
  return at + 1;
}

function linesIn(words: string): number {
  if (words === '') return 0;
  let newlines = 0;
  for (let at = words.indexOf('\n'); at >= 0; at = words.indexOf('\n', at + 1)) newlines += 1;
  return newlines + (words.endsWith('\n') ? 0 : 1);
}

/** A part as it is shown: without a byte order mark at its start, escape sequences and one final newline. */
function shownPieces(
  text: OutputText,
  part: { readonly start: number; readonly end: number },
  dropsNewline = true,
): readonly Piece[] {
  const words = sliceWindowed(text.merged, part.start, part.end);
  const skipped = words.startsWith('\uFEFF') ? 1 : 0;
  const start = part.start + skipped;
  const pieces = keptRanges(words.slice(skipped)).map((range) =>
    outputPiece('merged', start + range.start, start + range.end),
  );
  const last = pieces.at(-1);
  if (!dropsNewline || last?.from !== 'output' || textOfPieces([last], text).at(-1) !== '\n') return pieces;
  const shortened = outputPiece('merged', last.start, last.end - 1);
  return last.end - 1 > last.start ? [...pieces.slice(0, -1), shortened] : pieces.slice(0, -1);
}
