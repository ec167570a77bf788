import type { OutputText, Piece, ReadPage, ToolFacts } from '../../contract/index.ts';
import { harnessPiece, outputPiece } from '../../pieces/index.ts';
import { pageLines } from '../shared/pageLines.ts';

const lineUnits = 2_000;

/** What was cut is said above the text. A newline at the file's end makes one more, empty, line. */
export function presentGeminiRead(page: ReadPage, text: OutputText): readonly Piece[] {
  const lines = pageLines(text, page.firstLine);
  const isEnd = page.lastLine >= page.totalLines;
  const endsInNewline = endOf(text).endsWith('\n');
  // A page that stops before the end takes the file to end with a newline.
  const total = page.totalLines + (isEnd && !endsInNewline ? 0 : 1);
  const pieces: Piece[] = [];
  let hasLong = false;
  for (const [at, line] of lines.entries()) {
    const isLong = line.text.length > lineUnits;
    const isLast = at === lines.length - 1;
    hasLong ||= isLong;
    const joint = isLast && !isEnd ? 0 : 1;
    const end = Math.min(line.end + joint, text.merged.units);
    if (isLong) {
      const kept = line.start + lineUnits - (isHighAt(line.text, lineUnits - 1) ? 1 : 0);
      pieces.push(outputPiece('merged', line.start, kept), harnessPiece('gap', '... [truncated]'));
      pieces.push(outputPiece('merged', line.end, end));
    } else pieces.push(outputPiece('merged', line.start, end));
  }
  // The window of lines counts the empty last line too: a file of exactly 2,000 ended lines has 2,001.
  const last = page.firstLine + lines.length - 1 + (isEnd && endsInNewline ? 1 : 0);
  const isCut = page.firstLine > 1 || last < total || hasLong;
  if (!isCut) {
    return pieces.length === 0 ? [harnessPiece('empty', `(${page.path}: no lines to show)`)] : pieces;
  }
  return [harnessPiece('notice', noticeWords(page.firstLine, last, total)), ...pieces];
}

function noticeWords(first: number, last: number, total: number): string {
  return [
    '\nIMPORTANT: The file content has been truncated.',
    `\nStatus: Showing lines ${first}-${last} of ${total} total lines.`,
    "\nAction: To read more of the file, you can use the 'start_line' and 'end_line' parameters in a subsequent 'read_file' call.",
    ` For example, to read the next section of the file, use start_line: ${last + 1}.`,
    '\n\n--- FILE CONTENT (truncated) ---\n',
  ].join('');
}

/** Words of a read that gave no page; null where Gemini CLI's are not known. */
export function geminiReadFailure(facts: ToolFacts): string | null {
  if (facts.kind === 'read-missing') {
    return 'Could not read file because no file was found at the specified path.';
  }
  if (facts.kind === 'read-directory') {
    return 'Could not read file because the provided path is a directory, not a file.';
  }
  return null;
}

function endOf({ merged }: OutputText): string {
  return merged.tail === '' ? merged.head : merged.tail;
}

function isHighAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
