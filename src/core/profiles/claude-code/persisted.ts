import type { OutputText, Piece, ProfileContext, SavePlan, ToolRecord } from '../../contract/index.ts';
import { fileStemOf } from '../fileStem.ts';
import { inlineLimitOf } from '../resolve.ts';
import { elideMiddle } from '../shared/cuts.ts';
import { persistedNotice } from '../shared/persistedNotice.ts';
import { inlineResult, type ResultParts, resultParts, resultUnits, withEndings } from '../shared/result.ts';

/** Kept of a failing command's result where the quirk `failure-excerpt` is on, in UTF-16 units. */
const failureExcerptUnits = 10_000;

/** Kept of a result that is over its limit and has no file, in UTF-16 units. */
const unsavedUnits = 50_000;

export const failureExcerptQuirk = 'failure-excerpt';

/** Where Claude Code saves results: under the home, by project and session. */
export function resultsFolder(ctx: ProfileContext): string {
  return `${ctx.home}/.claude/projects/${folderName(ctx.workspace)}/${folderName(ctx.sessionId)}/tool-results`;
}

/** Saves what is over the tool's limit; a failing command's result is cut without a file where the quirk is on. */
export function planSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  const limit = inlineLimitOf(ctx.limits, record.tool);
  if (limit === null || record.facts?.kind === 'read-page' || isExcerpted(record, ctx)) return null;
  if (resultUnits(resultParts(record, text), text) <= limit) return null;
  return { path: `${resultsFolder(ctx)}/${fileStemOf(record.callId, ctx.usedStems)}.txt` };
}

/** The model view of any result that is not a page of a file. */
export function presentResult(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const parts = resultParts(record, text);
  const units = resultUnits(parts, text);
  if (isExcerpted(record, ctx)) {
    const excerpt = elideMiddle(parts.body, failureExcerptUnits, text);
    return withEndings(excerpt.pieces, parts.endings, text);
  }
  const limit = inlineLimitOf(ctx.limits, record.tool);
  if (limit !== null && units > limit) {
    return record.savedAs === null
      ? unsavedResult(record, parts, text)
      : withEndings(
          persistedNotice(record.savedAs.path, units, parts.body, text, ctx.limits.previewUnits),
          parts.endings,
          text,
        );
  }
  // Without a limit a result is still bounded by what the windows hold.
  const whole = elideMiddle(parts.body, Math.max(units, unsavedUnits), text);
  return inlineResult(whole.pieces, parts.endings, text);
}

function unsavedResult(record: ToolRecord, parts: ResultParts, text: OutputText): readonly Piece[] {
  const elided = elideMiddle(parts.body, unsavedUnits, text);
  const why = record.saveError === null ? '' : ` (${record.saveError.code}: ${record.saveError.message})`;
  const said = elided.omittedUnits === 0 ? [] : [`[The full output was not saved to a file${why}]`];
  return inlineResult(elided.pieces, [...said, ...parts.endings], text);
}

function isExcerpted(record: ToolRecord, ctx: ProfileContext): boolean {
  const { status } = record.outcome;
  return (
    ctx.quirks[failureExcerptQuirk] === 'exact' &&
    record.tool === 'bash' &&
    (status === 'failed' || status === 'timeout')
  );
}

function folderName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9]/gu, '-').slice(0, 200);
  return safe === '' ? '-' : safe;
}
