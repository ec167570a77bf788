import type { Piece } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { codePointsIn, type LongText } from '../shared/longText.ts';
import { unitsOfFirstBytes, unitsOfLastBytes } from '../shared/measuredCuts.ts';
import { bytesPerToken, type CodexSettings } from './settings.ts';

export interface CodexCut {
  readonly pieces: readonly Piece[];
  readonly isCut: boolean;
  /** Lines of the text as it is shown, its marker included. */
  readonly shownLines: number;
}

/** Tokens that Codex takes a number of bytes for. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** Lines without the empty one behind a last newline. */
export function linesOf(text: LongText): number {
  return text.newlines + (text.units === 0 || text.end(1) === '\n' ? 0 : 1);
}

/** Half of the budget from the start, the rest from the end, in whole characters, the marker between them. */
export function cutMiddle(text: LongText, { budgetBytes, isTokens }: CodexSettings): CodexCut {
  if (text.utf8Bytes <= budgetBytes && text.isWhole) {
    return { pieces: text.pieces, isCut: false, shownLines: linesOf(text) };
  }
  const leftBytes = Math.floor(budgetBytes / 2);
  const start = text.start(leftBytes);
  const end = text.end(budgetBytes - leftBytes);
  const left = unitsOfFirstBytes(start, leftBytes);
  const right = Math.min(unitsOfLastBytes(end, budgetBytes - leftBytes), text.units - left);
  const removed = isTokens
    ? `${tokensOfBytes(Math.max(text.utf8Bytes - budgetBytes, 0))} tokens`
    : `${text.codePoints - codePointsIn(start.slice(0, left)) - codePointsIn(end.slice(end.length - right))} chars`;
  const marker = `…${removed} truncated…`;
  const shown = start.slice(0, left) + marker + end.slice(end.length - right);
  return {
    pieces: [
      ...text.slice(0, left),
      harnessPiece('gap', marker),
      ...text.slice(text.units - right, text.units),
    ],
    isCut: true,
    shownLines: shown.split('\n').length - (shown.endsWith('\n') ? 1 : 0),
  };
}
