import type { OutputText, Piece, ProfileContext, SavePlan, ToolRecord } from '../../contract/index.ts';
import { harnessPiece, outputPiece, textOfPieces } from '../../pieces/index.ts';
import { fileStemOf } from '../fileStem.ts';
import { factsInstead } from '../shared/factWords.ts';
import { inlineResult, resultParts } from '../shared/result.ts';
import { countWords } from '../shared/words.ts';
import { type BinaryKind, binaryKind } from './binary.ts';
import { type CutReason, fileWords, gapWords, limitWords, longestWords, topWords } from './cutWords.ts';
import { cutHeadAndTail } from './headTail.ts';
import { type JsonText, jsonOf } from './json/jsonText.ts';
import { synopsisOf } from './json/synopsis.ts';
import { sizeOf, sizeOfText } from './measure.ts';
import { type Settings, settingsFor } from './settings.ts';
import { statusLines } from './status.ts';

/** How a result is shown: decided once, for the file and for the view alike. */
type View =
  | { readonly kind: 'words' }
  | { readonly kind: 'inline' }
  | { readonly kind: 'binary'; readonly binary: BinaryKind }
  | { readonly kind: 'cut'; readonly reason: CutReason };

/** Where results are saved: below the home, so that the workspace holds the user's files only. */
export function savedFolder(ctx: ProfileContext): string {
  return `${ctx.home}/.spillway/${fileStemOf(ctx.sessionId, new Set())}`;
}

/** Saves what is not shown whole, under a name that says what it is. */
export function planSave(record: ToolRecord, text: OutputText, ctx: ProfileContext): SavePlan | null {
  const view = viewOf(record, text, ctx);
  if (view.kind === 'words' || view.kind === 'inline') return null;
  const extension =
    view.kind === 'binary' ? view.binary.extension : jsonOf(record, text) === null ? 'txt' : 'json';
  return { path: `${savedFolder(ctx)}/${fileStemOf(record.callId, ctx.usedStems)}.${extension}` };
}

/** The model view of any result that is not a page of a file. */
export function presentResult(record: ToolRecord, text: OutputText, ctx: ProfileContext): readonly Piece[] {
  const view = viewOf(record, text, ctx);
  if (view.kind === 'words') {
    const parts = resultParts(record, text);
    return inlineResult(parts.body, parts.endings, text);
  }
  const settings = settingsFor(record.tool, ctx);
  const head = headPieces(record, text);
  if (view.kind === 'inline') return [...head, ...wholeOutput(text)];
  if (view.kind === 'binary') return [...head, harnessPiece('notice', binaryWords(view.binary, record))];
  const json = settings.jsonSynopsis ? jsonOf(record, text) : null;
  const synopsis = json === null ? null : synopsisPieces(json, head, view.reason, settings, record, text);
  return synopsis ?? cutPieces(head, view.reason, settings, record, text) ?? [...head, ...wholeOutput(text)];
}

function viewOf(record: ToolRecord, text: OutputText, ctx: ProfileContext): View {
  const isPage = record.facts?.kind === 'read-page';
  if (isPage || (record.facts !== null && factsInstead(record.facts) !== null)) return { kind: 'words' };
  const binary = binaryKind(text.merged);
  if (binary !== null) return { kind: 'binary', binary };
  const reason = overLimit(record, text, settingsFor(record.tool, ctx));
  return reason === null ? { kind: 'inline' } : { kind: 'cut', reason };
}

/** What the whole view would be over, null where it fits. What no window holds is cut whatever the limits say. */
function overLimit(record: ToolRecord, text: OutputText, settings: Settings): CutReason | null {
  const { merged } = text;
  const { limit, unit, maxLines } = settings;
  if (limit === null) return isFullyHeld(text) ? null : { over: 'windows' };
  const status = statusLines(record, text).join('\n');
  const headSize = status === '' ? 0 : sizeOf(status, unit) + (merged.units > 0 ? 1 : 0);
  const size = sizeOfText(merged, unit);
  // Words that alone take most of the limit leave half of it to the output.
  if (headSize + size > limit && size > Math.floor(limit / 2)) return { over: 'size' };
  return merged.lines > maxLines ? { over: 'lines' } : null;
}

function cutPieces(
  head: readonly Piece[],
  reason: CutReason,
  settings: Settings,
  record: ToolRecord,
  text: OutputText,
): readonly Piece[] | null {
  const cut = cutHeadAndTail(text.merged, budgetOf(head, reason, settings, record, text), settings);
  if (cut === null) return null;
  return [
    ...head,
    harnessPiece('notice', topWords(cut, reason, settings, record)),
    outputPiece('merged', 0, cut.headEnd),
    harnessPiece('gap', gapWords(cut, record)),
    outputPiece('merged', cut.tailStart, text.merged.units),
  ];
}

/** What is left of the limit for output when the words have theirs; half of it where the words are long. */
function budgetOf(
  head: readonly Piece[],
  reason: CutReason,
  settings: Settings,
  record: ToolRecord,
  text: OutputText,
): number {
  const { limit, unit } = settings;
  if (limit === null) return text.merged.head.length + text.merged.tail.length;
  const words = longestWords(text.merged, reason, settings, record);
  const used = sizeOf(textOfPieces(head, text), unit) + sizeOf(words, unit);
  return Math.max(limit - used, Math.floor(limit / 2));
}

/** Null where even the structure is over the limit: the two ends say more then. */
function synopsisPieces(
  json: JsonText,
  head: readonly Piece[],
  reason: CutReason,
  settings: Settings,
  record: ToolRecord,
  text: OutputText,
): readonly Piece[] | null {
  const { limit, unit, synopsisUnits } = settings;
  const half = limit === null ? synopsisUnits : Math.floor(limit / 2);
  const synopsis = synopsisOf(json, Math.min(synopsisUnits, half));
  const { utf8Bytes, lines } = text.merged;
  const checked = json.checked ? '' : ' (larger than what is looked at: judged by its two ends)';
  const top = [
    `[JSON${checked}, over ${limitWords(reason, settings)}. `,
    `${countWords(lines, 'line')}, ${synopsis.shownBytes} bytes shown of ${utf8Bytes}: its structure, with byte offsets in the file; values stand as they are. `,
    `${fileWords(record)}]\n`,
  ].join('');
  const where = record.savedAs === null ? 'saved to no file' : `full output: ${record.savedAs.path}`;
  const end = `[... ${utf8Bytes - synopsis.shownBytes} bytes of values not shown; ${where} ...]`;
  const pieces = [...head, harnessPiece('notice', top), ...synopsis.pieces, harnessPiece('gap', end)];
  return limit !== null && sizeOf(textOfPieces(pieces, text), unit) > limit ? null : pieces;
}

function headPieces(record: ToolRecord, text: OutputText): readonly Piece[] {
  const status = statusLines(record, text).join('\n');
  if (status === '') return [];
  return [
    harnessPiece(
      text.merged.units === 0 ? 'empty' : 'status',
      text.merged.units === 0 ? status : `${status}\n`,
    ),
  ];
}

function binaryWords(binary: BinaryKind, record: ToolRecord): string {
  const size = countWords(record.output.totalBytes, 'byte');
  const where = record.savedAs === null ? fileWords(record) : `Saved byte for byte: ${record.savedAs.path}`;
  return `[Binary output (${binary.name}), ${size}: not shown as text. ${where}]`;
}

function wholeOutput({ merged }: OutputText): readonly Piece[] {
  return merged.units === 0 ? [] : [outputPiece('merged', 0, merged.units)];
}

function isFullyHeld({ merged }: OutputText): boolean {
  return merged.head.length + merged.tail.length >= merged.units;
}
