import type { OutputText, Piece, ProfileContext, SavePlan, ToolRecord } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { isExact, lineLimits } from '../opencodeFamily/common.ts';
import { cutLines, isOverLines } from '../opencodeFamily/lineCut.ts';
import { metadataLines, metadataTrailer } from '../opencodeFamily/metadata.ts';
import { saidResult } from '../opencodeFamily/said.ts';
import { endingLines } from '../shared/endings.ts';
import { mergedPieces, viewSize } from '../shared/viewSize.ts';
import { isLikelyJson, persistedBytes, resultPath } from './files.ts';
import { groupedWords } from './numbers.ts';
import { previewPieces } from './preview.ts';

/** What each window of an output holds at least: a preview is never larger. */
const windowUnits = 131_072;

export function planSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  if (record.facts?.kind === 'read-page' || saidResult(record, text) !== null) return null;
  if (!isOverLines(bodyOf(record, text, ctx), text, lineLimits(ctx, record.tool))) return null;
  return { path: resultPath(record, text, ctx), maxBytes: persistedBytes };
}

/** The model view of any result that is not a page of a file. */
export function presentPersisted(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const said = saidResult(record, text);
  if (said !== null) return said;
  const body = bodyOf(record, text, ctx);
  const limits = lineLimits(ctx, record.tool);
  if (!isOverLines(body, text, limits)) {
    return mergedPieces(text).length > 0 ? body : [harnessPiece('empty', '(no output)'), ...body];
  }
  const { savedAs, saveError } = record;
  if (savedAs === null) {
    return saveError !== null && isExact(ctx, 'save-failure-fails-call')
      ? [harnessPiece('error', saveError.message)]
      : plainOutput(body, record, text, ctx);
  }
  const preview = previewPieces(
    body,
    text,
    { ...limits, maxBytes: Math.min(limits.maxBytes, ctx.limits.previewUnits, windowUnits) },
    ctx,
  );
  return [...preview, harnessPiece('notice', noticeWords(savedAs.path, body, text, ctx))];
}

/** Output and trailer: this form, too, put the trailer before the cut. */
function bodyOf(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const lines =
    record.tool === 'bash'
      ? metadataTrailer(metadataLines(record, 'bash', !isExact(ctx, 'no-exit-code')), 'bash')
      : endingLines(record)
          .map((line) => `\n${line}`)
          .join('');
  return [...mergedPieces(text), ...(lines === '' ? [] : [harnessPiece('status', lines)])];
}

function noticeWords(path: string, body: readonly Piece[], text: OutputText, ctx: ProfileContext): string {
  const { utf8Bytes, newlines } = viewSize(body, text);
  const cap = groupedWords(persistedBytes);
  const jq = isExact(ctx, 'jq-always') || isLikelyJson(text.merged.head) ? ', or bash with jq for JSON' : '';
  return [
    '\n\n<truncation_notice>\nWARNING: Output was truncated. The preview above is INCOMPLETE and may be missing critical data.',
    `\nFull output (${groupedWords(utf8Bytes)} bytes, ${groupedWords(newlines + 1)} lines) saved to: ${path}`,
    utf8Bytes > persistedBytes ? `\nNote: Output was capped at ${cap} bytes due to size limits.` : '',
    `\nYou MUST read the file to get complete/accurate results. Use Read tool with offset/limit, Grep to search${jq}.`,
    '\n</truncation_notice>',
  ].join('');
}

/** The form without a file that stays beside it in the source; it calls bytes “chars”. */
function plainOutput(
  body: readonly Piece[],
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const limits = lineLimits(ctx, record.tool);
  const cut = cutLines(body, text, limits);
  if (cut === null) return body;
  const unit = cut.unit === 'bytes' && isExact(ctx, 'plain-output-unit') ? 'chars' : cut.unit;
  const marker = `...${cut.removed} ${unit} truncated...`;
  const why =
    record.saveError === null
      ? ''
      : `\n\n(The full output was not saved: ${record.saveError.code}: ${record.saveError.message})`;
  return limits.direction === 'tail'
    ? [harnessPiece('gap', `${marker}${why}\n\n`), ...cut.kept]
    : [...cut.kept, harnessPiece('gap', `\n\n${marker}${why}`)];
}
