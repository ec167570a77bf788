import type { OutputText, Piece, ToolFacts, ToolRecord } from '../../contract/index.ts';
import {
  harnessPiece,
  readableFromStart,
  slicePieces,
  sliceWindowed,
  textOfPieces,
} from '../../pieces/index.ts';
import { endingLines } from '../shared/endings.ts';
import { noteLines } from '../shared/noteWords.ts';
import { withEndings } from '../shared/result.ts';
import { mergedPieces } from '../shared/viewSize.ts';
import { binaryWords, pastEndWords } from './readWords.ts';

/** Matches, files or entries that a listing tool shows; a listing is bounded by them and cut no further. */
const listedAtMost = 100;

/**
 * Results of tools that bound themselves, and failures: the generic cut does not touch them. Null where the
 * result is an output that the generic cut looks at.
 */
export function saidResult(record: ToolRecord, text: OutputText): readonly Piece[] | null {
  const { facts, outcome } = record;
  if (facts !== null) {
    const said = factsSaid(facts);
    if (said !== null) return withEndings(said, noteLines(record), text);
    if (facts.kind === 'grep' || facts.kind === 'glob' || facts.kind === 'ls') {
      return withEndings(listing(facts, text), noteLines(record), text);
    }
  }
  if (record.tool !== 'bash' && outcome.status === 'error') {
    const { stoppedBy, error } = outcome;
    const words = stoppedBy === null ? [error.message] : endingLines(record);
    return withEndings(mergedPieces(text), words, text, 'error');
  }
  return null;
}

function factsSaid(facts: ToolFacts): readonly Piece[] | null {
  switch (facts.kind) {
    case 'read-empty':
      return [
        harnessPiece(
          'empty',
          `<path>${facts.path}</path>\n<type>file</type>\n<content>\n\n\n(End of file - total 0 lines)\n</content>`,
        ),
      ];
    case 'read-stub':
      return [harnessPiece('error', binaryWords(facts.path))];
    case 'read-past-end':
      return [harnessPiece('error', pastEndWords(facts.askedOffset, facts.totalLines))];
    case 'read-missing': {
      const near = facts.near.slice(0, 3).join('\n');
      return [
        harnessPiece(
          'error',
          `File not found: ${facts.path}${near === '' ? '' : `\n\nDid you mean one of these?\n${near}`}`,
        ),
      ];
    }
    case 'read-directory':
      return [harnessPiece('error', `${facts.path} is a directory. List it with the list tool.`)];
    case 'written':
      return [harnessPiece('status', 'Wrote file successfully.')];
    case 'edited':
      return [harnessPiece('status', 'Edit applied successfully.')];
    case 'edit-refused':
      return [
        harnessPiece(
          'error',
          facts.occurrences === 0
            ? 'oldString not found in content'
            : 'Found multiple matches for oldString. Provide more surrounding lines in oldString to identify the correct match.',
        ),
      ];
    default:
      return null;
  }
}

function listing(
  facts: Extract<ToolFacts, { kind: 'grep' | 'glob' | 'ls' }>,
  text: OutputText,
): readonly Piece[] {
  const found = facts.kind === 'grep' ? facts.matches : facts.found;
  if (found === 0) return [harnessPiece('empty', 'No files found')];
  const shown = firstLines(text, listedAtMost);
  const endings: string[] = [];
  const isShort = found > listedAtMost || shown.isCut;
  if (facts.kind === 'grep' && isShort) {
    const hidden = Math.max(found - listedAtMost, 0);
    endings.push(
      `(Results truncated: showing ${listedAtMost} of ${found} matches (${hidden} hidden). Consider using a more specific path or pattern.)`,
    );
  }
  if (facts.kind !== 'grep' && isShort) {
    endings.push(
      `(Results are truncated: showing first ${listedAtMost} results. Consider using a more specific path or pattern.)`,
    );
  }
  if (!facts.complete) endings.push('(Some paths were inaccessible and skipped)');
  const head =
    facts.kind === 'grep'
      ? [
          harnessPiece(
            'status',
            `Found ${found} matches${isShort ? ` (showing first ${listedAtMost})` : ''}\n`,
          ),
        ]
      : [];
  return [
    ...head,
    ...shown.pieces,
    ...(endings.length === 0 ? [] : [harnessPiece('notice', `\n\n${endings.join('\n\n')}`)]),
  ];
}

/** The first lines of the listing without their last newline. */
function firstLines(
  text: OutputText,
  count: number,
): { readonly pieces: readonly Piece[]; readonly isCut: boolean } {
  const whole = mergedPieces(text);
  const words = sliceWindowed(text.merged, 0, readableFromStart(text.merged));
  let end = 0;
  for (let line = 0; line < count && end < words.length; line++) {
    const newline = words.indexOf('\n', end);
    end = newline < 0 ? words.length : newline + 1;
  }
  const pieces = slicePieces(whole, 0, end);
  const dropsNewline = end > 0 && textOfPieces(slicePieces(whole, end - 1, end), text) === '\n';
  return { pieces: dropsNewline ? slicePieces(whole, 0, end - 1) : pieces, isCut: end < text.merged.units };
}
