import realZlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcome, testSystem } from './testSystem.ts';

type Zlib = typeof realZlib;
const zlib = testSystem().builtin<Zlib>('zlib');
const data = fc.oneof(
  fc.uint8Array({ maxLength: 500 }),
  fc
    .array(fc.constantFrom('abc', 'hello ', 'zz'), { maxLength: 300 })
    .map((parts) => new TextEncoder().encode(parts.join(''))),
);

function same(act: (zlib: Zlib) => unknown): void {
  const plain = (value: unknown): unknown => {
    if (ArrayBuffer.isView(value))
      return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
    return value;
  };
  const errno = (error: unknown) => (error as { errno?: unknown } | null)?.errno;
  const run = (from: Zlib) => {
    let number: unknown;
    const result = outcome(() => {
      try {
        return plain(act(from));
      } catch (error) {
        number = errno(error);
        throw error;
      }
    });
    return [result, number];
  };
  expect(run(zlib)).toEqual(run(realZlib));
}

describe('zlib', () => {
  it('compresses to the very bytes of Node, in every format and level', () => {
    fc.assert(
      fc.property(
        data,
        fc.constantFrom(-1, 0, 1, 5, 6, 9),
        fc.constantFrom(0, 1, 2, 3, 4),
        (bytes, level, strategy) => {
          for (const name of ['gzipSync', 'deflateSync', 'deflateRawSync'] as const)
            same((from) => from[name](bytes, { level, strategy }));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('takes apart what Node made, and refuses damage in the same words', () => {
    fc.assert(
      fc.property(data, fc.nat(60), fc.nat(255), (bytes, at, byte) => {
        for (const [pack, unpack] of [
          ['gzipSync', 'gunzipSync'],
          ['deflateSync', 'inflateSync'],
          ['deflateRawSync', 'inflateRawSync'],
          ['gzipSync', 'unzipSync'],
          ['deflateSync', 'unzipSync'],
        ] as const) {
          const packed = realZlib[pack](bytes);
          same((from) => from[unpack](packed));
          same((from) => from[unpack](packed.subarray(0, Math.max(1, packed.length - at))));
          const damaged = Buffer.from(packed);
          if (at < 12) damaged[at % damaged.length] = byte;
          same((from) => outcome(() => from[unpack](damaged)) === undefined);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('refuses as Node does', () => {
    same((from) => from.inflateSync(Buffer.from('abc')));
    same((from) => from.gunzipSync(Buffer.from('abc')));
    same((from) => from.inflateRawSync(Buffer.from([255, 255, 255])));
    same((from) => from.gzipSync(5 as never));
    same((from) => from.gzipSync('a', { level: 99 }));
    same((from) =>
      from.gunzipSync(Buffer.concat([realZlib.gzipSync('one'), realZlib.gzipSync('two')])).toString(),
    );
    same((from) => from.inflateSync(realZlib.deflateSync('a'.repeat(100)), { maxOutputLength: 10 }));
    const dictionary = Buffer.from('hello world');
    same((from) => from.deflateSync('hello world hello', { dictionary }));
    const packed = realZlib.deflateSync('hello world hello', { dictionary });
    same((from) => from.inflateSync(packed, { dictionary }).toString());
    same((from) => from.inflateSync(packed));
  });

  it('compresses with Brotli so that Node reads it, and reads what Node compressed', () => {
    const piece = fc.constantFrom('a', 'b', 'abcabcabc', '\n', 'hello world ', 'é', '\0');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(piece, { maxLength: 120 }).map((pieces) => Buffer.from(pieces.join(''))),
    );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 11 }), (data, quality) => {
        const params = { [realZlib.constants.BROTLI_PARAM_QUALITY]: quality };
        const [ours, reals] = [zlib, realZlib].map((each) => each.brotliCompressSync(data, { params }));
        expect(realZlib.brotliDecompressSync(ours as Buffer).equals(data)).toBe(true);
        expect(zlib.brotliDecompressSync(reals as Buffer).equals(data)).toBe(true);
      }),
    );
    const long = Buffer.from('{"id":1,"name":"row"},'.repeat(3000));
    expect(zlib.brotliCompressSync(long).length).toBeLessThan(200);
    // Several blocks, of which one does not become shorter.
    const noise = Uint32Array.from({ length: 400_000 }, (_, at) => {
      const mixed = Math.imul(at ^ 0x5bd1e995, 0x9e3779b1);
      return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) ^ (mixed >>> 13);
    });
    const rows = Buffer.from('row '.repeat(300_000));
    const blocks = Buffer.concat([rows, Buffer.from(noise.buffer), rows]);
    const packed = zlib.brotliCompressSync(blocks, {
      params: { [realZlib.constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    expect(realZlib.brotliDecompressSync(packed).equals(blocks)).toBe(true);
    expect(zlib.brotliDecompressSync(packed).equals(blocks)).toBe(true);
    expect(() => zlib.brotliDecompressSync(Buffer.from([0x21, 0xff, 0, 0xab]))).toThrow(
      'Decompression failed',
    );
    expect(() => zlib.brotliDecompressSync(realZlib.brotliCompressSync(long).subarray(0, 20))).toThrow(
      /^(unexpected end of file|Decompression failed)$/,
    );
    expect(() => zlib.brotliCompressSync('x', { params: { 1: 12 } })).toThrow(RangeError);
  });

  it('streams, flushes and calls back', async () => {
    const { Readable, pipeline } = await import('node:stream');
    const { promisify } = await import('node:util');
    const parts: Buffer[] = [];
    const gunzip = zlib.createGunzip();
    gunzip.on('data', (part: Buffer) => parts.push(part));
    await promisify(pipeline)(
      Readable.from([Buffer.from('a'.repeat(1e5)), Buffer.from('b')]),
      zlib.createGzip(),
      gunzip,
    );
    expect(Buffer.concat(parts).toString()).toBe(`${'a'.repeat(1e5)}b`);
    const packed = await promisify(zlib.gzip)('hello');
    expect(Buffer.from(packed).toString('hex')).toBe(realZlib.gzipSync('hello').toString('hex'));
    await expect(promisify(zlib.gunzip)(Buffer.from('nope'))).rejects.toMatchObject({
      code: 'Z_DATA_ERROR',
      errno: -3,
    });
    const broken = zlib.createGunzip();
    const failed = new Promise((resolve) => broken.on('error', resolve));
    broken.end(realZlib.gzipSync('hello').subarray(0, 12));
    expect(await failed).toMatchObject({ message: 'unexpected end of file', code: 'Z_BUF_ERROR' });
    const deflate = zlib.createDeflate();
    deflate.write('x');
    await new Promise<void>((resolve) => deflate.flush(resolve));
    expect(deflate.read()?.length).toBeGreaterThan(0);
  });

  it('has the exports of Node', () => {
    expect(Object.keys(realZlib).filter((name) => !(name in zlib))).toEqual([]);
    expect(zlib.constants).toEqual(realZlib.constants);
    expect((zlib as Zlib & { crc32(text: string): number }).crc32('hello')).toBe(907060870);
  });
});
