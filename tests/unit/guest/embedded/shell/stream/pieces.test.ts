import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  Base64Decoder,
  base64Pieces,
} from '../../../../../../src/guest/embedded/shell/commands/base64Codec.ts';
import { wholeLines } from '../../../../../../src/guest/embedded/shell/commands/pieces.ts';
import { ByteChannel } from '../../../../../../src/guest/embedded/shell/stream/byteChannel.ts';
import {
  ByteSource,
  isTicket,
  Sources,
} from '../../../../../../src/guest/embedded/shell/stream/byteSource.ts';
import { readAll, readRecord } from '../../../../../../src/guest/embedded/shell/stream/readRecords.ts';

const going = (): boolean => false;

/** Bytes and the same cut into pieces anywhere. */
const cut = fc
  .array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 12 })
  .map((pieces) => ({ pieces, all: Buffer.concat(pieces) }));

/** Few different bytes, so that ends and backslashes meet often. */
const cutText = fc
  .array(fc.string({ unit: fc.constantFrom('a', '\\', '\n', ' '), minLength: 1, maxLength: 8 }), {
    maxLength: 12,
  })
  .map((texts) => ({ pieces: texts.map((text) => Buffer.from(text)), all: texts.join('') }));

async function* chunksOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

function sourceOf(pieces: readonly Uint8Array[]): ByteSource {
  const left = [...pieces];
  return new ByteSource({ next: async () => left.shift() ?? null });
}

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

it('brings all bytes through a pipe in order, whatever its capacity and however they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(cut, fc.integer({ min: 1, max: 100 }), async ({ pieces, all }, capacity) => {
      const channel = new ByteChannel(capacity);
      const write = async (): Promise<void> => {
        for (const piece of pieces) await channel.write(piece, going);
        channel.end();
      };
      const read = async (): Promise<Buffer> => {
        const parts: Uint8Array[] = [];
        for (let part = await channel.read(); part !== null; part = await channel.read()) parts.push(part);
        return Buffer.concat(parts);
      };
      const [, got] = await Promise.all([write(), read()]);
      expect(got).toEqual(all);
    }),
  );
});

it('lets a writer wait exactly while a pipe holds more than its capacity', async () => {
  const channel = new ByteChannel(10);
  expect(await channel.write(new Uint8Array(10), going)).toBe(true);
  let wrote = false;
  const waiting = channel.write(new Uint8Array(1), going).then(() => {
    wrote = true;
  });
  await Promise.resolve();
  expect(wrote).toBe(false);
  expect(await channel.read()).toHaveLength(11);
  await waiting;
  expect(wrote).toBe(true);
});

it('tells a waiting and every later writer that the reader has left', async () => {
  const channel = new ByteChannel(1);
  const told: string[] = [];
  channel.onLeave(() => told.push('left'));
  const waiting = channel.write(new Uint8Array(5), going);
  channel.leave();
  expect([await waiting, await channel.write(new Uint8Array(1), going), channel.isRead, told]).toEqual([
    false,
    false,
    false,
    ['left'],
  ]);
});

it('ends the wait of a writer that is stopped, with its bytes still there for the reader', async () => {
  const channel = new ByteChannel(1);
  expect(await channel.write(new Uint8Array(5), () => true)).toBe(false);
  expect([channel.isRead, (await channel.read())?.length]).toEqual([true, 5]);
});

it('gives what a stopped read was waiting for to whoever reads next', async () => {
  const channel = new ByteChannel();
  const source = new ByteSource({ next: () => channel.read() });
  expect(await source.read(() => true)).toBe(null);
  await channel.write(Buffer.from('late'), going);
  expect(await source.read(going)).toEqual(Buffer.from('late'));
});

it('puts bytes back in front of those that were put back before', async () => {
  const source = sourceOf([Buffer.from('end')]);
  source.unread(Buffer.from('b'));
  source.unread(Buffer.from('a'));
  expect([String(await source.read()), String(await source.read()), await source.read()]).toEqual([
    'ab'
      .split('')
      .map((letter) => letter.charCodeAt(0))
      .join(','),
    'end',
    null,
  ]);
});

it('finds a source by its ticket until it is removed', () => {
  const sources = new Sources();
  let closed = 0;
  const ticket = sources.add(new ByteSource({ next: async () => null, onClose: () => closed++ }));
  expect([isTicket(ticket), isTicket('text'), sources.find(ticket) !== null]).toEqual([true, false, true]);
  sources.remove(ticket);
  sources.remove(ticket);
  expect([sources.find(ticket), closed]).toEqual([null, 1]);
});

it('reads lines as `read -r` does, and not a byte more', async () => {
  const shape = { end: 10, escapes: false, count: null, exact: false };
  await fc.assert(
    fc.asyncProperty(cutText, async ({ pieces, all }) => {
      const source = sourceOf(pieces);
      let from = 0;
      for (const line of all.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
        expect(Buffer.from(await readRecord(source, shape, going)).toString()).toBe(line);
        from += line.length;
      }
      expect(from).toBe(all.length);
      expect(await readRecord(source, shape, going)).toHaveLength(0);
    }),
  );
});

it('takes a line on behind an escaped end, as `read` without -r does', async () => {
  const shape = { end: 10, escapes: true, count: null, exact: false };
  await fc.assert(
    fc.asyncProperty(cutText, async ({ pieces, all }) => {
      const source = sourceOf(pieces);
      const line = /^(?:\\[\s\S]|[^\\\n])*(?:\n|\\?$)/.exec(all)?.[0] ?? '';
      expect(Buffer.from(await readRecord(source, shape, going)).toString()).toBe(line);
      const rest = await readAll(source, 1000, going);
      expect(Buffer.from(rest.bytes).toString()).toBe(all.slice(line.length));
    }),
  );
});

it.each([
  [4, false],
  [5, false],
  [6, true],
])('reads all of %i bytes up to a limit of 5', async (size, isCut) => {
  const { bytes, cut: wasCut } = await readAll(sourceOf([new Uint8Array(size)]), 5, going);
  expect([bytes.length, wasCut]).toEqual([Math.min(size, 5), isCut]);
});

it('cuts pieces only behind line ends', async () => {
  await fc.assert(
    fc.asyncProperty(cutText, async ({ pieces, all }) => {
      const got: string[] = [];
      for await (const piece of wholeLines(chunksOf(pieces))) got.push(Buffer.from(piece).toString());
      expect(got.join('')).toBe(all);
      expect(got.slice(0, -1).every((piece) => piece.endsWith('\n'))).toBe(true);
    }),
  );
});

it('makes the same base64 of any pieces as of the whole, and the bytes again of it', async () => {
  await fc.assert(
    fc.asyncProperty(cut, fc.integer({ min: 0, max: 80 }), async ({ pieces, all }, width) => {
      const letters = (await gathered(base64Pieces(chunksOf(pieces), width))).toString();
      const plain = all.toString('base64');
      const lines = width === 0 ? plain : plain.replace(new RegExp(`.{1,${width}}`, 'g'), '$&\n');
      expect(letters).toBe(lines);
      const decoder = new Base64Decoder(false);
      const bytes = pieces.length === 0 ? [] : (letters.match(/[\s\S]{1,7}/g) ?? []);
      const decoded = bytes.map((piece) => Buffer.from(decoder.decode(Buffer.from(piece))));
      expect(Buffer.concat([...decoded, decoder.end()])).toEqual(all);
      expect(decoder.isInvalid).toBe(false);
    }),
  );
});
