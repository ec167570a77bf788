import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutShellOutput, type StreamName, shellOutputOf } from '../../../../../src/core/index.ts';
import { awkwardText, rawCapture, type TextChunk } from '../../support/runs.ts';
import { cutByRule, type OracleLimits } from './oracle.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** What is shown of an output: through windows of a size that just holds the budget. */
function shellOutput(chunks: readonly TextChunk[], limits: OracleLimits, windowUnits?: number) {
  const { text, facts } = rawCapture(chunks, windowUnits);
  const cut = cutShellOutput(text, facts, limits);
  const { head, tail, omittedBytes, omittedLines } = shellOutputOf(cut, text, facts, null);
  return { head, tail, omittedBytes, omittedLines };
}

const escapes = fc.constantFrom(
  '\u001b[31m',
  '\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b]8;;x\u001b\\',
  '\u001b]open\n',
  '\u001b7',
  '\u001bM',
  '\u001b(B',
  '\u001b[',
  '\u001b',
  '\u009b1m',
);
const colourful = fc
  .array(fc.oneof({ weight: 3, arbitrary: awkwardText(6) }, { weight: 1, arbitrary: escapes }), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));
/** Whole and halved characters of every length, bytes that no character has, and real U+FFFD. */
const brokenBytes = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: awkwardText(2).map((text) => [...bytesOf(text)]) },
      {
        weight: 2,
        arbitrary: fc.array(fc.constantFrom(0x80, 0xbf, 0xa0, 0x9f), { minLength: 1, maxLength: 5 }),
      },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          ...[[0xff], [0xc0], [0xc3], [0xe2], [0xe2, 0x82], [0xf0], [0xf0, 0x9f], [0xf0, 0x9f, 0x98]],
          ...[[0xed, 0xa0, 0x80], [0xe0, 0x80], [0xf4, 0x90], [0xef, 0xbf, 0xbd], [0x0a], [0x1b, 0x5b, 0x6d]],
        ),
      },
      { weight: 1, arbitrary: fc.array(fc.nat(255), { maxLength: 6 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));
const limits = fc.record({
  maxOutputBytes: fc.integer({ min: 1, max: 120 }),
  maxOutputLines: fc.integer({ min: 1, max: 14 }),
  headPercent: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 20, 50, 99, 100)),
});

describe('the cut on raw bytes', () => {
  test('is the rule over the whole buffer, whatever the chunks and streams', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom<StreamName>('stdout', 'stderr'), colourful), { maxLength: 4 }),
        limits,
        (parts, given) => {
          // Each part is whole characters, so that no character is shared by two streams.
          const all = Buffer.from(parts.map(([, text]) => text).join(''), 'utf8');
          expect(shellOutput(parts, given, 250)).toEqual(cutByRule(all, given));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  test('does not depend on how one stream’s bytes were dealt out', () => {
    fc.assert(
      fc.property(colourful, limits, fc.integer({ min: 1, max: 7 }), (text, given, size) => {
        const bytes = bytesOf(text);
        const chunks: TextChunk[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(['stdout', bytes.slice(at, at + size)]);
        expect(shellOutput(chunks, given)).toEqual(shellOutput([['stdout', text]], given));
      }),
    );
  });

  test('of bytes that are no UTF-8 is the rule over the whole buffer, whatever the chunks', () => {
    fc.assert(
      fc.property(brokenBytes, limits, fc.integer({ min: 1, max: 7 }), (bytes, given, size) => {
        const chunks: TextChunk[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(['stdout', bytes.slice(at, at + size)]);
        expect(shellOutput(chunks, given, 122)).toEqual(cutByRule(Buffer.from(bytes), given));
      }),
      { numRuns: 3_000 },
    );
  });

  test('of random bytes far past the windows is the rule over the whole buffer', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(255)), limits, (stream, given) => {
        const chunks: TextChunk[] = [];
        for (let k = 0; k < 30; k++) chunks.push(['stdout', Uint8Array.from(stream.take(200))]);
        const all = Buffer.concat(chunks.map(([, data]) => Buffer.from(data)));
        expect(shellOutput(chunks, given, 122)).toEqual(cutByRule(all, given));
      }),
      { numRuns: 40 },
    );
  });

  test('goes back over every byte that only goes on with a character, and the character before them', () => {
    const given = { maxOutputBytes: 10, maxOutputLines: 10, headPercent: 50 };
    const bytes = Uint8Array.from([0x61, 0x62, 0x80, 0x80, 0xbf, 0x80, ...bytesOf('x'.repeat(20))]);
    expect(shellOutput([['stdout', bytes]], given)).toEqual({
      head: 'a',
      tail: 'xxxxx',
      omittedBytes: 20,
      omittedLines: 0,
    });
  });

  const defaults = { maxOutputBytes: 30_000, maxOutputLines: 2_000, headPercent: 20 };

  test.each(['x', '漢', '😀', 'x\n', 'é\n'])(
    'with the default limits, at them and one to each side, of %j',
    (unit) => {
      const size = bytesOf(unit).length;
      for (const bytes of [29_999, 30_000, 30_001, 60_000]) {
        const text = unit.repeat(Math.floor(bytes / size)) + '.'.repeat(bytes % size);
        expect(shellOutput([['stdout', text]], defaults)).toEqual(
          cutByRule(Buffer.from(text, 'utf8'), defaults),
        );
      }
      for (const lines of [1_999, 2_000, 2_001]) {
        for (const text of ['漢\n'.repeat(lines), `${'漢\n'.repeat(lines)}y`]) {
          expect(shellOutput([['stdout', text]], defaults)).toEqual(
            cutByRule(Buffer.from(text, 'utf8'), defaults),
          );
        }
      }
    },
  );

  test('of an output far larger than memory is exact', () => {
    const text = 'a line of twenty-nine bytes..\n'.repeat(100_000);
    expect(shellOutput([['stdout', text]], defaults)).toEqual(cutByRule(Buffer.from(text, 'utf8'), defaults));
  });

  test('with 100 percent may end inside a character, as the original does', () => {
    const given = { maxOutputBytes: 4, maxOutputLines: 10, headPercent: 100 };
    expect(shellOutput([['stdout', '漢漢']], given)).toEqual({
      head: '漢\uFFFD',
      tail: '',
      omittedBytes: 2,
      omittedLines: 0,
    });
  });
});
