import type { OutputText, Piece, ProfileContext, SavePlan, ToolRecord } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { takeEndBytes, takeStartBytes } from '../shared/byteCuts.ts';
import { endingLines } from '../shared/endings.ts';
import { mergedPieces, viewSize } from '../shared/viewSize.ts';
import { isExact, lineLimits } from './common.ts';
import { toolOutputFolder, toolOutputId } from './files.ts';
import { cutLines, type LineCut, withoutFinalNewline } from './lineCut.ts';
import { metadataLines, metadataTrailer } from './metadata.ts';
import { saidResult } from './said.ts';

/** The full text goes to a file where the result is cut. */
export function planSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  if (record.facts?.kind === 'read-page' || saidResult(record, text) !== null) return null;
  if (cutOf(bodyOf(record, text, ctx).cuttable, record, text, ctx) === null) return null;
  return { path: `${toolOutputFolder(ctx)}/${toolOutputId(record, ctx.sessionId)}` };
}

/** The model view of any result that is not a page of a file. */
export function presentTruncated(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const said = saidResult(record, text);
  if (said !== null) return said;
  const { cuttable, after } = bodyOf(record, text, ctx);
  if (cuttable.length === 0) return [harnessPiece('empty', '(no output)'), ...after];
  const cut = cutOf(cuttable, record, text, ctx);
  if (cut === null) return [...cuttable, ...after];
  const { removed, unit, kept } = cut;
  const marker = `...${removed} ${unit} truncated...\n\n`;
  const hint = hintWords(record, ctx);
  return lineLimits(ctx, record.tool).direction === 'head'
    ? [...kept, harnessPiece('gap', `\n\n${marker}`), harnessPiece('notice', hint), ...after]
    : [harnessPiece('gap', marker), harnessPiece('notice', `${hint}\n\n`), ...kept, ...after];
}

/** What the cut looks at, and what stands after it: by default the trailer is cut with the output. */
function bodyOf(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): { readonly cuttable: readonly Piece[]; readonly after: readonly Piece[] } {
  const output = mergedPieces(text);
  const words =
    record.tool === 'bash'
      ? metadataTrailer(metadataLines(record, 'bash', !isExact(ctx, 'no-exit-code')), 'bash')
      : otherEndings(record);
  const trailer = words === '' ? [] : [harnessPiece('status', words)];
  if (output.length === 0 || !isExact(ctx, 'timeout-notice-cut')) return { cuttable: output, after: trailer };
  return { cuttable: [...output, ...trailer], after: [] };
}

function otherEndings(record: ToolRecord): string {
  const lines = endingLines(record);
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

function cutOf(
  pieces: readonly Piece[],
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): LineCut | null {
  const limits = lineLimits(ctx, record.tool);
  const counted = isExact(ctx, 'final-newline-counts') ? pieces : withoutFinalNewline(pieces, text);
  const cut = cutLines(counted, text, limits);
  if (cut === null || cut.keptLines > 0 || isExact(ctx, 'long-line-empty') || limits.maxLines === 0)
    return cut;
  const part = limits.direction === 'head' ? takeStartBytes : takeEndBytes;
  const { pieces: kept, bytes } = part(counted, limits.maxBytes, text);
  return { ...cut, kept, removed: viewSize(pieces, text).utf8Bytes - bytes };
}

function hintWords(record: ToolRecord, ctx: ProfileContext): string {
  const outcome =
    record.outcome.status === 'ok' || isExact(ctx, 'says-succeeded')
      ? 'The tool call succeeded but the output was truncated.'
      : 'The tool call did not succeed and the output was truncated.';
  if (record.savedAs === null) {
    const why = record.saveError === null ? '' : ` (${record.saveError.code}: ${record.saveError.message})`;
    return `${outcome} The full output was not saved to a file${why}.`;
  }
  return `${outcome} Full output saved to: ${record.savedAs.path}\n${nextStepWords(ctx)}`;
}

function nextStepWords(ctx: ProfileContext): string {
  const who = taskAgents[String(ctx.options['task-tool'])];
  return who === undefined
    ? 'Use Grep to search the full content or Read with offset/limit to view specific sections.'
    : `Use the Task tool to have ${who} process this file with Grep and Read (with offset/limit). Do NOT read the full file yourself - delegate to save context.`;
}

/** Whom the hint names where the agent may use the Task tool. */
const taskAgents: Readonly<Record<string, string>> = {
  yes: 'explore agent',
  'yes, before 2026-01-13': 'a subagent',
};
