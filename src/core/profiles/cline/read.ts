import type { OutputText, Piece, ReadPage } from '../../contract/index.ts';
import { cutUnits } from '../../output/index.ts';
import { harnessPiece, outputPiece } from '../../pieces/index.ts';
import { pageLines } from '../shared/pageLines.ts';

const lineUnits = 2_000;

/** Numbered lines, long ones cut, as many as fit; below them which part of the file they are. */
export function presentClineRead(page: ReadPage, text: OutputText, maxUnits: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let units = 0;
  let last = page.firstLine - 1;
  for (const line of pageLines(text, page.firstLine)) {
    const label = `${pieces.length === 0 ? '' : '\n'}${line.number} | `;
    const shown = cutUnits(line.text, lineUnits);
    const suffix = shown.length < line.text.length ? ' [line truncated]' : '';
    units += label.length + shown.length + suffix.length;
    if (units > maxUnits && pieces.length > 0) break;
    pieces.push(
      harnessPiece('line-number', label),
      outputPiece('merged', line.start, line.start + shown.length),
    );
    if (suffix !== '') pieces.push(harnessPiece('gap', suffix));
    last = line.number;
  }
  if (pieces.length === 0) return [harnessPiece('empty', `(${page.path}: no lines to show)`)];
  if (page.firstLine === 1 && last === page.totalLines) return pieces;
  const part = `[Showing lines ${page.firstLine}-${last} of ${page.totalLines}. Use start_line/end_line to read other sections.]`;
  return [...pieces, harnessPiece('notice', `\n${part}`)];
}
