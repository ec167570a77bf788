import type { OutputText, Piece, ReadPage, ToolFacts } from '../../contract/index.ts';
import { safeCutIndex, utf8Length } from '../../output/index.ts';
import { harnessPiece, outputPiece, readableFromStart, sliceWindowed } from '../../pieces/index.ts';
import type { ReadLimits } from './shellLimits.ts';

/** Most numbers of clamped lines that the note lists. */
const listedLines = 20;

export type ReadViewLimits = Pick<ReadLimits, 'maxLines' | 'maxViewBytes' | 'maxCharsPerLine'>;

interface ViewLines {
  readonly pieces: readonly Piece[];
  readonly lastLine: number;
  readonly clamped: readonly number[];
  readonly stop: 'line limit' | 'view-byte limit' | null;
}

/** The read tool's view of a page: `<n>|<text>` lines, then its notes after a blank line. */
export function readViewPieces(page: ReadPage, text: OutputText, limits: ReadViewLimits): readonly Piece[] {
  const limit = Math.min(Math.max(page.askedLimit ?? limits.maxLines, 1), limits.maxLines);
  const lines = viewLines(page, text, { ...limits, maxLines: limit });
  const notes: string[] = [];
  if (page.askedLimit !== null && page.askedLimit > limits.maxLines) {
    notes.push(
      `[read:clamped] The requested line count of ${page.askedLimit} is over the maximum, so at most ${limits.maxLines} lines are shown.`,
    );
  }
  if (lines.lastLine < page.totalLines) notes.push(nextNote(page, lines, limit, limits));
  if (lines.clamped.length > 0) notes.push(clampedNote(lines.clamped, limits.maxCharsPerLine));
  const noted = notes.join('\n');
  if (noted === '') return lines.pieces;
  return [...lines.pieces, harnessPiece('notice', lines.pieces.length === 0 ? noted : `\n\n${noted}`)];
}

/** What read says where there are no lines to show; null for facts that are not its own. */
export function readFactsWords(facts: ToolFacts, limit: number): string | null {
  switch (facts.kind) {
    case 'read-empty':
      return `[read:empty] ${facts.path} is empty (0 bytes); no retry is needed.`;
    case 'read-missing': {
      const near = facts.near.map((path) => JSON.stringify(path.slice(path.lastIndexOf('/') + 1))).join(', ');
      return `[read:not-found] ${facts.path} was not found.${near === '' ? '' : ` Nearby names: ${near}.`}`;
    }
    case 'read-past-end': {
      const { path, askedOffset, totalLines } = facts;
      return `[read:offset-past-eof] Line ${askedOffset} is past EOF; the file has ${totalLines} logical line${totalLines === 1 ? '' : 's'}. To read the last line, retry with ${retryWords(path, Math.max(totalLines, 1), limit)}.`;
    }
    case 'read-directory':
      return `[read:not-a-file] ${facts.path} is a directory; directories, FIFOs, sockets, and devices are refused before any content read.`;
    case 'read-stub':
      return `[read:unsupported] ${facts.path} is not text: ${facts.content}, ${facts.bytes} bytes, SHA-256 ${facts.sha256}.`;
    default:
      return null;
  }
}

function viewLines(page: ReadPage, text: OutputText, limits: ReadViewLimits): ViewLines {
  const words = sliceWindowed(text.merged, 0, readableFromStart(text.merged));
  const pieces: Piece[] = [];
  const clamped: number[] = [];
  let [at, bytes, line] = [0, 0, page.firstLine];
  for (; at < words.length; line++) {
    if (line - page.firstLine >= limits.maxLines) {
      return { pieces, lastLine: line - 1, clamped, stop: 'line limit' };
    }
    const newline = words.indexOf('\n', at);
    const lineEnd = newline < 0 ? words.length : newline;
    const end = newline > at && words.charCodeAt(newline - 1) === 0x0d ? lineEnd - 1 : lineEnd;
    const isLong = end - at > limits.maxCharsPerLine;
    const shown = isLong ? safeCutIndex(words.slice(at, end), limits.maxCharsPerLine) : end - at;
    const cost = utf8Length(words.slice(at, at + shown)) + (line > page.firstLine ? 1 : 0);
    if (bytes + cost > limits.maxViewBytes) {
      return { pieces, lastLine: line - 1, clamped, stop: 'view-byte limit' };
    }
    bytes += cost;
    pieces.push(harnessPiece('line-number', `${line > page.firstLine ? '\n' : ''}${line}|`));
    if (shown > 0) pieces.push(outputPiece('merged', at, at + shown));
    if (isLong) {
      clamped.push(line);
      pieces.push(harnessPiece('gap', `… [line truncated at ${shown} chars]`));
    }
    at = lineEnd + 1;
  }
  return { pieces, lastLine: line - 1, clamped, stop: null };
}

function nextNote(page: ReadPage, lines: ViewLines, limit: number, limits: ReadViewLimits): string {
  const next = lines.lastLine + 1;
  if (lines.pieces.length === 0 && lines.stop === 'view-byte limit') {
    return `[read:first-line-exceeds-byte-limit] Line ${next} cannot be shown within the ${limits.maxViewBytes}-byte view limit. To skip it, continue with ${retryWords(page.path, next + 1, limit)}.`;
  }
  const isBudget = page.cut.kind === 'partial' || page.cut.kind === 'range-over-cap';
  const reason = lines.stop ?? (isBudget ? 'view budget' : 'line limit');
  return `[read:continue] Output stopped at the ${reason}. Continue with ${retryWords(page.path, next, limit)}.`;
}

function clampedNote(lines: readonly number[], maxChars: number): string {
  const isOne = lines.length === 1;
  const listed = lines.slice(0, listedLines).join(', ') + (lines.length > listedLines ? ', …' : '');
  return `[read:line-clamped] Source line${isOne ? '' : 's'} ${listed} exceeded ${maxChars} characters and ${isOne ? 'was' : 'were'} clamped.`;
}

function retryWords(path: string, offset: number, limit: number): string {
  return JSON.stringify({ path, offset, limit });
}
