import type { OutputText, Piece, ToolFacts, ToolRecord } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { withForeignEndings } from '../shared/harnessResult.ts';
import { longText, mergedText } from '../shared/longText.ts';
import { unitsOfFirstBytes } from '../shared/measuredCuts.ts';

/** Matches of grep, names of find, entries of ls. */
const mostOf = { grep: 100, glob: 1_000, ls: 500 } as const;
const maxBytes = 51_200;

/** grep, find or ls: whole lines from the head up to their limits, the reasons in one pair of brackets. */
export function presentPiListing(
  facts: Extract<ToolFacts, { kind: 'grep' | 'glob' | 'ls' }>,
  record: ToolRecord,
  text: OutputText,
): readonly Piece[] {
  const most = mostOf[facts.kind];
  const whole = mergedText(text);
  const listing = whole.end(1) === '\n' ? longText(whole.slice(0, whole.units - 1), text) : whole;
  const start = listing.start(maxBytes + 1);
  const isGrep = facts.kind === 'grep';
  let units = isGrep ? start.length : endOfLines(start, most);
  const reasons: string[] = [];
  if (isGrep) {
    if (facts.matches > most && facts.omittedLines > 0) {
      reasons.push(`${most} matches limit reached. Use limit=${most * 2} for more, or refine pattern`);
    }
  } else if (facts.found > most || facts.shown < facts.found) {
    const more = facts.kind === 'glob' ? ', or refine pattern' : '';
    const what = facts.kind === 'glob' ? 'results' : 'entries';
    reasons.push(`${most} ${what} limit reached. Use limit=${most * 2} for more${more}`);
  }
  if (unitsOfFirstBytes(start.slice(0, units), maxBytes) < units) {
    units = Math.max(start.lastIndexOf('\n', unitsOfFirstBytes(start, maxBytes)), 0);
    reasons.push('50.0KB limit reached');
  }
  if (isGrep && facts.windowedLines > 0) {
    reasons.push('Some lines truncated to 500 chars. Use read tool to see full lines');
  }
  const pieces = [
    ...listing.slice(0, units),
    ...(reasons.length === 0 ? [] : [harnessPiece('notice', `\n\n[${reasons.join('. ')}]`)]),
  ];
  if (listing.units === 0) {
    const words = isGrep
      ? 'No matches found'
      : facts.kind === 'glob'
        ? 'No files found matching pattern'
        : '(empty directory)';
    return withForeignEndings([harnessPiece('empty', words)], record, text);
  }
  return withForeignEndings(pieces, record, text);
}

/** Units of the first `most` lines, without the newline behind them. */
function endOfLines(start: string, most: number): number {
  let at = -1;
  for (let lines = 0; lines < most; lines++) {
    const next = start.indexOf('\n', at + 1);
    if (next < 0) return start.length;
    at = next;
  }
  return at;
}
