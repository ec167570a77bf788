import fc from 'fast-check';
import type { CleanerId, OutputChunk, StreamName } from '../../../../src/core/index.ts';

export const CLEANERS: readonly CleanerId[] = ['none', 'ansi', 'ansi+nul', 'ansi+cr', 'ansi+cr+nul'];
export const anyCleaner = fc.constantFrom(...CLEANERS);
const follows = (cleaner: CleanerId) => cleaner.includes('cr');
/** Cleaners whose text has the characters in the order of their bytes, and those that follow redraws. */
export const anyKeepingCleaner = fc.constantFrom(...CLEANERS.filter((cleaner) => !follows(cleaner)));
export const anyRedrawCleaner = fc.constantFrom(...CLEANERS.filter(follows));

const utf8 = (text: string) => [...new TextEncoder().encode(text)];

/** Pieces that meet the decoder's and the escape filter's every state, whole and broken. */
const anyToken = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['a', 'b1', '\n', '\r\n', '\r', '\t', '\b', ' ', '0', ';', 'm', '\\'].map(utf8),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['€', '😀', '漢', 'é', 'e\u0301', '👨‍👩‍👧', '\ufeff', '\ufffd', '\u0085', '\u009b'].map(utf8),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...[
        '\x1b',
        '\x1b[',
        '\x1b[31m',
        '\x1b[0m',
        '\x1b]',
        '\x1b]0;t\x07',
        '\x1b]8;;u\x1b\\',
        '\x1bP',
        '\x1b_x\x1b\\',
        '\x1b(B',
        '\x1b#',
        '\x1bM',
        '\x07',
        '\x18',
        '\x1a',
        '\x1b\\',
        '\x1b[K',
        '\x1b[1K',
        '\x1b[2K',
        '\x1b[G',
        '\x1b[3G',
        '\x1b[2C',
        '\x1b[D',
        '\x1b[?2K',
        '\x1b[J',
      ].map(utf8),
    ),
  },
  { weight: 1, arbitrary: fc.constant([0]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      [0xe2],
      [0xe2, 0x82],
      [0xf0, 0x9f],
      [0xf0, 0x9f, 0x98],
      [0xc0],
      [0xed, 0xa0, 0x80],
      [0xff],
      [0x80],
    ),
  },
  { weight: 1, arbitrary: fc.array(fc.nat(255), { minLength: 1, maxLength: 4 }) },
);

export const anyStream = fc.constantFrom<StreamName>('stdout', 'stderr');

/** An output as it arrived: a few runs of hostile bytes of either stream. */
export const anyOutput: fc.Arbitrary<OutputChunk[]> = fc.array(
  fc.record({
    stream: anyStream,
    bytes: fc.array(anyToken, { maxLength: 8 }).map((tokens) => Uint8Array.from(tokens.flat())),
  }),
  { maxLength: 8 },
);

/** The same bytes of the same streams in the same order, cut into other chunks (some of them empty). */
export function rechunk(output: readonly OutputChunk[], sizes: readonly number[]): OutputChunk[] {
  const chunks: OutputChunk[] = [];
  let next = 0;
  for (const { stream, bytes } of output)
    for (let at = 0; at < bytes.length; ) {
      const size = sizes.length === 0 ? bytes.length : sizes[next++ % sizes.length]!;
      chunks.push({ stream, bytes: bytes.slice(at, at + size) });
      // A size of 0 makes an empty chunk once and then goes on by one byte.
      if (size === 0) chunks.push({ stream, bytes: bytes.slice(at, at + 1) });
      at += Math.max(1, size);
    }
  return chunks;
}
