import type { OutputText, Piece, ProfileContext, SavePlan, ToolRecord } from '../../contract/index.ts';
import { harnessPiece } from '../../pieces/index.ts';
import { inlineLimitOf } from '../resolve.ts';
import { isAborted } from '../shared/harnessEndings.ts';
import { orNoOutput, plainResult, wholeResult, withForeignEndings } from '../shared/harnessResult.ts';
import { type LongText, longText, mergedText, withoutLastNewlines } from '../shared/longText.ts';
import { recordHex, secondsWords } from '../shared/recordIds.ts';
import { killedIsOneQuirk } from './about.ts';
import { type GooseSettings, gooseSettings } from './settings.ts';

const temporaryFolder = '/tmp';
export const gooseResponsesFolder = `${temporaryFolder}/goose_mcp_responses`;

/** One file for a result: of the handler for large responses where that replaces the text, else of the shell. */
export function planGooseSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  if (isReplaced(record, text, ctx)) {
    return { path: `${gooseResponsesFolder}/mcp_response_${timeWords(record.endedAtMs)}.txt` };
  }
  if (record.tool !== 'bash') return null;
  return reasonOf(withoutLastNewlines(mergedText(text), text), gooseSettings(ctx)) === null
    ? null
    : { path: shellPath(record) };
}

export function presentGoose(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  if (!isReplaced(record, text, ctx)) {
    return record.tool === 'bash'
      ? withForeignEndings(rendered(record, text, ctx, whereWords(record)), record, text)
      : wholeResult(record, text);
  }
  const { savedAs } = record;
  const characters = longText(rendered(record, text, ctx, `saved to ${shellPath(record)}`), text).codePoints;
  const where =
    savedAs === null
      ? `${whereWords(record)}.`
      : `is stored in the file which you can use other tools to examine or search in: ${savedAs.path}`;
  const words = `The response returned from the tool call was larger (${characters} characters) and ${where}`;
  return withForeignEndings([harnessPiece('notice', words)], record, text);
}

function isReplaced(record: ToolRecord, text: OutputText, ctx: ProfileContext): boolean {
  const limit = inlineLimitOf(ctx.limits, record.tool);
  if (limit === null) return false;
  const result = longText(rendered(record, text, ctx, `saved to ${shellPath(record)}`), text);
  return result.codePoints > limit;
}

/** What the tool itself gives back. `where` tells of the whole output's place. */
function rendered(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
  where: string,
): readonly Piece[] {
  if (record.tool !== 'bash') return plainResult(record, text);
  const settings = gooseSettings(ctx);
  const output = withoutLastNewlines(mergedText(text), text);
  const reason = reasonOf(output, settings);
  const ending = endingOf(record, ctx);
  const body =
    reason === null
      ? orNoOutput(output.pieces, '(no output)')
      : [
          ...output.slice(previewStart(output, settings.previewLines), output.units),
          harnessPiece(
            'notice',
            `\n\n[${reason} Full output ${where}. Read it with shell commands like \`head\`, \`tail\`, or \`sed -n '100,200p'\` up to 2000 lines at a time.]`,
          ),
        ];
  const status = ending === null ? [] : [harnessPiece('status', `\n\n${ending}`)];
  return [...body, ...status];
}

function reasonOf(output: LongText, settings: GooseSettings): string | null {
  const lines = output.newlines + 1;
  if (output.units === 0) return null;
  if (lines > settings.shellLines) {
    return `Output exceeded ${settings.shellLines} line limit (${lines} lines total).`;
  }
  return output.utf8Bytes > settings.shellBytes
    ? `Output exceeded ${settings.shellBytes} byte limit (${output.utf8Bytes} bytes total).`
    : null;
}

/** Unit at which the last lines begin; where that cannot be read, the first line that is wholly in memory. */
function previewStart(output: LongText, lines: number): number {
  if (output.newlines < lines) return 0;
  const end = output.end(output.units);
  let at = end.length;
  let oldest = end.length;
  for (let found = 0; found < lines; found++) {
    const newline = at === 0 ? -1 : end.lastIndexOf('\n', at - 1);
    if (newline < 0) break;
    at = newline;
    oldest = newline + 1;
  }
  return output.units - end.length + (oldest === end.length ? 0 : oldest);
}

function endingOf(record: ToolRecord, ctx: ProfileContext): string | null {
  const { outcome } = record;
  if (outcome.status === 'timeout')
    return `Command timed out after ${secondsWords(outcome.timeoutMs)} seconds`;
  if (isAborted(record)) return 'Command was stopped by the user';
  if (outcome.status !== 'failed') return null;
  if (outcome.exitCode !== null) return `Command exited with code ${outcome.exitCode}`;
  return ctx.quirks[killedIsOneQuirk] === 'exact'
    ? 'Command exited with code 1'
    : `Command was ended by ${outcome.signal ?? 'an unknown signal'}`;
}

function whereWords({ savedAs, saveError }: ToolRecord): string {
  if (savedAs !== null) return `saved to ${savedAs.path}`;
  return saveError === null
    ? 'was not saved to a file'
    : `was not saved to a file (${saveError.code}: ${saveError.message})`;
}

function shellPath(record: ToolRecord): string {
  return `${temporaryFolder}/.tmp${recordHex(record, 6)}/output`;
}

/** `20261130_155012.123000`: date and time in UTC, with microseconds. */
function timeWords(atMs: number): string {
  const iso = new Date(atMs).toISOString();
  return `${iso.slice(0, 10).replaceAll('-', '')}_${iso.slice(11, 19).replaceAll(':', '')}.${iso.slice(20, 23)}000`;
}
