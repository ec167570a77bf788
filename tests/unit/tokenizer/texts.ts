import fc from 'fast-check';

/** Bits of text at which the split patterns and the merges have something to decide. */
const NEWLINES = [
  '\n',
  '\n\n',
  '\n\n\n',
  '\r\n',
  '\r\n\r\n',
  '\r',
  '\n \n',
  '\n\t\n',
  ')\n//',
  ')\n\n\n/',
  ' \n',
  '\n'.repeat(15),
  '\n'.repeat(16),
  '\n'.repeat(31),
  '\n'.repeat(32),
];
const SPACES = [
  ' ',
  '  ',
  '   ',
  '\t',
  '\t\t',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u2029',
  '\v',
  '\f',
  '\u180e',
  '\u200b',
];
const WORDS = [
  'a',
  'A',
  'Ab',
  'foo',
  'BAR',
  'fooBar',
  'ABC中D',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'K',
  '\u017f',
  'ǅ',
  'ʰ',
  'ª',
  'ß',
  'İ',
  'ı',
  '𝒜',
  '𝓪',
  '𐐀',
  '𐐨',
  '𞤀',
  '中',
  '文',
  '日本語',
  'ก็',
  '한',
  'é',
  'e\u0301',
  '\u0301',
  '\u0301\u0302',
  '\u20dd',
];
const CONTRACTIONS = ["'s", "'S", "'ll", "'LL", "'l", "'re", "'vE", "'", "'d", "'x"];
const NUMBERS = ['1', '12', '123', '1234567', '٣', 'Ⅷ', '²', '½', '\u{1d7d8}'];
const SYMBOLS = [
  '😀',
  '👩‍👩‍👧',
  '\u200d',
  '\ufffd',
  '\ufffd\ufffd',
  '\0',
  '/',
  '//',
  '///',
  '/*',
  '**/',
  ')',
  '){',
  ');',
  '}',
  '"',
  '#',
  '--',
  '===',
  '_',
  '..',
  ',',
  '\u{10ffff}',
  '\ue000',
];
const NAMES = ['<|endoftext|>', '<|im_start|>', 'constructor', '__proto__', 'toString', 'hasOwnProperty'];

const COMMON = [...NEWLINES, ...SPACES, ...WORDS, ...CONTRACTIONS, ...NUMBERS, ...SYMBOLS, ...NAMES];

/** Where gpt-tokenizer and tiktoken differ. */
export const TIKTOKEN_ONLY = ['\ufeff', '\u0085', "'\u017f", "'\u017fab", '\ufeffusing', '\ufeff\ufeff'];

function textOf(bits: readonly string[], maxBits: number): fc.Arbitrary<string> {
  const few = fc
    .shuffledSubarray([...bits], { minLength: 1, maxLength: 6 })
    .chain((some) => fc.array(fc.constantFrom(...some), { maxLength: maxBits, size: 'max' }));
  const any = fc.array(fc.constantFrom(...bits), { maxLength: maxBits, size: 'max' });
  return fc.oneof(few, any).map((parts) => parts.join(''));
}

export const hostileText = textOf(COMMON, 40);
export const hostileTextWithBom = textOf([...COMMON, ...TIKTOKEN_ONLY, ...TIKTOKEN_ONLY], 40);
/** Many short lines and newlines inside pieces. */
export const lines = textOf(
  [...NEWLINES, ...NEWLINES, 'a', 'foo', ' ', '  ', '\t', ')', '/', '//', '}', '中', '12', '\u3000'],
  30,
);
/** Any code points. */
export const anyText = fc.string({ unit: 'binary', maxLength: 60, size: 'max' });

/** Bytes of which many are no UTF-8: cut characters, surrogates, overlong forms, lone tails, beside lines of text. */
export const brokenBytes: fc.Arbitrary<Uint8Array<ArrayBuffer>> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        [0x0a],
        [0x0d, 0x0a],
        [0x61],
        [0xff],
        [0xc3],
        [0xc3, 0xa9],
        [0xe4, 0xb8],
        [0xe4, 0xb8, 0xad],
        [0xe0, 0x80, 0x80],
        [0xed, 0xa0, 0x80],
        [0xf0, 0x9f, 0x98],
        [0xf0, 0x9f, 0x98, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
        [0xef, 0xbb, 0xbf],
        [0x80],
        [0xc0, 0xaf],
      ),
      fc.integer({ min: 0, max: 255 }).map((byte) => [byte]),
    ),
    { maxLength: 40, size: 'max' },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

/** Cuts bytes into chunks of the given lengths, again and again. */
export function chunked(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] ?? 1;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

export const chunkLengths = fc.array(fc.integer({ min: 1, max: 23 }), { minLength: 1, maxLength: 8 });
