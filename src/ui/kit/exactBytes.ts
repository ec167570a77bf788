import * as words from '../words/kit.ts';

/** Browsers put the whole clipboard through several copies; larger outputs are downloaded instead. */
export const MOST_COPIED_BYTES = 32 * 1024 * 1024;

/** The text of bytes, refused where a clipboard (which holds text) could not give the same bytes back. */
export function bytesAsText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(words.notAText);
  }
}

/** Saves a stream as a file. Blobs of this size live on disk in browsers, so memory stays bounded. */
export async function downloadStream(
  chunks: AsyncIterable<Uint8Array | string>,
  name: string,
): Promise<void> {
  const parts: BlobPart[] = [];
  for await (const chunk of chunks) parts.push(typeof chunk === 'string' ? chunk : new Uint8Array(chunk));
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken the blob over once the click's task is done; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
