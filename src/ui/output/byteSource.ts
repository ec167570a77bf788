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
