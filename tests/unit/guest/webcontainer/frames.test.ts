import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FramePart,
  FrameReader,
  FrameWriter,
  sampleLine,
} from '../../../../src/guest/webcontainer/link/frames.ts';

const part = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '~', '"', '\\', ' ', 'n', 'e', 'é', '漢', '\ufeff') }),
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

const decoder = new TextDecoder();

function written(writer: FrameWriter, part: FramePart): string {
  return writer
    .lines(part)
    .map((line) => decoder.decode(line))
    .join('');
}

function plainWriter(): FrameWriter {
  const writer = new FrameWriter();
  writer.mayBePlain = true;
  return writer;
}

const plain = (parts: readonly FramePart[]) =>
  parts.map((each) => (typeof each === 'string' ? each : [...each]));

test('parts come out as they went in, through a terminal that turns newlines into CRLF and cuts anywhere', () => {
  fc.assert(
    fc.property(fc.array(part), fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (parts, sizes) => {
      const writer = new FrameWriter();
      const text = parts
        .map((each) => written(writer, each))
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

test('so do plain frames, whose text may be any ASCII and end in a carriage return, with CRLF or without', () => {
  const ascii = fc.uint8Array({ max: 127, maxLength: 300 });
  const controls = fc.array(fc.constantFrom(0x0a, 0x0b, 0x0d, 0x7e, 0x00, 0x61), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(fc.oneof(ascii, part, controls.map(Uint8Array.from.bind(Uint8Array))), { maxLength: 6 }),
      fc.boolean(),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      (parts, hasCrlf, sizes) => {
        const writer = plainWriter();
        const lines = parts.map((each) => written(writer, each)).join('');
        const text = hasCrlf ? lines.replaceAll('\n', '\r\n') : lines;
        expect(text).toMatch(/^[\x00-\x7f]*$/);
        const chunks: string[] = [];
        for (let from = 0; from < text.length; ) {
          const size = sizes.next().value ?? 1;
          chunks.push(text.slice(from, from + size));
          from += size;
        }
        const { parts: got, noise, damage } = read(chunks);
        expect([plain(got), noise, damage]).toEqual([plain(parts), [], []]);
      },
    ),
  );
});

test('plain frames add nothing to ASCII; around a byte that is none, the others stay plain', () => {
  const text = new TextEncoder().encode('\x1b[32mok\x1b[39m\ta line of output\r\n'.repeat(3000));
  const lines = plainWriter().lines(text);
  const added = lines.reduce((sum, { length }) => sum + length, 0) - text.length;
  expect(added).toBeLessThan(lines.length * 24);
  const mixed = text.slice();
  mixed.set([0xff, 0x0b], mixed.length - 2);
  const writer = plainWriter();
  expect(plain(read([written(writer, mixed), written(writer, text)]).parts)).toEqual(plain([mixed, text]));
});

test('the sample has every ASCII character but newline, is no frame, and a line that changes one is heard otherwise', () => {
  expect(new Set(sampleLine).size).toBe(127);
  for (const end of ['\n', '\r\n']) {
    expect(read([sampleLine + end])).toEqual({ parts: [], noise: [sampleLine], damage: [] });
  }
  expect(read([`${sampleLine.replace('\t', '    ')}\n`]).noise).not.toEqual([sampleLine]);
});

test('bytes larger than a frame come as several frames and arrive as one part, alone in their buffer', () => {
  for (const size of [36 * 1024 - 1, 36 * 1024, 36 * 1024 + 1, 200_000]) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31) & 0xff);
    const ascii = bytes.map((byte) => byte & 0x7f);
    for (const [writer, given] of [
      [new FrameWriter(), bytes],
      [plainWriter(), ascii],
    ] as const) {
      const [got] = read([written(writer, given)]).parts;
      if (!(got instanceof Uint8Array)) throw new Error('no bytes came');
      expect([got.length, got.byteLength === got.buffer.byteLength]).toEqual([size, true]);
      expect(got.every((byte, index) => byte === given[index])).toBe(true);
    }
  }
});

test('text of commands travels at its own length, and a byte order mark is kept', () => {
  const text = new TextEncoder().encode('a line of output\n'.repeat(1000));
  expect(written(new FrameWriter(), text).length).toBeLessThan(text.length * 1.1);
  const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
  expect(plain(read([written(new FrameWriter(), marked)]).parts)).toEqual([[...marked]]);
});

test('what others print between the frames is noise, also where it ends without a newline', () => {
  const writer = new FrameWriter();
  const text = `(node:1) Warning: something\n${written(writer, 'one')}no newline${written(writer, 'two')}`;
  expect(read([text])).toEqual({
    parts: ['one', 'two'],
    noise: ['(node:1) Warning: something', 'no newline'],
    damage: [],
  });
});

test('a frame that is missing, cut or changed is damage', () => {
  const writer = new FrameWriter();
  const [first, second] = [written(writer, 'one'), written(writer, 'two')];
  for (const text of [second, first.replace('one', 'onE'), first.replace('one', 'on'), first + first]) {
    expect(read([text]).damage.length).toBe(1);
  }
});

test('any bytes cost a third more at most, and few that are no ASCII cost little', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      expect(written(new FrameWriter(), bytes).length).toBeLessThanOrEqual(
        Math.ceil(bytes.length / 3) * 4 + 40,
      );
    }),
  );
  const text = new TextEncoder().encode('✓ a test that passed, in a line of the usual length\n'.repeat(1000));
  expect(written(new FrameWriter(), text).length).toBeLessThan(text.length * 1.15);
});

test('a byte that comes as another is damage, wherever it is', () => {
  for (const bytes of [
    Uint8Array.from({ length: 64 }, (_, index) => index * 4),
    new TextEncoder().encode('a\nb~c'),
  ]) {
    for (const writer of [new FrameWriter(), plainWriter()]) {
      const line = written(writer, bytes);
      const from = line.indexOf(':') + 1;
      for (let at = from; at < line.length - 1; at++) {
        const changed = line.slice(0, at) + (line[at] === 'Q' ? 'R' : 'Q') + line.slice(at + 1);
        const { parts, damage } = read([changed]);
        expect([at, parts, damage.length]).toEqual([at, [], 1]);
      }
    }
  }
});

test('noise without an end does not fill the memory, and what is no ASCII in it takes none away from frames', () => {
  const writer = new FrameWriter();
  const noise = '漢'.repeat(1_500_000);
  const seen = read([noise, '\n', written(writer, 'one'), 'é漢\n', written(writer, 'two')]);
  expect([seen.parts, seen.damage]).toEqual([['one', 'two'], []]);
  expect(seen.noise.join('').length).toBe(noise.length + 2);
});
