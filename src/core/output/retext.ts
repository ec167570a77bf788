import type { CleanerId, OutputText, Segment } from '../contract/index.ts';
import { OutputTexts, type WindowSizes } from './outputTexts.ts';
import { SegmentWalker } from './segments.ts';

/** Stored bytes of an output, merged, in order, in chunks of any size. */
export type ByteChunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * The `OutputText` that a capture of the same bytes had, made again from what is stored. One pass, bounded
 * memory. Rejects only with what `chunks` throws, or with a RangeError for a window size.
 */
export async function retextOutput(
  chunks: ByteChunks,
  segments: readonly Segment[],
  cleaner: CleanerId,
  windows: WindowSizes = {},
): Promise<OutputText> {
  const texts = new OutputTexts(cleaner, windows);
  const walker = new SegmentWalker(segments);
  for await (const bytes of chunks) {
    walker.deal(bytes, (stream, from, to) => {
      texts.push(stream, bytes, from, to);
    });
  }
  texts.end();
  return texts.read();
}
