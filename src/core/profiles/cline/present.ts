import type { OutputText, Piece, ProfileContext, ToolRecord } from '../../contract/index.ts';
import { harnessPiece, unitsOfPieces } from '../../pieces/index.ts';
import { inlineLimitOf } from '../resolve.ts';
import { isAborted } from '../shared/harnessEndings.ts';
import { orNoOutput, plainResult, withForeignEndings } from '../shared/harnessResult.ts';
import { type LongText, longText, mergedText } from '../shared/longText.ts';
import { cutByUnits } from '../shared/unitCut.ts';
import { splitCharacterQuirk } from './about.ts';

export function presentClineBash(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const ending = endingOf(record);
  const body = clineCut(mergedText(text), 'bash', ctx);
  const shown = ending === null ? orNoOutput(body, '(no output)') : body;
  const separator = ending !== null && unitsOfPieces(shown) > 0 ? [harnessPiece('separator', '\n')] : [];
  const status = ending === null ? [] : [harnessPiece('status', ending)];
  return withForeignEndings([...status, ...separator, ...shown], record, text);
}

/** Every other result: a search keeps its head and tail as a command does. */
export function presentClineResult(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  return clineCut(longText(plainResult(record, text), text), record.tool, ctx);
}

function clineCut(output: LongText, tool: string, ctx: ProfileContext): readonly Piece[] {
  const limit = inlineLimitOf(ctx.limits, tool);
  if (limit === null ? output.isWhole : output.units <= limit) return output.pieces;
  const kept = limit ?? output.units;
  const headUnits = Math.ceil(kept / 2);
  const splits = ctx.quirks[splitCharacterQuirk] === 'exact';
  const { head, tail } = cutByUnits(output, headUnits, Math.max(1, kept - headUnits), splits);
  return [...head, harnessPiece('gap', `\n${markerOf(tool, output.units)}\n`), ...tail];
}

function markerOf(tool: string, totalUnits: number): string {
  return tool === 'grep' || tool === 'glob'
    ? `[... search output truncated: ${totalUnits} chars total. Narrow the pattern or scope to view the elided matches ...]`
    : `[... output truncated: ${totalUnits} chars total. Refine the command (grep, head, tail) to view the elided middle ...]`;
}

function endingOf(record: ToolRecord): string | null {
  const { outcome } = record;
  if (outcome.status === 'timeout') return `Command timed out after ${outcome.timeoutMs}ms`;
  if (isAborted(record)) return 'Command was aborted';
  if (outcome.status !== 'failed') return null;
  if (outcome.exitCode !== null) return `Command failed with exit code ${outcome.exitCode}`;
  return `Command was ended by ${outcome.signal ?? 'an unknown signal'}`;
}
