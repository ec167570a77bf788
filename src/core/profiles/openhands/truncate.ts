import type { Piece } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { codePointsIn, type LongText } from '../shared/longText.ts';
import { unitsOfFirstCodePoints, unitsOfLastCodePoints } from '../shared/measuredCuts.ts';

export const clippedNotice =
  '<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you.</NOTE>';

export const clippedFileNotice =
  '<response clipped><NOTE>Due to the max output limit, only part of this file has been shown to you. You should retry this tool after you have searched inside the file with `grep -n` in order to find the line numbers of what you are looking for.</NOTE>';

/** What Python's `splitlines` takes for the end of a line. */
const lineEnd = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/gu;

/**
 * The text whole up to `limit` code points, else its head, the notice and its tail, `limit` together.
 * `savedPath`: where the whole lies; null where no file is kept.
 */
export function truncateMiddle(
  text: LongText,
  limit: number,
  notice: string,
  savedPath: string | null,
): readonly Piece[] {
  // As there: a limit of 0 is none.
  if (limit === 0 || (text.isWhole && text.codePoints <= limit)) return text.pieces;
  const base = codePointsIn(notice);
  if (base >= limit) return [noticeStart(notice, limit)];
  const proposed = Math.ceil((limit - base) / 2);
  const start = text.start(proposed * 2);
  const proposedUnits = unitsOfFirstCodePoints(start, proposed);
  const said =
    savedPath === null ? notice : savedNotice(savedPath, pythonLines(start.slice(0, proposedUnits)) + 1);
  const saidLength = codePointsIn(said);
  if (saidLength >= limit) return [noticeStart(said, limit)];
  const headCount = Math.min(proposed, limit - saidLength);
  const tailCount = limit - saidLength - headCount;
  const end = text.end(tailCount * 2);
  const tailUnits = unitsOfLastCodePoints(end, tailCount);
  return [
    ...text.slice(0, unitsOfFirstCodePoints(start, headCount)),
    harnessPiece('notice', said),
    ...text.slice(text.units - tailUnits, text.units),
  ];
}

function savedNotice(path: string, line: number): string {
  return clippedNotice.replace(
    'shown to you.',
    () =>
      `shown to you. The complete output has been saved to ${path} - you can use other tools to view the full content (truncated part starts around line ${line}).`,
  );
}

function noticeStart(notice: string, limit: number): Piece {
  return harnessPiece('notice', notice.slice(0, unitsOfFirstCodePoints(notice, limit)));
}

function pythonLines(text: string): number {
  const ends = [...text.matchAll(lineEnd)];
  const last = ends.at(-1);
  const isEnded = last !== undefined && last.index + last[0].length === text.length;
  return ends.length + (text === '' || isEnded ? 0 : 1);
}
