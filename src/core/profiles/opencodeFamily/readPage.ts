import type { OutputText, Piece, ReadPage } from '../../contract/index.ts';
import { safeCutIndex, utf8Length } from '../../output/index.ts';
import { harnessPiece, outputPiece, readableFromStart, sliceWindowed } from '../../pieces/index.ts';
import { binaryWords, isBinaryName, pastEndWords } from './readWords.ts';

/** How read worded a page: from January 2026 (#7239), and since February 2026. */
export type ReadEra = '2026-01' | '2026-02';

export interface ReadPageSettings {
  readonly era: ReadEra;
  /** UTF-8 bytes of the lines of a page. */
  readonly maxBytes: number;
  /** A long line is cut at the unit, also inside a surrogate pair. */
  readonly splits: boolean;
}

const maxLineUnits = 2_000;

/** Half a character, which no request survives. */
const half = '\uFFFD';

interface PageLines {
  readonly pieces: readonly Piece[];
  readonly lastLine: number;
  /** A line more would have been over the byte cap. */
  readonly isCapped: boolean;
}

/**
 * opencode's page of a file: numbered lines in a frame, long lines cut, whole lines up to `maxBytes` of their
 * text, and what there is to go on with.
 */
export function readPagePieces(
  page: ReadPage,
  text: OutputText,
  settings: ReadPageSettings,
): readonly Piece[] {
  const { era, maxBytes } = settings;
  if (page.askedOffset !== null && page.askedOffset < 1 && era === '2026-02') {
    return [harnessPiece('error', pastEndWords(page.askedOffset, page.totalLines))];
  }
  if (isBinaryName(page.path)) return [harnessPiece('error', binaryWords(page.path))];
  if (page.cut.kind === 'range-over-cap') {
    return [
      harnessPiece('error', `The range is over ${page.capTokens} tokens: ask for fewer lines, or use grep.`),
    ];
  }
  const lines = pageLines(page, text, settings);
  const [open, close] =
    era === '2026-02'
      ? [`<path>${page.path}</path>\n<type>file</type>\n<content>\n`, '\n</content>']
      : ['<file>\n', '\n</file>'];
  return [
    harnessPiece('status', open),
    ...lines.pieces,
    harnessPiece('notice', `\n\n${noteWords(page, lines, era, maxBytes, text)}`),
    harnessPiece('status', close),
  ];
}

function pageLines(page: ReadPage, text: OutputText, { era, maxBytes, splits }: ReadPageSettings): PageLines {
  const words = sliceWindowed(text.merged, 0, readableFromStart(text.merged));
  const pieces: Piece[] = [];
  let [at, bytes, line] = [0, 0, page.firstLine];
  for (; at < words.length; line++) {
    const newline = words.indexOf('\n', at);
    const lineEnd = newline < 0 ? words.length : newline;
    const end = newline > at && words.charCodeAt(newline - 1) === 0x0d ? lineEnd - 1 : lineEnd;
    const isLong = end - at > maxLineUnits;
    const shownEnd = isLong ? at + safeCutIndex(words.slice(at, end), maxLineUnits) : end;
    const isHalved = splits && isLong && shownEnd < at + maxLineUnits;
    const suffix = !isLong ? '' : era === '2026-02' ? `... (line truncated to ${maxLineUnits} chars)` : '...';
    const shown = words.slice(at, shownEnd) + (isHalved ? half : '');
    const counted = era === '2026-02' || !isLong ? shown + suffix : words.slice(at, end);
    const cost = utf8Length(counted) + (line > page.firstLine ? 1 : 0);
    if (bytes + cost > maxBytes) return { pieces, lastLine: line - 1, isCapped: true };
    bytes += cost;
    const number = era === '2026-02' ? `${line}: ` : `${String(line).padStart(5, '0')}| `;
    pieces.push(harnessPiece('line-number', line > page.firstLine ? `\n${number}` : number));
    if (shownEnd > at) pieces.push(outputPiece('merged', at, shownEnd));
    if (isHalved) pieces.push(harnessPiece('gap', half));
    if (suffix !== '') pieces.push(harnessPiece('gap', suffix));
    at = lineEnd + 1;
  }
  return { pieces, lastLine: line - 1, isCapped: false };
}

function noteWords(
  page: ReadPage,
  lines: PageLines,
  era: ReadEra,
  maxBytes: number,
  text: OutputText,
): string {
  const { lastLine } = lines;
  const isShort = lines.isCapped || page.cut.kind === 'partial' || page.cut.kind === 'long-line';
  if (era === '2026-01') {
    const beyond = `Use 'offset' parameter to read beyond line ${lastLine}`;
    if (isShort) return `(Output truncated at ${maxBytes} bytes. ${beyond})`;
    if (lastLine < page.totalLines) return `(File has more lines. ${beyond})`;
    return `(End of file - total ${page.totalLines + (endsWithNewline(text) ? 1 : 0)} lines)`;
  }
  const next = `Use offset=${lastLine + 1} to continue.`;
  if (isShort) {
    return `(Output capped at ${maxBytes / 1024} KB. Showing lines ${page.firstLine}-${lastLine}. ${next})`;
  }
  if (lastLine < page.totalLines) {
    return `(Showing lines ${page.firstLine}-${lastLine} of ${page.totalLines}. ${next})`;
  }
  return `(End of file - total ${page.totalLines} lines)`;
}

/** The #7239-era read counts the empty line after a final newline. */
function endsWithNewline(text: OutputText): boolean {
  const { head, tail } = text.merged;
  return (tail === '' ? head : tail).endsWith('\n');
}
