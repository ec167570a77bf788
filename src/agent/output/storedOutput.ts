import {
  cleanerFor,
  locateOutputBytes,
  type OutputText,
  profileOf,
  retextOutput,
  type SentView,
  type ToolRecord,
  windowsFor,
} from '../../core/index.ts';
import type { OutputStore } from '../../store/index.ts';
import type { SeenBytes } from '../port.ts';

/** The text that the profile of a record was given, made again from the stored bytes. */
export function textOfRecord(outputs: OutputStore, record: ToolRecord, sent: SentView): Promise<OutputText> {
  const cleaner = cleanerFor(profileOf(sent.profile), record.tool);
  return retextOutput(outputs.stream(record.key), record.output.segments, cleaner, windowsFor(record.tool));
}

/** The raw bytes of a record's output that the model was sent, from the pieces that were kept with it. */
export async function seenBytesOf(
  outputs: OutputStore,
  record: ToolRecord,
  sent: SentView,
): Promise<SeenBytes> {
  const pieces = sent.pieces.flatMap((piece) => (piece.from === 'output' ? [piece] : []));
  const cleaner = cleanerFor(profileOf(sent.profile), record.tool);
  const { segments } = record.output;
  return { ranges: await locateOutputBytes(outputs.stream(record.key), segments, cleaner, pieces) };
}
