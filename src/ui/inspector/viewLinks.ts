import type { LiveSession } from '../../agent/index.ts';
import {
  type CallState,
  cleanerFor,
  locateOutputBytes,
  type OutputPiece,
  profileById,
  type ToolRecord,
} from '../../core/index.ts';
import type { ByteRange } from '../output/ranges.ts';
import type { ModelRow } from './modelRows.ts';

/**
 * The raw byte that a row of the model view begins with, from the piece that it shows; null where the row is
 * the harness's own or the profile is not in this build.
 */
export async function byteOfModelRow(
  session: LiveSession,
  call: CallState,
  record: ToolRecord,
  row: ModelRow,
): Promise<number | null> {
  const profile = call.sent ? profileById(call.sent.profile.id) : null;
  const piece = row.output ? call.sent?.pieces[row.output.piece] : undefined;
  if (!profile || !row.output || piece?.from !== 'output') return null;
  const start = Math.min(piece.start + row.output.offset, Math.max(piece.start, piece.end - 1));
  const asked: OutputPiece = { from: 'output', of: piece.of, start, end: start + 1 };
  const ranges = await locateOutputBytes(
    session.streamOutput(record.key),
    record.output.segments,
    cleanerFor(profile, record.tool),
    [asked],
  );
  return ranges[0]?.start ?? null;
}

const NEWLINE = 10;

/**
 * The row of the model view that shows a raw byte: cleaners keep every newline, so the n-th line of what was
 * seen is the n-th line of output in the view. Null where the model has not seen the byte.
 */
export async function modelRowOfByte(
  session: LiveSession,
  record: ToolRecord,
  seen: readonly ByteRange[],
  byte: number,
  rows: readonly ModelRow[],
): Promise<number | null> {
  if (!seen.some((range) => range.start <= byte && byte < range.end)) return null;
  let newlines = 0;
  for (const range of seen) {
    if (range.start > byte) break;
    const end = Math.min(range.end, byte);
    const bytes = await session.readOutput(record.key, { offset: range.start, length: end - range.start });
    for (const value of bytes) if (value === NEWLINE) newlines++;
  }
  let left = newlines;
  let last: number | null = null;
  for (const [at, row] of rows.entries()) {
    if (row.output === null) continue;
    last = at;
    if (left-- <= 0) return at;
  }
  return last;
}
