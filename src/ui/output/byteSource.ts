/** Bytes that may be larger than memory, read by ranges. */
export interface ByteSource {
  readonly size: number;
  /** Fewer bytes past the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}

const STRIDE_BYTES = 1024 * 1024;

/** The whole, a MiB at a time. */
export async function* streamOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < source.size; offset += STRIDE_BYTES) {
    yield await source.read(offset, STRIDE_BYTES);
  }
}

/**
 * The same bytes, read from below in whole chunks of `chunkBytes`, of which the last few are kept: a store
 * gives a MiB at a time whatever is asked for, and views ask for many small neighbours.
 */
export function chunkedSource(source: ByteSource, chunkBytes = STRIDE_BYTES, keptChunks = 4): ByteSource {
  const chunks = new Map<number, Promise<Uint8Array>>();
  const chunk = (index: number): Promise<Uint8Array> => {
    const known = chunks.get(index);
    const wanted = known ?? source.read(index * chunkBytes, chunkBytes);
    // Last used last; a failed read is not kept.
    chunks.delete(index);
    chunks.set(index, wanted);
    if (!known) wanted.catch(() => chunks.delete(index));
    for (const old of chunks.keys()) {
      if (chunks.size <= keptChunks) break;
      chunks.delete(old);
    }
    return wanted;
  };
  return {
    size: source.size,
    async read(offset, length) {
      const end = Math.min(source.size, offset + length);
      if (end <= offset) return new Uint8Array(0);
      const first = Math.floor(offset / chunkBytes);
      const last = Math.floor((end - 1) / chunkBytes);
      const parts = await Promise.all(Array.from({ length: last - first + 1 }, (_, at) => chunk(first + at)));
      if (parts.length === 1 && parts[0]) {
        return parts[0].subarray(offset - first * chunkBytes, end - first * chunkBytes);
      }
      const bytes = new Uint8Array(end - offset);
      parts.forEach((part, at) => {
        const partStart = (first + at) * chunkBytes;
        const from = Math.max(0, offset - partStart);
        const to = Math.min(part.length, end - partStart);
        if (to > from) bytes.set(part.subarray(from, to), partStart + from - offset);
      });
      return bytes;
    },
  };
}
