import type { OutputText, Piece, ToolRecord } from '../../contract/index.ts';
import { harnessPiece, outputPiece, slicePieces, textOfPieces, unitsOfPieces } from '../../pieces/index.ts';
import { bashBody, isBlank } from './bashBody.ts';
import { endingLines } from './endings.ts';
import { factsEnding, factsInstead } from './factWords.ts';
import { noteLines } from './noteWords.ts';

/** A result before any cut: what can be long, and lines of the harness that must reach the model after it. */
export interface ResultParts {
  readonly body: readonly Piece[];
  readonly endings: readonly string[];
}

/** The parts of any tool's result except a page of a file. Body and endings together are never empty. */
export function resultParts(record: ToolRecord, text: OutputText): ResultParts {
  const instead = record.facts === null ? null : factsInstead(record.facts);
  if (instead !== null) {
    return { body: [harnessPiece(instead.role, instead.text)], endings: noteLines(record) };
  }
  const isBash = record.tool === 'bash';
  const body = isBash ? bashBody(record, text) : mergedBody(text);
  const endings = [...(record.facts === null ? [] : factsEnding(record.facts)), ...endingLines(record)];
  if (unitsOfPieces(body) === 0 && endings.length === 0) {
    const words = isBash ? '(Bash completed with no output)' : `(${record.tool}: no output)`;
    return { body: [harnessPiece('empty', words)], endings };
  }
  return { body, endings };
}

/** The whole result inline. Providers refuse a text of white space as they refuse an empty one, so it is named. */
export function inlineResult(
  body: readonly Piece[],
  endings: readonly string[],
  text: OutputText,
): readonly Piece[] {
  const isOnlyOutput = body.every((piece) => piece.from === 'output' || piece.role === 'separator');
  const isOnlyBlank = endings.length === 0 && isOnlyOutput && isBlank(text);
  return withEndings(body, isOnlyBlank ? ['(The output is white space only)'] : endings, text);
}

/** The body with its endings below it, each on a line of its own. */
export function withEndings(
  body: readonly Piece[],
  endings: readonly string[],
  text: OutputText,
  role: 'status' | 'error' = 'status',
): readonly Piece[] {
  if (endings.length === 0) return body;
  const units = unitsOfPieces(body);
  const needsBreak = units > 0 && textOfPieces(slicePieces(body, units - 1, units), text) !== '\n';
  return [
    ...body,
    ...(needsBreak ? [harnessPiece('separator', '\n')] : []),
    harnessPiece(role, endings.join('\n')),
  ];
}

/** Units of the uncut result. */
export function resultUnits(parts: ResultParts, text: OutputText): number {
  return unitsOfPieces(withEndings(parts.body, parts.endings, text));
}

function mergedBody(text: OutputText): readonly Piece[] {
  return text.merged.units === 0 ? [] : [outputPiece('merged', 0, text.merged.units)];
}
