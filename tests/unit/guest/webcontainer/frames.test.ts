import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FramePart, FrameReader, FrameWriter } from '../../../../src/guest/webcontainer/link/frames.ts';

const part = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '~', '"', '\\', ' ', 'n', 'e') }),
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom('~n', '~e', '\n\t\r\x1b~', 'plain text\n').map((text) => new TextEncoder().encode(text)),
);

function read(chunks: readonly string[]): { parts: FramePart[]; noise: string[]; damage: string[] } {
  const seen = { parts: [] as FramePart[], noise: [] as string[], damage: [] as string[] };
  const reader = new FrameReader({
    onPart: (each) => seen.parts.push(each),
    onNoise: (line) => seen.noise.push(line),
    onDamage: (message) => seen.damage.push(message),
  });
  for (const chunk of chunks) reader.receive(chunk);
  return seen;
}

const plain = (parts: readonly FramePart[]) =>
  parts.map((each) => (typeof each === 'string' ? each : [...each]));

test('parts come out as they went in, through a terminal that turns newlines into CRLF and cuts anywhere', () => {
  fc.assert(
    fc.property(fc.array(part), fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (parts, sizes) => {
      const writer = new FrameWriter();
      const text = parts
        .map((each) => writer.lines(each))
        .join('')
        .replaceAll('\n', '\r\n');
      expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
      const chunks: string[] = [];
      for (let from = 0; from < text.length; ) {
        const size = sizes.next().value ?? 1;
        chunks.push(text.slice(from, from + size));
        from += size;
      }
      const { parts: got, noise, damage } = read(chunks);
      expect([plain(got), noise, damage]).toEqual([plain(parts), [], []]);
    }),
  );
});

test('bytes larger than a frame come as several frames and arrive as one part, alone in their buffer', () => {
  for (const size of [24 * 1024 - 1, 24 * 1024, 24 * 1024 + 1, 200_000]) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31) & 0xff);
    const { parts } = read([new FrameWriter().lines(bytes)]);
    const [got] = parts;
    if (!(got instanceof Uint8Array)) throw new Error('no bytes came');
    expect([got.length, got.byteLength === got.buffer.byteLength]).toEqual([size, true]);
    expect(got.every((byte, index) => byte === bytes[index])).toBe(true);
  }
});

test('text of commands travels at its own length, and a byte order mark is kept', () => {
  const text = new TextEncoder().encode('a line of output\n'.repeat(1000));
  expect(new FrameWriter().lines(text).length).toBeLessThan(text.length * 1.1);
  const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
  expect(plain(read([new FrameWriter().lines(marked)]).parts)).toEqual([[...marked]]);
});

test('what others print between the frames is noise, also where it ends without a newline', () => {
  const writer = new FrameWriter();
  const text = `(node:1) Warning: something\n${writer.lines('one')}no newline${writer.lines('two')}`;
  expect(read([text])).toEqual({
    parts: ['one', 'two'],
    noise: ['(node:1) Warning: something', 'no newline'],
    damage: [],
  });
});

test('a frame that is missing, cut or changed is damage', () => {
  const writer = new FrameWriter();
  const [first, second] = [writer.lines('one'), writer.lines('two')];
  for (const text of [second, first.replace('one', 'onE'), first.replace('one', 'on'), first + first]) {
    expect(read([text]).damage.length).toBe(1);
  }
});
