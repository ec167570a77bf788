import type { CleanerId } from '../contract/index.ts';
import { type ByteDecoder, CharDecoder } from './charDecoder.ts';
import { cleanerRules } from './cleanerRules.ts';
import { type CursorMove, isCursorMove, MAX_SEQUENCE_CHARS } from './escapes.ts';
import { ROW_COLUMNS } from './rowSink.ts';

const BACKSPACE = 0x08;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const ESC = 0x1b;
const SPACE = 0x20;
const CSI = 0x5b;
const REPLACEMENT = 0xfffd;
/** Most bytes that are decoded between two runs. */
export const RUN_BYTES = 16_384;
/** A sequence that was none is given back whole, in two units a character at most. */
const RUN_UNITS = RUN_BYTES + 2 * MAX_SEQUENCE_CHARS + 16;
/** Longer sequences are left to the filter, which bounds them. */
const SHORT_SEQUENCE = 64;

/** Cleaned text in UTF-16 units, `units[0, length)`. It is used again: who keeps of it copies. */
export interface TextRun {
  readonly units: Uint16Array;
  readonly length: number;
  readonly newlines: number;
  readonly codePoints: number;
  /** Bytes of the text in UTF-8. */
  readonly utf8Bytes: number;
  /** As in `WindowedText`, with units counted from the run's start. */
  readonly broken: Uint32Array;
}

const nothingBroken = new Uint32Array(0);

/** Where cleaned text goes that is asked for no byte: in runs, without a step per character. */
export interface RunSink {
  ascii(bytes: Uint8Array, from: number, to: number, newlines: number): void;
  text(run: TextRun): void;
  /** CR and backspace. These two are told only where the cleaner follows redraws. */
  control?(codePoint: number): void;
  move?(kind: CursorMove, count: number): void;
}

/**
 * Decodes what most bytes are in one loop: ASCII, whole characters, whole colour sequences. All else (a character or
 * a sequence that is not complete, or wrong) goes through `CharDecoder`, character by character.
 */
export class RunDecoder implements ByteDecoder {
  readonly #sink: RunSink;
  readonly #byChar: CharDecoder;
  readonly #escapes: boolean;
  readonly #redraws: boolean;
  readonly #nul: boolean;
  readonly #keepsBroken: boolean;
  #units = new Uint16Array(0);
  #length = 0;
  /** Where a line began after the last newline of the run; -1 where it began before the run. */
  #lineStart = -1;
  #newlines = 0;
  /** Newline bytes of what is being decoded, shown or not. */
  #newlineBytes = 0;
  /** Characters of two units, and how many more bytes than units the run has in UTF-8. */
  #pairs = 0;
  #moreBytes = 0;
  #broken = nothingBroken;
  #brokenCount = 0;

  constructor(cleaner: CleanerId, sink: RunSink) {
    const { escapes, redraws, nul } = cleanerRules(cleaner);
    this.#sink = sink;
    this.#escapes = escapes;
    this.#redraws = redraws;
    this.#nul = nul;
    // Of a cleaned text nobody asks how many bytes its characters were.
    this.#keepsBroken = cleaner === 'none';
    this.#byChar = new CharDecoder(cleaner, {
      ascii: (bytes, from, to) => {
        for (let i = from; i < to; i++) this.#append(bytes[i]!);
      },
      char: (codePoint, startByte, endByte) => {
        if (codePoint === REPLACEMENT && endByte - startByte < 3) this.#markBroken(endByte - startByte);
        if (redraws && (codePoint === CR || codePoint === BACKSPACE)) {
          this.#endRun();
          sink.control?.(codePoint);
        } else this.#append(codePoint);
      },
      move: (kind, count) => {
        this.#endRun();
        sink.move?.(kind, count);
      },
    });
  }

  get idle(): boolean {
    return this.#byChar.idle;
  }

  ascii(bytes: Uint8Array, from: number, to: number, newlines: number): void {
    this.#sink.ascii(bytes, from, to, newlines);
  }

  decode(bytes: Uint8Array, from: number, to: number, base: number): number {
    this.#reserve();
    this.#newlineBytes = 0;
    for (let i = from; i < to; ) {
      // A block at a time: the run fits what was reserved.
      const end = Math.min(to, i + RUN_BYTES);
      while (i < end) {
        if (this.#byChar.idle) {
          i = this.#decodeWhole(bytes, i, end);
          if (i < end && isContinuation(bytes[i]!)) {
            this.#markBroken(0);
            this.#append(REPLACEMENT);
            i += 1;
            continue;
          }
        }
        if (i >= end) break;
        // A step takes one character, or the rest of an open one, of which no byte but the last can be a newline.
        const next = this.#byChar.step(bytes, i, end, base);
        if (next > i && bytes[next - 1] === LF) this.#newlineBytes += 1;
        i = next;
      }
      this.#endRun();
    }
    return this.#newlineBytes;
  }

  end(offset: number): void {
    this.#reserve();
    this.#byChar.end(offset);
    this.#endRun();
  }

  /** As far as characters and sequences are whole and mean nothing special; gives where that ends. */
  #decodeWhole(bytes: Uint8Array, from: number, to: number): number {
    const units = this.#units;
    let length = this.#length;
    let newlines = 0;
    let moreBytes = 0;
    let i = from;
    while (i < to) {
      const byte = bytes[i]!;
      if (byte < 0x80) {
        if (byte < SPACE) {
          if (byte === LF) {
            newlines += 1;
            this.#lineStart = length + 1;
          } else if (byte === ESC && this.#escapes) {
            const end = this.#colourEnd(bytes, i, to);
            if (end < 0) break;
            i = end;
            continue;
          } else if (byte === 0 && this.#nul) break;
          else if (this.#redraws && (byte === CR || byte === BACKSPACE)) {
            if (byte === BACKSPACE || bytes[i + 1] !== LF || i + 1 >= to || !this.#isRedrawnAsItIs(length))
              break;
            i += 1;
            continue;
          }
        }
        units[length++] = byte;
        i += 1;
        continue;
      }
      if (byte >= 0xe0 && byte <= 0xef) {
        if (i + 2 >= to) break;
        const second = bytes[i + 1]!;
        const third = bytes[i + 2]!;
        const unit = ((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
        if ((second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) break;
        if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) break;
        units[length++] = unit;
        moreBytes += 2;
        i += 3;
      } else if (byte >= 0xc2 && byte < 0xe0) {
        if (i + 1 >= to) break;
        const second = bytes[i + 1]!;
        if ((second & 0xc0) !== 0x80) break;
        units[length++] = ((byte & 0x1f) << 6) | (second & 0x3f);
        moreBytes += 1;
        i += 2;
      } else {
        const codePoint = wholeOfFour(bytes, i, to);
        if (codePoint < 0) break;
        units[length++] = 0xd800 + ((codePoint - 0x10000) >> 10);
        units[length++] = 0xdc00 + ((codePoint - 0x10000) & 0x3ff);
        this.#pairs += 1;
        moreBytes += 2;
        i += 4;
      }
    }
    this.#newlines += newlines;
    this.#newlineBytes += newlines;
    this.#moreBytes += moreBytes;
    this.#length = length;
    return i;
  }

  /**
   * A line up to `length` of which a CR before its LF leaves all: it began in this run, fits a row (a tab takes 8
   * columns) and has no character without a width before its first, which a CR would wipe out.
   */
  #isRedrawnAsItIs(length: number): boolean {
    const start = this.#lineStart;
    if (start < 0 || (length - start) * 8 > ROW_COLUMNS) return false;
    const first = this.#units[start]!;
    return start === length || (first >= SPACE && first < 0x7f) || first === TAB;
  }

  /** Where a control sequence ends that is whole, short and moves nothing; -1 where the filter has to look. */
  #colourEnd(bytes: Uint8Array, at: number, to: number): number {
    if (at + 2 >= to || bytes[at + 1] !== CSI) return -1;
    const end = Math.min(to, at + SHORT_SEQUENCE);
    for (let i = at + 2; i < end; i++) {
      const byte = bytes[i]!;
      if (byte < SPACE || byte > 0x7e) return -1;
      if (byte >= 0x40) return this.#redraws && isCursorMove(byte) ? -1 : i + 1;
    }
    return -1;
  }

  /** The next unit is U+FFFD for so many bytes; see `WindowedText`. */
  #markBroken(bytes: number): void {
    if (!this.#keepsBroken) return;
    if (this.#broken.length === 0) this.#broken = new Uint32Array(RUN_UNITS);
    this.#broken[this.#brokenCount++] = this.#length * 4 + bytes;
  }

  #append(codePoint: number): void {
    if (codePoint === LF) {
      this.#newlines += 1;
      this.#lineStart = this.#length + 1;
    }
    if (codePoint < 0x10000) {
      if (codePoint >= 0x80) this.#moreBytes += codePoint < 0x800 ? 1 : 2;
      this.#units[this.#length++] = codePoint;
      return;
    }
    this.#pairs += 1;
    this.#moreBytes += 2;
    this.#units[this.#length++] = 0xd800 + ((codePoint - 0x10000) >> 10);
    this.#units[this.#length++] = 0xdc00 + ((codePoint - 0x10000) & 0x3ff);
  }

  #endRun(): void {
    const length = this.#length;
    if (length === 0) return;
    const run: TextRun = {
      units: this.#units,
      length,
      newlines: this.#newlines,
      codePoints: length - this.#pairs,
      utf8Bytes: length + this.#moreBytes,
      broken: this.#brokenCount === 0 ? nothingBroken : this.#broken.subarray(0, this.#brokenCount),
    };
    this.#length = 0;
    this.#lineStart = -1;
    this.#newlines = 0;
    this.#pairs = 0;
    this.#moreBytes = 0;
    this.#brokenCount = 0;
    this.#sink.text(run);
  }

  /** Most streams are plain and need none. */
  #reserve(): void {
    if (this.#units.length === 0) this.#units = new Uint16Array(RUN_UNITS);
  }
}

/** A byte that only goes on with a character. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** The character of four bytes at `at`; -1 where it is none or not whole. */
function wholeOfFour(bytes: Uint8Array, at: number, to: number): number {
  const lead = bytes[at]!;
  if (lead < 0xf0 || lead > 0xf4 || at + 3 >= to) return -1;
  let codePoint = lead & 0x07;
  for (let k = 1; k < 4; k++) {
    const byte = bytes[at + k]!;
    if ((byte & 0xc0) !== 0x80) return -1;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  return codePoint >= 0x10000 && codePoint <= 0x10ffff ? codePoint : -1;
}
