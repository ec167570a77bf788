import type { OutputText, Piece } from '../../contract/index.ts';
import { utf8Length } from '../../output/index.ts';
import { slicePieces, textOfPieces, unitsOfPieces } from '../../pieces/index.ts';
import { takeEnd, takeStart } from '../shared/cuts.ts';
import { endsWithNewline, viewSize } from '../shared/viewSize.ts';

export interface LineCutLimits {
  readonly maxLines: number;
  /** UTF-8 bytes. */
  readonly maxBytes: number;
  readonly direction: 'head' | 'tail';
}

/** What is left of a view that is over its limits: whole lines from one end. */
export interface LineCut {
  readonly kept: readonly Piece[];
  readonly keptLines: number;
  /** Which limit ended it, and how much of that unit is not there. */
  readonly unit: 'lines' | 'bytes';
  readonly removed: number;
}

/** True where a view has more lines than `maxLines`, a final newline counted as one more, or more bytes. */
export function isOverLines(
  pieces: readonly Piece[],
  text: OutputText,
  limits: Pick<LineCutLimits, 'maxLines' | 'maxBytes'>,
): boolean {
  const { newlines, utf8Bytes } = viewSize(pieces, text);
  return newlines + 1 > limits.maxLines || utf8Bytes > limits.maxBytes;
}

/**
 * opencode's cut: null where the view is within both limits, else the whole lines from one end until either
 * limit; a line costs its bytes and one more for every line but the first kept. A line is never split, so that
 * one over the limit leaves nothing. Lines are what `\n` separates.
 */
export function cutLines(pieces: readonly Piece[], text: OutputText, limits: LineCutLimits): LineCut | null {
  if (!isOverLines(pieces, text, limits)) return null;
  const size = viewSize(pieces, text);
  const { maxLines, maxBytes, direction } = limits;
  const isHead = direction === 'head';
  // A unit has at least one byte: a line that ends behind so many units is over the limit.
  const part = (isHead ? takeStart : takeEnd)(pieces, maxBytes + 2, text);
  const walked = (isHead ? walkHead : walkTail)(textOfPieces(part, text), size.units, maxLines, maxBytes);
  return {
    kept: isHead
      ? slicePieces(pieces, 0, walked.units)
      : slicePieces(pieces, size.units - walked.units, size.units),
    keptLines: walked.lines,
    unit: walked.hitBytes ? 'bytes' : 'lines',
    removed: walked.hitBytes ? size.utf8Bytes - walked.bytes : size.newlines + 1 - walked.lines,
  };
}

/** The view without its final newline; one that is larger than its windows stays as it is, far over any limit. */
export function withoutFinalNewline(pieces: readonly Piece[], text: OutputText): readonly Piece[] {
  const { head, tail, units } = text.merged;
  if (head.length + tail.length < units || !endsWithNewline(pieces, text)) return pieces;
  return slicePieces(pieces, 0, unitsOfPieces(pieces) - 1);
}

interface Walked {
  readonly lines: number;
  readonly units: number;
  readonly bytes: number;
  readonly hitBytes: boolean;
}

function walkHead(words: string, totalUnits: number, maxLines: number, maxBytes: number): Walked {
  let [lines, units, bytes, at] = [0, 0, 0, 0];
  while (lines < maxLines && at <= totalUnits) {
    const newline = words.indexOf('\n', at);
    if (newline < 0 && words.length < totalUnits) return { lines, units, bytes, hitBytes: true };
    const end = newline < 0 ? totalUnits : newline;
    const cost = utf8Length(words.slice(at, end)) + (lines > 0 ? 1 : 0);
    if (bytes + cost > maxBytes) return { lines, units, bytes, hitBytes: true };
    lines += 1;
    bytes += cost;
    units = end;
    at = end + 1;
  }
  return { lines, units, bytes, hitBytes: false };
}

function walkTail(words: string, totalUnits: number, maxLines: number, maxBytes: number): Walked {
  let [lines, units, bytes] = [0, 0, 0];
  // End of the line that is looked at, in units of `words`.
  let end = words.length;
  while (lines < maxLines && end >= 0) {
    const newline = end === 0 ? -1 : words.lastIndexOf('\n', end - 1);
    if (newline < 0 && words.length < totalUnits) return { lines, units, bytes, hitBytes: true };
    const cost = utf8Length(words.slice(newline + 1, end)) + (lines > 0 ? 1 : 0);
    if (bytes + cost > maxBytes) return { lines, units, bytes, hitBytes: true };
    lines += 1;
    bytes += cost;
    units = words.length - (newline + 1);
    end = newline;
  }
  return { lines, units, bytes, hitBytes: false };
}
