import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createOutputPipe,
  createPipe,
  openStdio,
  PipeReader,
  PipeWriter,
  sealPipe,
} from '../../../../../src/guest/embedded/pipes/index.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it('gives the bytes back in order, whatever the sizes of writes and reads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 300 }),
      async (writes, limit) => {
        const memory = createPipe(128);
        const writer = new PipeWriter(memory);
        const reader = new PipeReader(memory);
        const writing = (async () => {
          for (const bytes of writes) await writer.write(bytes);
          writer.close();
        })();
        const read: number[] = [];
        for (let bytes = await reader.read(limit); bytes; bytes = await reader.read(limit))
          read.push(...bytes);
        await writing;
        expect(read).toEqual(writes.flatMap((bytes) => [...bytes]));
      },
    ),
    { numRuns: 60 },
  );
});

it('keeps the order of two streams in one output pipe', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.uint8Array({ minLength: 1, maxLength: 300 })), { maxLength: 30 }),
      async (writes) => {
        const memory = createOutputPipe(1024);
        const { stdout, stderr } = openStdio({ stdin: null, stdout: memory, stderr: memory });
        const writing = (async () => {
          for (const [isError, bytes] of writes) await (isError ? stderr : stdout)?.write(bytes);
          stdout?.close();
          stderr?.close();
        })();
        const reader = new PipeReader(memory);
        const read: [boolean, number][] = [];
        for (let piece = await reader.readPiece(); piece; piece = await reader.readPiece()) {
          for (const byte of piece.bytes) read.push([piece.stream === 'stderr', byte]);
        }
        await writing;
        expect(read).toEqual(writes.flatMap(([isError, bytes]) => [...bytes].map((byte) => [isError, byte])));
      },
    ),
    { numRuns: 60 },
  );
});

it('ends for the reader where the kernel sealed it, whatever the writer still writes', () => {
  const memory = createOutputPipe();
  const writer = new PipeWriter(memory);
  const reader = new PipeReader(memory);
  writer.writeSome(bytesOf('before'));
  sealPipe(memory, 'writer');
  writer.writeSome(bytesOf('after'));
  expect(textOf(reader.take() ?? new Uint8Array(0))).toBe('before');
  expect(reader.take()).toBe(null);
  expect(writer.writeSync(bytesOf('more'))).toBe(false);
});

it('tells a writer that nobody reads any more', async () => {
  const memory = createPipe(64);
  const writing = new PipeWriter(memory).write(new Uint8Array(1000));
  new PipeReader(memory).close();
  expect(await writing).toBe(false);
});

it('knows at every step of passing on which bytes have not gone out', () => {
  const memory = createPipe();
  const writer = new PipeWriter(memory);
  writer.writeSome(bytesOf('abc'));
  const reader = new PipeReader(memory);
  const left = (outCount: number) =>
    reader
      .leftIn(outCount)
      .map(({ bytes }) => textOf(bytes))
      .join('');
  expect(left(10)).toBe('abc');
  reader.passOn(2, 10, () => {
    expect(left(10)).toBe('abc');
    // Gone out, but not taken yet.
    expect(left(12)).toBe('c');
  });
  expect([left(10), left(12), left(13)]).toEqual(['c', 'c', 'c']);
  expect(reader.passOn(100, 12, () => {})).toBe(true);
  expect([reader.passOn(100, 13, () => {}), left(13)]).toEqual([false, '']);
});
