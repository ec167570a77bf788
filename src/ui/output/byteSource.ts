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
