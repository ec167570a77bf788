import type { NodeSystem } from '../../system.ts';

type Source = AsyncIterable<unknown> | Iterable<unknown>;

/** `stream/consumers`: a whole stream as one value. */
export function createConsumers(system: NodeSystem): object {
  const bytesOf = (chunk: unknown): Uint8Array => {
    if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
    if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    return new Uint8Array(chunk as ArrayBuffer);
  };
  const chunksOf = async (source: Source): Promise<unknown[]> => {
    const chunks: unknown[] = [];
    for await (const chunk of source) chunks.push(chunk);
    return chunks;
  };
  async function buffer(source: Source): Promise<Buffer> {
    const { Buffer } = system.builtin<typeof import('node:buffer')>('buffer');
    return Buffer.concat((await chunksOf(source)).map(bytesOf));
  }
  async function text(source: Source): Promise<string> {
    const decoder = new TextDecoder();
    const parts = (await chunksOf(source)).map((chunk) =>
      typeof chunk === 'string' ? chunk : decoder.decode(new Uint8Array(bytesOf(chunk)), { stream: true }),
    );
    return parts.join('') + decoder.decode();
  }
  return {
    async arrayBuffer(source: Source) {
      const bytes = await buffer(source);
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    },
    blob: async (source: Source) => new Blob((await chunksOf(source)) as BlobPart[]),
    buffer,
    text,
    json: async (source: Source): Promise<unknown> => JSON.parse(await text(source)),
  };
}
