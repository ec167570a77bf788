import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  bytesBase64,
  type RecordedChunk,
  type Segment,
  type StreamHash,
  type StreamName,
} from '../../core/index.ts';

/** Yields stored bytes as runs of one stream each, in arrival order. Runs that were counted as `mixed` are stdout's. */
export async function* runsOf(
  stored: AsyncIterable<Uint8Array>,
  segments: readonly Segment[],
): AsyncGenerator<{ readonly stream: StreamName; readonly bytes: Uint8Array }> {
  const left = segments.map(({ stream, bytes }) => ({
    stream: stream === 'stderr' ? stream : ('stdout' as const),
    bytes,
  }));
  for await (const chunk of stored) {
    for (let at = 0; at < chunk.length; ) {
      const segment = left[0] ?? { stream: 'stdout' as const, bytes: Number.POSITIVE_INFINITY };
      const bytes = chunk.subarray(at, at + segment.bytes);
      at += bytes.length;
      segment.bytes -= bytes.length;
      if (segment.bytes <= 0) left.shift();
      yield { stream: segment.stream, bytes };
    }
  }
}

/** Length and SHA-256 of each stream; null for one that wrote nothing. */
export async function hashStreams(
  stored: AsyncIterable<Uint8Array>,
  segments: readonly Segment[],
): Promise<{ readonly stdout: StreamHash | null; readonly stderr: StreamHash | null }> {
  const hashes = { stdout: sha256.create(), stderr: sha256.create() };
  const sizes = { stdout: 0, stderr: 0 };
  for await (const { stream, bytes } of runsOf(stored, segments)) {
    hashes[stream].update(bytes);
    sizes[stream] += bytes.length;
  }
  const hashOf = (stream: StreamName): StreamHash | null =>
    sizes[stream] === 0 ? null : { bytes: sizes[stream], sha256: bytesToHex(hashes[stream].digest()) };
  return { stdout: hashOf('stdout'), stderr: hashOf('stderr') };
}

/**
 * The first `endByte` bytes themselves as a document holds them, runs of one stream joined; null where there are more
 * than `maxBytes`.
 */
export async function inlineChunks(
  stored: AsyncIterable<Uint8Array>,
  segments: readonly Segment[],
  maxBytes: number,
  endByte = Number.POSITIVE_INFINITY,
): Promise<readonly RecordedChunk[] | null> {
  const runs: { stream: StreamName; pieces: Uint8Array[] }[] = [];
  let total = 0;
  for await (const run of runsOf(stored, segments)) {
    const { stream } = run;
    const bytes = run.bytes.subarray(0, endByte - total);
    total += bytes.length;
    if (total > maxBytes) return null;
    if (bytes.length === 0) break;
    const last = runs.at(-1);
    if (last?.stream === stream) last.pieces.push(bytes);
    else runs.push({ stream, pieces: [bytes] });
  }
  return runs.map(({ stream, pieces }) => {
    const bytes = joined(pieces);
    const text = textOf(bytes);
    return text === null ? { stream, base64: bytesBase64(bytes) } : { stream, text };
  });
}

/** The bytes of one stream; null where there are more than `maxBytes`. */
export async function bytesOfStream(
  stream: StreamName,
  stored: AsyncIterable<Uint8Array>,
  segments: readonly Segment[],
  maxBytes: number,
): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for await (const run of runsOf(stored, segments)) {
    if (run.stream !== stream) continue;
    total += run.bytes.length;
    if (total > maxBytes) return null;
    pieces.push(run.bytes.slice());
  }
  return joined(pieces);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Null for bytes that are not exactly a UTF-8 text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
