const wideEmoji = /^\p{Emoji_Presentation}$/u;
const withoutWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;

/** First and last code points of scripts that take two columns: CJK, Hangul, full-width forms. */
const WIDE_RANGES: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x3029],
  [0x302e, 0x303e],
  [0x3041, 0x3098],
  [0x309b, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
];

/** Columns that a character takes in a terminal, as most emulators count: 0, 1 or 2. Controls take none. */
export function charWidth(codePoint: number): number {
  if (codePoint < 0x300) return codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0) ? 0 : 1;
  // Box drawing and block elements, of which progress bars are made.
  if (codePoint >= 0x2500 && codePoint <= 0x259f) return 1;
  if (codePoint >= 0x1100 && isWide(codePoint)) return 2;
  const char = String.fromCodePoint(codePoint);
  if (withoutWidth.test(char)) return 0;
  return codePoint >= 0x2300 && wideEmoji.test(char) ? 2 : 1;
}

function isWide(codePoint: number): boolean {
  // Most of what is wide is a Han character.
  if (codePoint >= 0x4e00 && codePoint <= 0x9fff) return true;
  for (const [first, last] of WIDE_RANGES) {
    if (codePoint < first) return false;
    if (codePoint <= last) return true;
  }
  return false;
}
