import type { OutputText, Piece, ProfileContext, SavePlan, ToolRecord } from '../../contract/index.ts';
import { harnessPiece, unitsOfPieces } from '../../pieces/index.ts';
import { isAborted } from '../shared/harnessEndings.ts';
import { orNoOutput, withForeignEndings } from '../shared/harnessResult.ts';
import { type LongText, mergedText } from '../shared/longText.ts';
import { unitsOfLastBytes } from '../shared/measuredCuts.ts';
import { recordHex, secondsWords } from '../shared/recordIds.ts';
import { lastLineBytes, type TailCut, tailLines } from '../shared/tailLines.ts';
import { killedLooksFineQuirk } from './about.ts';
import { type PiSettings, piSettings } from './settings.ts';
import { piSize } from './words.ts';

const piFolder = '/tmp';

/** What 0.58 keeps in memory of a command that is stopped: twice the limit. */
const ringBytes = 102_400;

/** Begun past the byte limit; in newer releases, and with the quirk fixed, also past the line limit. */
export function planPiSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  if (record.tool !== 'bash') return null;
  const settings = piSettings(ctx);
  const output = mergedText(text);
  const isBegun =
    output.utf8Bytes > settings.maxBytes || (settings.savesByLines && tailLines(output, settings) !== null);
  return isBegun ? { path: `${piFolder}/pi-bash-${recordHex(record, 16)}.log` } : null;
}

export function presentPiBash(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const settings = piSettings(ctx);
  const ending = piEnding(record, ctx);
  const isStopped = record.outcome.status === 'timeout' || isAborted(record);
  const output = mergedText(text);
  const shown = isStopped && !settings.isNewer ? ringOf(output) : piTail(output, record, settings);
  const body = isStopped ? shown : orNoOutput(shown, '(no output)');
  const pieces: Piece[] = [...body];
  if (ending !== null) {
    if (unitsOfPieces(body) > 0) pieces.push(harnessPiece('separator', '\n\n'));
    pieces.push(harnessPiece('status', ending));
  }
  return withForeignEndings(pieces, record, text);
}

function ringOf(output: LongText): readonly Piece[] {
  const units = unitsOfLastBytes(output.end(ringBytes), ringBytes);
  return output.slice(output.units - units, output.units);
}

function piTail(output: LongText, record: ToolRecord, settings: PiSettings): readonly Piece[] {
  const cut = tailLines(output, settings);
  if (cut === null) return output.pieces;
  const kept = orNoOutput(output.slice(cut.from, cut.to), '(no output)');
  return [...kept, harnessPiece('notice', `\n\n[${cutWords(cut, output, settings)}. ${whereWords(record)}]`)];
}

function cutWords(cut: TailCut, output: LongText, { maxBytes }: PiSettings): string {
  const last = cut.totalLines;
  if (cut.lastLinePartial) {
    const lineBytes = lastLineBytes(output, cut.to) ?? output.end(output.units).length;
    return `Showing last ${piSize(cut.bytes)} of line ${last} (line is ${piSize(lineBytes)})`;
  }
  const limit = cut.by === 'bytes' ? ` (${piSize(maxBytes)} limit)` : '';
  return `Showing lines ${last - cut.lines + 1}-${last} of ${last}${limit}`;
}

/** `undefined` is what 0.58 prints where no file was begun; a save that failed is ours to say. */
function whereWords({ savedAs, saveError }: ToolRecord): string {
  if (savedAs !== null) return `Full output: ${savedAs.path}`;
  return saveError === null
    ? 'Full output: undefined'
    : `Full output was not saved (${saveError.code}: ${saveError.message})`;
}

function piEnding(record: ToolRecord, ctx: ProfileContext): string | null {
  const { outcome } = record;
  if (outcome.status === 'timeout')
    return `Command timed out after ${secondsWords(outcome.timeoutMs)} seconds`;
  if (isAborted(record)) return 'Command aborted';
  if (outcome.status !== 'failed') return null;
  if (outcome.exitCode !== null) return `Command exited with code ${outcome.exitCode}`;
  if (ctx.quirks[killedLooksFineQuirk] === 'exact') return null;
  return outcome.signal === null
    ? 'Command failed without an exit code'
    : `Command was ended by ${outcome.signal}`;
}
