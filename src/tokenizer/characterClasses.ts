/**
 * The character classes that the two split patterns ask for, as bit flags, read from UTF-8 bytes.
 * A class is worked out from the engine's own Unicode tables at the first sight of a code point and kept.
 */

/** Lu, Lt */
export const UPPER = 1;
/** Ll */
export const LOWER = 2;
/** Lm, Lo */
export const OTHER_LETTER = 4;
export const MARK = 8;
export const NUMBER = 16;
/** White_Space, which is `\s` in Rust and so in tiktoken: U+0085 is in it, U+FEFF is not (JS has the reverse). */
export const SPACE = 32;
/** CR or LF; always together with SPACE. */
export const NEWLINE = 64;
/** None of the above. */
export const SYMBOL = 128;

export const LETTER = UPPER | LOWER | OTHER_LETTER;

const PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/, SPACE | NEWLINE],
  [/\p{White_Space}/u, SPACE],
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/[\p{Lm}\p{Lo}]/u, OTHER_LETTER],
  [/\p{M}/u, MARK],
  [/\p{N}/u, NUMBER],
];

/** By code point; 0 is "not worked out yet". */
const known = /* @__PURE__ */ new Uint8Array(0x110000);

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const found = PATTERNS.find(([pattern]) => pattern.test(character));
  const flags = found === undefined ? SYMBOL : found[1];
  known[codePoint] = flags;
  return flags;
}

// Marked pure so that a page which only talks to the worker does not carry these tables.
export const ASCII_CLASS: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, codePoint) =>
  classify(codePoint),
);

/** Bytes of a character by its first byte, in valid UTF-8. */
export const WIDTH: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, lead) =>
  lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4,
);

/** The class of the character whose first byte is at `at`. The bytes are valid UTF-8 and the character is whole. */
export function classAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return ASCII_CLASS[lead]!;
  let codePoint: number;
  if (lead < 0xe0) codePoint = ((lead & 31) << 6) | (bytes[at + 1]! & 63);
  else if (lead < 0xf0) {
    codePoint = ((lead & 15) << 12) | ((bytes[at + 1]! & 63) << 6) | (bytes[at + 2]! & 63);
  } else {
    codePoint =
      ((lead & 7) << 18) |
      ((bytes[at + 1]! & 63) << 12) |
      ((bytes[at + 2]! & 63) << 6) |
      (bytes[at + 3]! & 63);
  }
  return known[codePoint]! || classify(codePoint);
}
