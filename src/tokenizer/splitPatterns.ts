import type { TokenEncoding } from '../core/index.ts';
import {
  ASCII_CLASS,
  classAt,
  LETTER,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER_LETTER,
  UPPER,
  WIDTH,
} from './characterClasses.ts';
import { contractionAt, mayBecomeContraction, PieceScanner } from './pieceScanner.ts';

const NONE = -1;
const APOSTROPHE = 39;

/**
 * o200k_base, as a hand-made match of
 *   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(contraction)?
 * | [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(contraction)?
 * | \p{N}{1,3} |  ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
 */
export class O200kScanner extends PieceScanner {
  readonly endingSpaceIsOnePiece = false;

  next(bytes: Uint8Array, start: number, end: number): number {
    this.sawEnd = false;
    const flags = classAt(bytes, start);
    if ((flags & NUMBER) !== 0) return this.numbers(bytes, start, end);
    if ((flags & NEWLINE) === 0) {
      const word = (flags & LETTER) !== 0 ? start : start + WIDTH[bytes[start]!]!;
      let wordEnd = NONE;
      if (word < end) wordEnd = this.#word(bytes, word, end, flags === MARK);
      // A mark may be the optional first character, but alone it is a word as well.
      if (wordEnd === NONE && flags === MARK) wordEnd = this.#word(bytes, start, end, true);
      if (wordEnd !== NONE) {
        if (mayBecomeContraction(bytes, wordEnd, end)) this.sawEnd = true;
        return wordEnd + contractionAt(bytes, wordEnd, end);
      }
    }
    return this.symbolsOrSpace(bytes, start, end, true);
  }

  /** End of the longest match of the first word rule (then of the second one, unless `firstRuleOnly`), or NONE. */
  #word(bytes: Uint8Array, start: number, end: number, firstRuleOnly: boolean): number {
    let at = start;
    let afterCaseless = NONE;
    while (at < end) {
      const byte = bytes[at]!;
      const flags = byte < 128 ? ASCII_CLASS[byte]! : classAt(bytes, at);
      if ((flags & (UPPER | OTHER_LETTER | MARK)) === 0) break;
      at += byte < 128 ? 1 : WIDTH[byte]!;
      if ((flags & (OTHER_LETTER | MARK)) !== 0) afterCaseless = at;
    }
    // A lower-case letter far behind would still join the run, so the piece is open however long the run is.
    if (at === end) this.sawEnd = true;
    else if ((classAt(bytes, at) & LOWER) !== 0) return this.#lowerRun(bytes, at, end);
    // The first rule gives back what it took until a caseless letter or a mark can stand for the lower part.
    if (afterCaseless !== NONE) return afterCaseless;
    return at > start && !firstRuleOnly ? at : NONE;
  }

  #lowerRun(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    while (at < end) {
      const byte = bytes[at]!;
      const flags = byte < 128 ? ASCII_CLASS[byte]! : classAt(bytes, at);
      if ((flags & (LOWER | OTHER_LETTER | MARK)) === 0) return at;
      at += byte < 128 ? 1 : WIDTH[byte]!;
    }
    this.sawEnd = true;
    return at;
  }
}

/**
 * cl100k_base, as a hand-made match of
 *   contraction | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,3} |  ?[^\s\p{L}\p{N}]+[\r\n]*
 * | \s+$ | \s*[\r\n] | \s+(?!\S) | \s
 */
export class Cl100kScanner extends PieceScanner {
  readonly endingSpaceIsOnePiece = true;

  next(bytes: Uint8Array, start: number, end: number): number {
    this.sawEnd = false;
    if (bytes[start] === APOSTROPHE) {
      const contraction = contractionAt(bytes, start, end);
      if (contraction > 0) return start + contraction;
    }
    const flags = classAt(bytes, start);
    if ((flags & NUMBER) !== 0) return this.numbers(bytes, start, end);
    if ((flags & NEWLINE) === 0) {
      const word = (flags & LETTER) !== 0 ? start : start + WIDTH[bytes[start]!]!;
      let at = word;
      while (at < end) {
        const byte = bytes[at]!;
        if (((byte < 128 ? ASCII_CLASS[byte]! : classAt(bytes, at)) & LETTER) === 0) break;
        at += byte < 128 ? 1 : WIDTH[byte]!;
      }
      if (at > word) {
        if (at === end) this.sawEnd = true;
        return at;
      }
    }
    return this.symbolsOrSpace(bytes, start, end, false);
  }
}

export function createScanner(encoding: TokenEncoding): PieceScanner {
  return encoding === 'o200k_base' ? new O200kScanner() : new Cl100kScanner();
}
