import type { OutputText, Piece, ProfileContext, ToolRecord } from '../../contract/index.ts';
import { harnessPiece, outputPiece, unitsOfPieces } from '../../pieces/index.ts';
import { inlineLimitOf, maxInlineUnits } from '../resolve.ts';
import { isAborted } from '../shared/harnessEndings.ts';
import { withForeignEndings } from '../shared/harnessResult.ts';
import { type LongText, longText, newlinesIn } from '../shared/longText.ts';
import { recordHex } from '../shared/recordIds.ts';
import { exitCodeOfSignal } from '../shared/signalNumbers.ts';
import { cellsOf, unitsOfFirstCells, unitsOfLastCells } from './cells.ts';

export function presentCrushBash(
  record: ToolRecord,
  text: OutputText,
  ctx: ProfileContext,
): readonly Piece[] {
  if (runsOn(record))
    return withForeignEndings([harnessPiece('status', backgroundWords(record))], record, text);
  const limit = inlineLimitOf(ctx.limits, 'bash') ?? maxInlineUnits;
  const stdout = cutByCells(streamText('stdout', text), limit);
  const stderr = cutByCells(streamText('stderr', text), limit);
  const hasStdout = unitsOfPieces(stdout) > 0;
  const hasStderr = unitsOfPieces(stderr) > 0;
  const ending = endingWords(record, hasStderr);
  if (!hasStdout && !hasStderr && ending === '') {
    return withForeignEndings([harnessPiece('empty', 'no output')], record, text);
  }
  const joint = hasStdout && hasStderr ? '\n\n' : hasStderr || ending !== '' ? '\n' : '';
  return withForeignEndings(
    [
      ...stdout,
      ...(joint === '' ? [] : [harnessPiece('separator', joint)]),
      ...stderr,
      ...(ending === '' ? [] : [harnessPiece('status', `${hasStderr ? '\n' : ''}${ending}`)]),
      harnessPiece('status', `\n\n<cwd>${ctx.workspace}</cwd>`),
    ],
    record,
    text,
  );
}

/** Its time is over and nobody stopped it. */
function runsOn({ outcome }: ToolRecord): boolean {
  return outcome.status === 'timeout' && outcome.signal === null;
}

function backgroundWords(record: ToolRecord): string {
  const id = recordHex(record, 3).toUpperCase();
  return `Command is taking longer than expected and has been moved to background.\n\nBackground shell ID: ${id}\n\nUse job_output tool to view output or job_kill to terminate.`;
}

function endingWords(record: ToolRecord, hasStderr: boolean): string {
  const { outcome } = record;
  if (outcome.status === 'timeout' || isAborted(record)) return 'Command was aborted before completion';
  if (outcome.status !== 'failed') return '';
  const code = outcome.exitCode ?? (outcome.signal === null ? 1 : exitCodeOfSignal(outcome.signal));
  return `${hasStderr ? '' : `exit status ${code}\n`}Exit code ${code}`;
}

function streamText(of: 'stdout' | 'stderr', text: OutputText): LongText {
  const { units } = text[of];
  return longText(units === 0 ? [] : [outputPiece(of, 0, units)], text);
}

/** Half of the cells from the start, half from the end; whole where it has no more than the limit. */
function cutByCells(stream: LongText, limit: number): readonly Piece[] {
  if (stream.isWhole && cellsOf(stream.start(stream.units)) <= limit) return stream.pieces;
  const half = Math.floor(limit / 2);
  const head = enough(half, stream.start, unitsOfFirstCells);
  const tail = enough(half, stream.end, unitsOfLastCells);
  const end = stream.end(tail);
  const lost = stream.newlines - newlinesIn(stream.start(head)) - newlinesIn(end);
  return [
    ...stream.slice(0, head),
    harnessPiece('gap', `\n\n... [${Math.max(lost, 0)} lines truncated] ...\n\n`),
    ...stream.slice(stream.units - tail, stream.units),
  ];
}

/** Units of an end of the text that hold the cells, looked for in ever larger parts: most text has a cell a unit. */
function enough(
  cells: number,
  read: (units: number) => string,
  measure: (text: string, cells: number) => number,
): number {
  for (let size = cells + 64; ; size *= 4) {
    const part = read(size);
    const units = measure(part, cells);
    if (units < part.length || part.length < size) return units;
  }
}
