import type { OutputText, Piece, ProfileContext } from '../../contract/index.ts';
import { harnessPiece, slicePieces, textOfPieces, unitsOfPieces } from '../../pieces/index.ts';
import { isExact } from '../opencodeFamily/common.ts';
import { type ByteCut, takeEndBytes, takeStartBytes } from '../shared/byteCuts.ts';
import { elideMiddle, takeEnd, takeStart } from '../shared/cuts.ts';
import { viewSize } from '../shared/viewSize.ts';
import { groupedWords } from './numbers.ts';

const headLines = 100;
const tailLines = 50;
const replacement = '\uFFFD';

export interface PreviewLimits {
  readonly maxLines: number;
  /** UTF-8 bytes of the preview: the smaller of the result's limit and the preview's own. */
  readonly maxBytes: number;
  /** What the caller asked for; the harness ignores it. */
  readonly direction: 'head' | 'tail';
}

/** The start and the end of a view that is over its limits, each in lines, the whole then bounded in bytes. */
export function previewPieces(
  body: readonly Piece[],
  text: OutputText,
  limits: PreviewLimits,
  ctx: ProfileContext,
): readonly Piece[] {
  const size = viewSize(body, text);
  const total = groupedWords(size.utf8Bytes);
  const parts = lineParts(body, text, size.newlines, limits, ctx);
  const marker = harnessPiece(
    'gap',
    `\n\n... ${groupedWords(parts.omitted)} lines omitted (${total} bytes total) ...${parts.tail === null ? '' : '\n\n'}`,
  );
  const preview = parts.omitted > 0 ? [...parts.head, marker, ...(parts.tail ?? [])] : parts.head;
  if (isWithin(preview, limits.maxBytes, text) && !parts.isOpen) return preview;
  const isFixed = !isExact(ctx, 'marker-lost');
  const start = takeStartBytes(isFixed ? parts.head : preview, Math.floor(limits.maxBytes * 0.6), text);
  const endBytes = Math.floor(limits.maxBytes * 0.3);
  const endOf = isFixed ? (parts.tail ?? body) : preview;
  const end = endBytes > 0 ? takeEndBytes(endOf, endBytes, text) : wholeEnd(preview, text, ctx);
  const isTorn = isExact(ctx, 'torn-characters');
  return [
    ...start.pieces,
    ...torn(isTorn && start.tornBytes > 0 ? 1 : 0),
    harnessPiece('gap', `\n\n... preview truncated (${total} bytes total) ...\n\n`),
    // Each continuation byte at the start of a text is decoded by itself.
    ...torn(isTorn ? end.tornBytes : 0),
    ...end.pieces,
  ];
}

interface LineParts {
  readonly head: readonly Piece[];
  /** Null where no line of the end is shown. */
  readonly tail: readonly Piece[] | null;
  readonly omitted: number;
  /** The head ends where neither window reaches: it is far over any limit. */
  readonly isOpen: boolean;
}

function lineParts(
  body: readonly Piece[],
  text: OutputText,
  newlines: number,
  limits: PreviewLimits,
  ctx: ProfileContext,
): LineParts {
  const lines = newlines + 1;
  const isTurned = limits.direction === 'tail' && !isExact(ctx, 'direction-ignored');
  const [most, least] = isTurned ? [tailLines, headLines] : [headLines, tailLines];
  const headCount = Math.min(most, Math.floor(limits.maxLines * (isTurned ? 0.33 : 0.67)));
  const tailCount = Math.min(least, limits.maxLines - headCount);
  const showsTail = lines > headCount + tailCount;
  // The original takes the last 0 lines with a slice that gives them all.
  const takesAll = showsTail && tailCount === 0 && isExact(ctx, 'max-lines-zero');
  const tailShown = takesAll ? lines : showsTail ? tailCount : 0;
  const isWhole = !showsTail && !isExact(ctx, 'middle-lines-dropped');
  const headEnd =
    isWhole || headCount >= lines ? unitsOfPieces(body) : lineEnd(body, text, newlines, headCount);
  const head =
    headEnd === null
      ? takeStart(body, Number.MAX_SAFE_INTEGER, text)
      : headCount === 0 && !isWhole
        ? []
        : slicePieces(body, 0, headEnd);
  return {
    head,
    tail: tailShown > 0 && !takesAll ? lastLines(body, text, tailShown) : null,
    omitted: isWhole ? 0 : lines - headCount - tailShown,
    isOpen: headEnd === null,
  };
}

/** Where the n-th line ends, looked for from both ends; null where neither window holds it. */
function lineEnd(body: readonly Piece[], text: OutputText, newlines: number, line: number): number | null {
  if (line === 0) return 0;
  const start = textOfPieces(takeStart(body, Number.MAX_SAFE_INTEGER, text), text);
  let at = -1;
  for (let seen = 0; seen < line; seen++) {
    at = start.indexOf('\n', at + 1);
    if (at < 0) break;
  }
  if (at >= 0) return at;
  const end = textOfPieces(takeEnd(body, Number.MAX_SAFE_INTEGER, text), text);
  let back = end.length;
  for (let seen = newlines; seen >= line; seen--) {
    back = back === 0 ? -1 : end.lastIndexOf('\n', back - 1);
    if (back < 0) return null;
  }
  return unitsOfPieces(body) - end.length + back;
}

/** The last lines, or as much of them as the window holds: then they are far over any limit of bytes. */
function lastLines(body: readonly Piece[], text: OutputText, count: number): readonly Piece[] {
  const part = takeEnd(body, Number.MAX_SAFE_INTEGER, text);
  const words = textOfPieces(part, text);
  let start = words.length + 1;
  for (let seen = 0; seen < count && start > 0; seen++) {
    start = start === 1 ? 0 : words.lastIndexOf('\n', start - 2) + 1;
  }
  return slicePieces(part, Math.min(start, words.length), words.length);
}

function isWithin(pieces: readonly Piece[], maxBytes: number, text: OutputText): boolean {
  return unitsOfPieces(pieces) <= maxBytes && viewSize(pieces, text).utf8Bytes <= maxBytes;
}

/** The original takes the last 0 bytes with a call that gives them all; what no window holds is left out. */
function wholeEnd(preview: readonly Piece[], text: OutputText, ctx: ProfileContext): ByteCut {
  const all = isExact(ctx, 'tail-budget-zero')
    ? elideMiddle(preview, unitsOfPieces(preview), text).pieces
    : [];
  return { pieces: all, bytes: 0, tornBytes: 0 };
}

function torn(count: number): readonly Piece[] {
  return count === 0 ? [] : [harnessPiece('gap', replacement.repeat(count))];
}
