import type { LiveSession } from '../../agent/index.ts';
import type { RecordKey, ToolRecord } from '../../core/index.ts';
import * as words from '../words/output.ts';
import { ByteRows } from './byteRows.ts';
import { type ByteSource, chunkedSource, memorySource } from './byteSource.ts';
import { MemoryRows } from './memoryRows.ts';
import { type ByteRange, stderrRanges } from './ranges.ts';
import { withoutOldRedraws } from './redraws.ts';

/** A record's stored output as bytes. */
export function outputSource(session: LiveSession, key: RecordKey, size: number): ByteSource {
  return chunkedSource({ size, read: (offset, length) => session.readOutput(key, { offset, length }) });
}

/** A file of the guest as bytes. */
export function fileSource(session: LiveSession, path: string, size: number): ByteSource {
  return chunkedSource({
    size,
    read: async (offset, length) => {
      if (!session.fs) throw new Error(words.guestAway);
      return session.fs.read(path, { offset, length });
    },
  });
}

/** Number of the output's first line: a page of a file keeps the file's numbers, which the model was told too. */
export function firstLineOf(record: ToolRecord): number {
  return record.facts?.kind === 'read-page' ? record.facts.page.firstLine : 1;
}

/** Up to here a card reads the end of an output to show its last lines. */
const PREVIEW_BYTES = 48 * 1024;

export interface Preview {
  readonly rows: MemoryRows;
  readonly shownLines: number;
  readonly whole: boolean;
}

/** The last rows of an output (all of a short one), painted and with their true line numbers. */
export async function outputPreview(
  session: LiveSession,
  record: ToolRecord,
  seen: readonly ByteRange[],
  lastRows: number,
  wholeUpToRows: number,
): Promise<Preview> {
  const { totalBytes, lines, segments } = record.output;
  const from = Math.max(0, totalBytes - PREVIEW_BYTES);
  const bytes = await session.readOutput(record.key, { offset: from, length: totalBytes - from });
  const shift = (range: ByteRange) => ({ start: range.start - from, end: range.end - from });
  const current = withoutOldRedraws(bytes);
  const rows = new ByteRows(memorySource(current.bytes), {
    paint: 'ansi',
    stderr: current.locate(stderrRanges(segments).map(shift)),
    seen: current.locate(seen.map(shift)),
  });
  const { rows: all, total } = await rows.lastRows(Math.max(lastRows, wholeUpToRows));
  rows.dispose();
  const whole = from === 0 && total <= wholeUpToRows;
  const shown = whole ? all : all.slice(-lastRows);
  const firstShownLine = Number(shown.find((row) => row.margin !== '')?.margin ?? 1);
  const lastLine = Number(all.findLast((row) => row.margin !== '')?.margin ?? 0);
  const shiftBy = Math.max(lines, lastLine) - lastLine + firstLineOf(record) - 1;
  const renumbered = shown.map((row) =>
    row.margin === '' ? row : { ...row, margin: String(Number(row.margin) + shiftBy) },
  );
  return {
    rows: new MemoryRows(renumbered, String(lastLine + shiftBy).length),
    shownLines: shown.length === 0 ? 0 : lastLine - firstShownLine + 1,
    whole,
  };
}
