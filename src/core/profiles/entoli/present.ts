import type {
  JsonObject,
  OutputText,
  Piece,
  ProfileContext,
  ReadPage,
  SavePlan,
  ToolRecord,
} from '../../contract/index.ts';
import { harnessPiece, outputPiece } from '../../pieces/index.ts';
import { inlineLimitOf } from '../resolve.ts';
import { elideMiddle } from '../shared/cuts.ts';
import { endingLines } from '../shared/endings.ts';
import { factsEnding, factsInstead } from '../shared/factWords.ts';
import { persistedNotice } from '../shared/persistedNotice.ts';
import { type PageWords, readPagePieces } from '../shared/readPage.ts';
import { durationWords } from '../shared/words.ts';
import { observation } from './observation.ts';
import { outputPath } from './places.ts';

/** Kept of a result that is to be saved and has no file, in UTF-16 units: the largest inline limit. */
const withoutFileUnits = 50_000;

const pageWords: PageWords = { read: 'read', grep: 'grep', bash: 'bash', saysWindow: true };

/** The single size test: a result longer than its tool's limit is written whole to a file. */
export function planSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  if (record.facts?.kind === 'read-page' || isInstead(record)) return null;
  const limit = inlineLimitOf(ctx.limits, record.tool);
  return limit !== null && text.merged.units > limit ? { path: outputPath(record.callId, ctx) } : null;
}

/** The model view of any result that is not a page of a file. */
export function presentResult(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const instead = record.facts === null ? null : factsInstead(record.facts);
  if (instead !== null) {
    const key = instead.role === 'error' ? 'error' : 'output';
    return observation({}, key, [harnessPiece(instead.role, instead.text)], text);
  }
  return observation(fieldsOf(record), 'output', outputValue(record, text, ctx), text);
}

/** A page of a file; a range over the cap is an error. */
export function presentPage(page: ReadPage, text: OutputText): readonly Piece[] {
  const key = page.cut.kind === 'range-over-cap' ? 'error' : 'output';
  return observation({}, key, readPagePieces(page, text, pageWords), text);
}

function outputValue(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const { units } = text.merged;
  const whole = units === 0 ? [] : [outputPiece('merged', 0, units)];
  const limit = inlineLimitOf(ctx.limits, record.tool);
  if (limit !== null && units > limit && record.savedAs !== null) {
    return persistedNotice(record.savedAs.path, units, whole, text, ctx.limits.previewUnits);
  }
  const kept = limit === null ? Math.max(units, withoutFileUnits) : withoutFileUnits;
  const elided = elideMiddle(whole, Math.max(kept, limit ?? 0), text);
  if (elided.omittedUnits === 0 || record.saveError === null) return elided.pieces;
  const { code, message } = record.saveError;
  return [
    ...elided.pieces,
    harnessPiece('notice', `\n[The full output was not saved to a file (${code}: ${message})]`),
  ];
}

/** What an observation says beside the output. */
function fieldsOf(record: ToolRecord): JsonObject {
  const { outcome } = record;
  const said = [
    ...(record.facts === null ? [] : factsEnding(record.facts)),
    ...endingLines({ ...record, outcome: { status: 'ok', exitCode: 0 } }),
  ];
  const notes: JsonObject = said.length === 0 ? {} : { notes: said };
  switch (outcome.status) {
    case 'ok':
      return { ...(outcome.exitCode === null ? {} : { exitCode: outcome.exitCode }), ...notes };
    case 'failed':
      return outcome.exitCode === null
        ? { error: endingOf(record), ...notes }
        : { exitCode: outcome.exitCode, ...notes };
    case 'timeout':
      if (record.facts?.kind === 'job') return { notes: [...said, endingOf(record)] };
      return { timedOut: true, error: timeoutWords(outcome.timeoutMs, outcome.unconfirmedStop), ...notes };
    case 'error':
      return { error: endingOf(record), ...notes };
  }
}

function timeoutWords(timeoutMs: number, unconfirmedStop: boolean): string {
  const rest = unconfirmedStop ? ' (the stop was not confirmed: it may still be running)' : '';
  return `Command timed out after ${durationWords(timeoutMs)} and was stopped${rest}; its output up to then is kept. A command that long belongs in the background: run it again with background: true.`;
}

function endingOf(record: ToolRecord): string {
  return endingLines({ ...record, notes: [], output: { ...record.output, loss: null } }).join(' ');
}

function isInstead(record: ToolRecord): boolean {
  return record.facts !== null && factsInstead(record.facts) !== null;
}
