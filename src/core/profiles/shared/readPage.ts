import type { OutputText, Piece, ReadPage } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { numberedLines } from './numberedLines.ts';

/** Names of the tools that a page's words point to, and whether the line window says where it stops short. */
export interface PageWords {
  readonly read: string;
  readonly grep: string;
  readonly bash: string;
  readonly saysWindow: boolean;
}

const claudeCodeWords: PageWords = { read: 'Read', grep: 'Grep', bash: 'Bash', saysWindow: false };

/** Claude Code's page of a file: numbered lines, then what was cut. The 2,000-line window is silent, as there. */
export function readPagePieces(
  page: ReadPage,
  text: OutputText,
  words: PageWords = claudeCodeWords,
): readonly Piece[] {
  if (page.cut.kind === 'range-over-cap') return [harnessPiece('error', rangeOverCapWords(page))];
  const lines = numberedLines(text, page.firstLine);
  if (page.cut.kind === 'partial') return [...lines, harnessPiece('notice', partialWords(page, words))];
  if (page.cut.kind === 'long-line')
    return [...lines, harnessPiece('notice', longLineWords(page, page.cut, words))];
  if (page.cut.kind === 'window' && words.saysWindow) {
    return [...lines, harnessPiece('notice', windowWords(page, words))];
  }
  if (lines.length === 0) return [harnessPiece('empty', `(${page.path}: no lines to show)`)];
  return lines;
}

function windowWords(page: ReadPage, words: PageWords): string {
  const { firstLine, lastLine, totalLines } = page;
  return `\n\n[Showing lines ${firstLine}-${lastLine} of ${totalLines} total. Call ${words.read} with offset=${lastLine + 1} for the next page.]`;
}

function partialWords(page: ReadPage, words: PageWords): string {
  const last = page.lastLine;
  const shown = last - page.firstLine + 1;
  return [
    `\n\n[Truncated: PARTIAL view — ${page.path}: showing lines ${page.firstLine}-${last} of ${page.totalLines} total`,
    ` (${tokenWords(page)} tokens, cap ${page.capTokens}).`,
    ` Call ${words.read} with offset=${last + 1} limit=${shown} for the next page, or ${words.grep} to find a specific section.`,
    ' Do NOT answer from this page alone if the answer may be further in the file.]',
  ].join('');
}

function rangeOverCapWords(page: ReadPage): string {
  return [
    `File content (${tokenWords(page)} tokens) exceeds maximum allowed tokens (${page.capTokens}).`,
    ' Use offset and limit parameters to read specific portions of the file,',
    ' or search for specific content instead of reading the whole file.',
  ].join('');
}

/** Our words: the harness's own for this case are not public. They name a command that makes progress. */
function longLineWords(
  page: ReadPage,
  cut: Extract<ReadPage['cut'], { kind: 'long-line' }>,
  words: PageWords,
): string {
  const of = cut.lineUnits === null ? '' : ` of ${cut.lineUnits}`;
  const line = page.firstLine;
  const next = line < page.totalLines ? `, or ${words.read} with offset=${line + 1} for the next line` : '';
  return [
    `\n\n[Truncated: line ${line} of ${page.totalLines} of ${page.path} is longer than the cap of ${page.capTokens} tokens:`,
    ` its first ${cut.shownUnits}${of} characters are shown.`,
    ` Go on with ${words.bash}: tail -c +${cut.nextByte + 1} ${shellWord(page.path)} | head -c 20000${next}.]`,
  ].join('');
}

/** The exact count where it is known by now; the text never waits for it. */
function tokenWords(page: ReadPage): string {
  return page.rangeTokens === null ? `over ${page.capTokens}` : String(page.rangeTokens);
}

function shellWord(path: string): string {
  return /^[A-Za-z0-9_./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
