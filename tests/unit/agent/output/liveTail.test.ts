import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_TAIL_BYTES, LiveTail } from '../../../../src/agent/output/liveTail.ts';
import type { StreamName } from '../../../../src/core/index.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

test('the tail is the last bytes of both streams in the order in which they came', () => {
  const anyChunks = fc.array(
    fc.record({
      stream: fc.constantFrom<StreamName>('stdout', 'stderr'),
      text: fc.stringMatching(/^[a-z]{0,40}$/),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(anyChunks, fc.integer({ min: 1, max: 64 }), (chunks, maxBytes) => {
      const tail = new LiveTail(maxBytes);
      const letters: { readonly stream: StreamName; readonly letter: string }[] = [];
      for (const { stream, text } of chunks) {
        tail.push({ stream, bytes: utf8(text) });
        for (const letter of text) letters.push({ stream, letter });
        const expected: { stream: StreamName; text: string }[] = [];
        for (const { stream: of, letter } of letters.slice(-maxBytes)) {
          const last = expected.at(-1);
          if (last?.stream === of) last.text += letter;
          else expected.push({ stream: of, text: letter });
        }
        expect(tail.tail()).toEqual(expected);
      }
    }),
  );
});

test('a chunk that is handed on may change; what was taken of it stays', () => {
  const tail = new LiveTail();
  const bytes = utf8('as it came');
  tail.push({ stream: 'stdout', bytes });
  bytes.fill(0);
  expect(tail.tail()).toEqual([{ stream: 'stdout', text: 'as it came' }]);
});

test('a character whose start was dropped is left out, one that came in two chunks is whole', () => {
  const tail = new LiveTail(5);
  const [first, second] = [utf8('漢字').subarray(0, 4), utf8('漢字').subarray(4)];
  tail.push({ stream: 'stdout', bytes: first });
  tail.push({ stream: 'stdout', bytes: second });
  expect(tail.tail()).toEqual([{ stream: 'stdout', text: '字' }]);
});

test('a hundred thousand changes of the stream keep no more than the tail', () => {
  const tail = new LiveTail(1000);
  for (let count = 0; count < 100_000; count++) {
    tail.push({ stream: count % 2 === 0 ? 'stdout' : 'stderr', bytes: utf8('x') });
  }
  const texts = tail.tail();
  expect([texts.length, texts.every(({ text }) => text === 'x')]).toEqual([1000, true]);
});

test('of a chunk larger than the tail its end is kept', () => {
  const tail = new LiveTail();
  tail.push({ stream: 'stdout', bytes: utf8('a'.repeat(LIVE_TAIL_BYTES) + 'b'.repeat(LIVE_TAIL_BYTES)) });
  expect(tail.tail()).toEqual([{ stream: 'stdout', text: 'b'.repeat(LIVE_TAIL_BYTES) }]);
});
