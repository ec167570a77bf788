import type { OutputText, Piece, ProfileContext, SavePlan, ToolRecord } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { fileStemOf } from '../fileStem.ts';
import { isBlank } from '../shared/bashBody.ts';
import { isAborted } from '../shared/harnessEndings.ts';
import { withForeignEndings } from '../shared/harnessResult.ts';
import { longText, mergedText, withoutLastNewlines } from '../shared/longText.ts';
import { grouped } from '../shared/recordIds.ts';
import { cutByUnits } from '../shared/unitCut.ts';
import { splitSurrogateQuirk } from './about.ts';
import { thresholdOf } from './settings.ts';

const shellToolName = 'run_shell_command';

export function geminiFolder(ctx: ProfileContext): string {
  const project = safePart(ctx.workspace).replace(/^_+/, '').toLowerCase() || 'project';
  return `${ctx.home}/.gemini/tmp/${project}/tool-outputs/session-${safePart(ctx.sessionId)}`;
}

export function planGeminiSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  if (record.tool !== 'bash') return null;
  const threshold = thresholdOf(record, ctx);
  if (threshold === null || longText(wrapped(record, text, ctx), text).units <= threshold) return null;
  const id = safePart(record.callId).toLowerCase();
  const name = id.startsWith(shellToolName) ? id : `${shellToolName}_${id}`;
  return { path: `${geminiFolder(ctx)}/${fileStemOf(name, ctx.usedStems)}.txt` };
}

export function presentGeminiShell(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  const whole = longText(wrapped(record, text, ctx), text);
  const threshold = thresholdOf(record, ctx);
  if (threshold === null ? whole.isWhole : whole.units <= threshold) {
    return withForeignEndings(whole.pieces, record, text);
  }
  const kept = threshold ?? whole.units;
  const percent = typeof ctx.options.headPercent === 'number' ? ctx.options.headPercent : 20;
  const headUnits = Math.floor((kept * percent) / 100);
  const tailUnits = kept - headUnits;
  const splits = ctx.quirks[splitSurrogateQuirk] === 'exact';
  const { head, tail, omittedUnits } = cutByUnits(whole, headUnits, tailUnits, splits);
  const said = `Output too large. Showing first ${grouped(headUnits)} and last ${grouped(tailUnits)} characters. ${whereWords(record)}\n`;
  return withForeignEndings(
    [
      harnessPiece('notice', said),
      ...head,
      harnessPiece('gap', `\n\n... [${grouped(omittedUnits)} characters omitted] ...\n\n`),
      ...tail,
    ],
    record,
    text,
  );
}

function whereWords({ savedAs, saveError }: ToolRecord): string {
  if (savedAs !== null) return `For full output see: ${savedAs.path}`;
  const why = saveError === null ? '' : ` (${saveError.code}: ${saveError.message})`;
  return `The full output was not saved to a file${why}`;
}

/** The result in its wrap, as it is before any cut. */
function wrapped(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  return [
    harnessPiece('status', '<untrusted_context>\n'),
    ...bodyOf(record, text, ctx),
    harnessPiece('status', '\n</untrusted_context>'),
  ];
}

function bodyOf(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const { outcome } = record;
  // A terminal's text has no empty lines at its end.
  const output = withoutLastNewlines(mergedText(text), text).pieces;
  if (outcome.status === 'timeout' || isAborted(record)) {
    const said =
      outcome.status === 'timeout'
        ? `Command was automatically cancelled because it exceeded the timeout of ${(outcome.timeoutMs / 60_000).toFixed(1)} minutes without output.`
        : 'Command was cancelled by user before it could complete.';
    return isBlank(text)
      ? [harnessPiece('status', `${said} There was no output before it was cancelled.`)]
      : [harnessPiece('status', `${said} Below is the output before it was cancelled:\n`), ...output];
  }
  const lines = statusLines(record, ctx);
  const shown = output.length === 0 ? [harnessPiece('empty', '(empty)')] : output;
  const status = lines.length === 0 ? [] : [harnessPiece('status', `\n${lines.join('\n')}`)];
  return [harnessPiece('status', 'Output: '), ...shown, ...status];
}

function statusLines({ outcome }: ToolRecord, ctx: ProfileContext): readonly string[] {
  const { processGroup } = ctx.options;
  const lines: string[] = [];
  if (outcome.status === 'failed') {
    if (outcome.exitCode !== null) lines.push(`Exit Code: ${outcome.exitCode}`);
    if (outcome.signal !== null) lines.push(`Signal: ${outcome.signal}`);
  }
  if (typeof processGroup === 'number' && processGroup > 0) lines.push(`Process Group PGID: ${processGroup}`);
  return lines;
}

function safePart(part: string): string {
  return part.replace(/[^a-zA-Z0-9_-]/g, '_');
}
