import type { OutputText, Piece, ProfileContext, SavePlan, ToolRecord } from '../../contract/index.ts';
import { harnessPiece, unitsOfPieces } from '../../pieces/index.ts';
import { isExact, lineLimits } from '../opencodeFamily/common.ts';
import { toolOutputFolder, toolOutputId } from '../opencodeFamily/files.ts';
import { cutLines, type LineCutLimits, withoutFinalNewline } from '../opencodeFamily/lineCut.ts';
import { metadataLines, metadataTrailer } from '../opencodeFamily/metadata.ts';
import { takeEndBytes } from '../shared/byteCuts.ts';
import { mergedPieces } from '../shared/viewSize.ts';

/** The whole output goes to a file where its tail is shown. */
export function planShellSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  if (tailOf(text, ctx) === null) return null;
  return { path: `${toolOutputFolder(ctx)}/${toolOutputId(record, ctx.sessionId)}` };
}

/** A command's result: its tail, cut by the shell tool itself, and below it how it was stopped. */
export function presentShell(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const trailer = metadataTrailer(metadataLines(record, 'shell', !isExact(ctx, 'no-exit-code')), 'shell');
  const tail = tailOf(text, ctx);
  const shown = tail ?? mergedPieces(text);
  return [
    ...(tail === null ? [] : [harnessPiece('notice', noticeWords(record, ctx))]),
    ...(unitsOfPieces(shown) === 0 ? [harnessPiece('empty', '(no output)')] : shown),
    ...(trailer === '' ? [] : [harnessPiece('status', trailer)]),
  ];
}

function noticeWords(record: ToolRecord, ctx: ProfileContext): string {
  const cut = isExact(ctx, 'tail-not-said')
    ? '...output truncated...'
    : '...output truncated: this is its end...';
  if (record.savedAs !== null) return `${cut}\n\nFull output saved to: ${record.savedAs.path}\n\n`;
  const why = record.saveError === null ? '' : ` (${record.saveError.code}: ${record.saveError.message})`;
  return `${cut}\n\nThe full output was not saved to a file${why}.\n\n`;
}

/**
 * Null where the output is within the limits. Whole lines from the end; where not even the last one fits, its
 * last bytes from a character on. A final newline makes an empty last line, which always fits: by default one
 * over-long ended line thus leaves nothing.
 */
function tailOf(text: OutputText, ctx: ProfileContext): readonly Piece[] | null {
  const limits: LineCutLimits = { ...lineLimits(ctx, 'bash'), direction: 'tail' };
  const whole = isExact(ctx, 'final-newline-counts')
    ? mergedPieces(text)
    : withoutFinalNewline(mergedPieces(text), text);
  const cut = cutLines(whole, text, limits);
  if (cut === null || limits.maxLines === 0) return cut?.kept ?? null;
  const isLost = cut.unit === 'bytes' && unitsOfPieces(cut.kept) === 0;
  return cut.keptLines === 0 || (isLost && !isExact(ctx, 'long-last-line-lost'))
    ? takeEndBytes(whole, limits.maxBytes, text).pieces
    : cut.kept;
}
