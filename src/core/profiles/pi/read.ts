import type { OutputText, Piece, ProfileContext, ReadPage, ToolFacts } from '../../contract/index.ts';
import { utf8Length } from '../../output/index.ts';
import { harnessPiece, outputPiece, readableFromStart, sliceWindowed } from '../../pieces/index.ts';
import { piSettings } from './settings.ts';
import { piSize } from './words.ts';

/** Whole lines of the page from its first, without numbers, up to the limits of lines and bytes. */
export function presentPiRead(page: ReadPage, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const { maxLines, maxBytes, countsLastNewline } = piSettings(ctx);
  const source = text.merged;
  const raw = sliceWindowed(source, 0, readableFromStart(source));
  const isEnd = page.lastLine >= page.totalLines && page.cut.kind === 'none' && raw.length === source.units;
  // To the end of a file everything is shown; before it, the newline of the last line is left out.
  const isEnded = raw.endsWith('\n');
  const hasEmptyLast = countsLastNewline && (isEnd ? isEnded : true);
  const body = isEnded && !(isEnd && hasEmptyLast) ? raw.slice(0, -1) : raw;
  const total = page.totalLines + (hasEmptyLast ? 1 : 0);
  const lines = body.split('\n');
  const head = headLines(lines, maxLines, maxBytes);
  const first = page.firstLine;
  if (head.lines === 0) return [harnessPiece('error', hugeLineWords(page, lines[0] ?? '', maxBytes))];
  const shown = outputPiece('merged', 0, head.units);
  const last = first + head.lines - 1;
  const limit = head.by === 'bytes' ? ` (${piSize(maxBytes)} limit)` : '';
  const isCutHere = head.by !== null || page.cut.kind === 'window' || page.cut.kind === 'partial';
  if (page.cut.kind === 'long-line') {
    return [shown, harnessPiece('notice', `\n\n${hugeLineWords(page, lines[0] ?? '', maxBytes)}`)];
  }
  if (isCutHere) {
    return [
      shown,
      harnessPiece(
        'notice',
        `\n\n[Showing lines ${first}-${last} of ${total}${limit}. Use offset=${last + 1} to continue.]`,
      ),
    ];
  }
  if (isEnd && !(page.askedLimit !== null && last < total)) {
    return body === '' ? [harnessPiece('empty', `(${page.path}: no lines to show)`)] : [shown];
  }
  const left = total - last;
  return [
    shown,
    harnessPiece('notice', `\n\n[${left} more lines in file. Use offset=${last + 1} to continue.]`),
  ];
}

/** Words of a read that gave no page; null where Pi's are not known. */
export function piReadFailure(facts: ToolFacts, ctx: ProfileContext): string | null {
  if (facts.kind !== 'read-past-end') return null;
  const total = facts.totalLines + (piSettings(ctx).countsLastNewline ? 1 : 0);
  return `Offset ${facts.askedOffset} is beyond end of file (${total} lines total)`;
}

function headLines(lines: readonly string[], maxLines: number, maxBytes: number) {
  let bytes = 0;
  let units = 0;
  for (const [at, line] of lines.entries()) {
    if (at >= maxLines) return { lines: at, units, by: 'lines' as const };
    const joint = at === 0 ? 0 : 1;
    bytes += utf8Length(line) + joint;
    if (bytes > maxBytes) return { lines: at, units, by: 'bytes' as const };
    units += line.length + joint;
  }
  return { lines: lines.length, units, by: null };
}

function hugeLineWords(page: ReadPage, line: string, maxBytes: number): string {
  const bytes =
    page.cut.kind === 'long-line' ? Math.max(page.cut.lineUnits ?? 0, utf8Length(line)) : utf8Length(line);
  const n = page.firstLine;
  return `[Line ${n} is ${piSize(bytes)}, exceeds ${piSize(maxBytes)} limit. Use bash: sed -n '${n}p' ${page.path} | head -c ${maxBytes}]`;
}
