import type { LiveSession } from '../../../agent/index.ts';
import type { OutputChunk, ToolRecord } from '../../../core/index.ts';

/** A step's stored output as it arrived: each run of bytes with its stream. */
export async function stepChunks(
  session: Pick<LiveSession, 'readOutput'>,
  record: Pick<ToolRecord, 'key' | 'output'>,
): Promise<readonly OutputChunk[]> {
  const { totalBytes, segments } = record.output;
  const all = await session.readOutput(record.key, { offset: 0, length: totalBytes });
  const chunks: OutputChunk[] = [];
  let at = 0;
  for (const { stream, bytes } of segments) {
    // Runs that a record counts together have lost which stream wrote them.
    if (bytes > 0)
      chunks.push({ stream: stream === 'stderr' ? 'stderr' : 'stdout', bytes: all.slice(at, at + bytes) });
    at += bytes;
  }
  if (at < all.length) chunks.push({ stream: 'stdout', bytes: all.slice(at) });
  return chunks;
}
