import { ASCII_CLASS, classAt, MARK, NEWLINE, NUMBER, SPACE, SYMBOL, WIDTH } from './characterClasses.ts';

const LF = 10;
const CR = 13;
const BLANK = 32;
const APOSTROPHE = 39;
const SLASH = 47;

/**
 * Splits valid UTF-8 into the pieces (pre-tokens) that are merged each on its own. Neither pattern looks
 * behind, so the text after a piece splits as if it stood alone.
 */
export abstract class PieceScanner {
  /** The last `next` ran into `end`: with more text behind `end` the piece might end elsewhere. Else it is final. */
  sawEnd = false;

  /**
   * White space at the very end of the text is one piece even when newlines are in it (cl100k's `\s+$`);
   * otherwise it splits after its last newline.
   */
  abstract readonly endingSpaceIsOnePiece: boolean;

  /** End of the piece that begins at `start` (< end), for a text that ends at `end`. */
  abstract next(bytes: Uint8Array, start: number, end: number): number;

  /** `\p{N}{1,3}`; the character at `start` is a number. */
  protected numbers(bytes: Uint8Array, start: number, end: number): number {
    let at = start + WIDTH[bytes[start]!]!;
    let more = 2;
    for (; more > 0 && at < end && (classAt(bytes, at) & NUMBER) !== 0; more--) at += WIDTH[bytes[at]!]!;
    if (at === end && more > 0) this.sawEnd = true;
    return at;
  }

  /** ` ?[^\s\p{L}\p{N}]+[\r\n]*` (with `/` in the last class where `slashEnds`), else one of the white space rules. */
  protected symbolsOrSpace(bytes: Uint8Array, start: number, end: number, slashEnds: boolean): number {
    const first = bytes[start] === BLANK ? start + 1 : start;
    let at = first;
    while (at < end) {
      const byte = bytes[at]!;
      const flags = byte < 128 ? ASCII_CLASS[byte]! : classAt(bytes, at);
      if ((flags & (MARK | SYMBOL)) === 0) break;
      at += byte < 128 ? 1 : WIDTH[byte]!;
    }
    if (at === first) return this.#space(bytes, start, end);
    while (at < end) {
      const byte = bytes[at]!;
      if (byte !== LF && byte !== CR && !(slashEnds && byte === SLASH)) break;
      at++;
    }
    if (at === end) this.sawEnd = true;
    return at;
  }

  /** `\s+$` (cl100k only), `\s*[\r\n]+`, `\s+(?!\S)`, `\s+`, in this order. */
  #space(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let lastStart = start;
    let afterNewline = -1;
    while (at < end) {
      const byte = bytes[at]!;
      const flags = byte < 128 ? ASCII_CLASS[byte]! : classAt(bytes, at);
      if ((flags & SPACE) === 0) break;
      lastStart = at;
      at += byte < 128 ? 1 : WIDTH[byte]!;
      if ((flags & NEWLINE) !== 0) afterNewline = at;
    }
    if (at === end) {
      this.sawEnd = true;
      return this.endingSpaceIsOnePiece || afterNewline < 0 ? at : afterNewline;
    }
    if (afterNewline >= 0) return afterNewline;
    // The last space of a run goes with the word behind it, unless it is the whole run.
    return lastStart === start ? at : lastStart;
  }
}

/** More text could make a contraction of the up to two bytes from `at` on. */
export function mayBecomeContraction(bytes: Uint8Array, at: number, end: number): boolean {
  return at < end && end - at < 3 && bytes[at] === APOSTROPHE && contractionAt(bytes, at, end) === 0;
}

/**
 * Bytes of `(?i:'s|'t|'re|'ve|'m|'ll|'d)` at `at`, or 0. Rust folds U+017F (long s, C5 BF) to s, so `'ſ`
 * is one too.
 */
export function contractionAt(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || bytes[at] !== APOSTROPHE) return 0;
  const first = bytes[at + 1]!;
  const lower = first | 32;
  if (lower === 0x73 || lower === 0x74 || lower === 0x6d || lower === 0x64) return 2;
  if (at + 2 >= end) return 0;
  const second = bytes[at + 2]!;
  if (first === 0xc5 && second === 0xbf) return 3;
  if ((lower === 0x72 || lower === 0x76) && (second | 32) === 0x65) return 3;
  return lower === 0x6c && (second | 32) === 0x6c ? 3 : 0;
}
