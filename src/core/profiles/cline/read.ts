import type { OutputText, Piece, ReadPage } from '../../contract/index.ts';
import { cutUnits } from '../../output/index.ts';
import { harnessPiece, outputPiece } from '../../pieces/index.ts';
import { type PageLine, pageLines } from '../shared/pageLines.ts';

const lineUnits = 2_000;
const lineEnd = ' [line truncated]';

/**
 * Numbered lines, long ones cut, as many as fit in `maxUnits`. Where that is not all that was asked for, which part
 * it is and how to go on stand below.
 */
export function presentClineRead(page: ReadPage, text: OutputText, maxUnits: number): readonly Piece[] {
  const lines = linesThatFit(pageLines(text, page.firstLine), maxUnits);
  const last = lines.at(-1);
  if (last === undefined) return [harnessPiece('empty', `(${page.path}: no lines to show)`)];
  const width = String(last.number).length;
  const pieces = lines.flatMap((line, at): readonly Piece[] => {
    const shown = cutUnits(line.text, lineUnits).length;
    return [
      harnessPiece('line-number', `${at === 0 ? '' : '\n'}${String(line.number).padStart(width)} | `),
      outputPiece('merged', line.start, line.start + shown),
      ...(shown < line.text.length ? [harnessPiece('gap', lineEnd)] : []),
    ];
  });
  const askedEnd = page.askedLimit === null ? page.totalLines : page.firstLine + page.askedLimit - 1;
  const end = Math.min(askedEnd, page.totalLines);
  if (last.number >= end) return pieces;
  const part = `[Showing lines ${page.firstLine}-${last.number} of ${end}. Use start_line/end_line to read other sections.]`;
  return [...pieces, harnessPiece('notice', `\n\n${part}`)];
}

function linesThatFit(lines: readonly PageLine[], maxUnits: number): readonly PageLine[] {
  let units = 0;
  const past = lines.findIndex((line, at) => {
    const isLong = line.text.length > lineUnits;
    units += (isLong ? lineUnits + lineEnd.length : line.text.length) + `${line.number} | \n`.length;
    return units > maxUnits && at > 0;
  });
  return past < 0 ? lines : lines.slice(0, past);
}
