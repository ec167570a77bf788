import type { CleanerId, StreamName } from '../contract/index.ts';
import { CharDecoder } from './charDecoder.ts';
import type { RedrawRow } from './redrawRow.ts';
import { TextStream } from './textStream.ts';

/** A stream whose cleaned characters go to the rows of several texts. */
export function streamThrough(
  stream: StreamName,
  cleaner: CleanerId,
  rows: readonly RedrawRow[],
): TextStream {
  const decoder = new CharDecoder(cleaner, {
    ascii(bytes, from, to, newlines, startByte) {
      for (const row of rows) row.ascii(stream, bytes, from, to, newlines, startByte);
    },
    char(codePoint, _startByte, endByte) {
      for (const row of rows) row.char(stream, codePoint, endByte);
    },
    move(kind, count) {
      for (const row of rows) row.move(kind, count);
    },
  });
  return new TextStream(cleaner, decoder);
}
