import type { OutputText, Piece, ReadPage } from '../../contract/index.ts';
import { harnessPiece, outputPiece } from '../../pieces/index.ts';
import { unitsOfFirstBytes } from '../shared/measuredCuts.ts';
import { pageLines } from '../shared/pageLines.ts';

const numberWidth = 6;
const lineBytes = 2_000;

export function presentCrushView(page: ReadPage, text: OutputText): readonly Piece[] {
  const pieces: Piece[] = [harnessPiece('status', '<file>\n')];
  for (const [at, line] of pageLines(text, page.firstLine).entries()) {
    const label = `${at === 0 ? '' : '\n'}${String(line.number).padStart(numberWidth)}|`;
    const shown = line.text.endsWith('\r') ? line.text.slice(0, -1) : line.text;
    const units = unitsOfFirstBytes(shown, lineBytes);
    pieces.push(harnessPiece('line-number', label), outputPiece('merged', line.start, line.start + units));
    if (units < shown.length) pieces.push(harnessPiece('gap', '...'));
  }
  const more =
    page.lastLine < page.totalLines
      ? `\n\n(File has more lines. Use 'offset' parameter to read beyond line ${page.lastLine})`
      : '';
  return [...pieces, harnessPiece('notice', more), harnessPiece('status', '\n</file>\n')];
}
