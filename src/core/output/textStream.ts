import type { CleanerId } from '../contract/index.ts';
import { cleanerRules } from './cleanerRules.ts';
import { type CleanSink, EscapeFilter } from './escapes.ts';
import { scanPlain, type Watch } from './scan.ts';

const NEWLINE = 0x0a;
const ESC = 0x1b;
const CR = 0x0d;
const BACKSPACE = 0x08;
const REPLACEMENT = 0xfffd;
/** Small enough that one coloured word does not slow a whole chunk, large enough that the scan is all there is. */
const BLOCK_BYTES = 16_384;

/**
 * One stream's bytes → decoded, cleaned characters, whatever the chunks were. Decoding is UTF-8 as WHATWG's
 * decoder does it (each maximal invalid part is one U+FFFD) with a byte order mark kept. Plain ASCII passes in
 * whole runs, without a string or a step per character.
 */
export class TextStream {
  readonly #sink: CleanSink;
  readonly #filter: EscapeFilter;
  readonly #watch: Watch;
  #offset = 0;
  // WHATWG's decoder state: continuation bytes still needed, the bits so far, the range allowed for the next.
  #needed = 0;
  #bits = 0;
  #lower = 0x80;
  #upper = 0xbf;
  #charStart = 0;

  constructor(cleaner: CleanerId, sink: CleanSink) {
    this.#sink = sink;
    const { escapes, redraws, nul } = cleanerRules(cleaner);
    this.#filter = new EscapeFilter(cleaner, sink);
    this.#watch = { esc: escapes, nul, redraws };
  }

  /** Bytes taken so far. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Takes `bytes[from, to)` and returns how many newline bytes it held. Plain blocks that follow each other go to
   * the sink as one run, so that a window which keeps the ends only does not copy what lies between.
   */
  push(bytes: Uint8Array, from: number, to: number): number {
    let newlines = 0;
    let runNewlines = 0;
    let runFrom = from;
    const endRun = (at: number): void => {
      if (at > runFrom) this.#sink.ascii(bytes, runFrom, at, runNewlines, this.#offset - (at - runFrom));
    };
    for (let at = from; at < to; ) {
      const end = Math.min(to, at + BLOCK_BYTES);
      const scanned = scanPlain(bytes, at, end, this.#watch);
      const inBlock = scanned < 0 ? ~scanned : scanned;
      if (scanned >= 0 && this.#needed === 0 && this.#filter.idle) {
        runNewlines += inBlock;
        this.#offset += end - at;
      } else {
        endRun(at);
        this.#decode(bytes, at, end);
        this.#offset += end - at;
        runFrom = end;
        runNewlines = 0;
      }
      newlines += inBlock;
      at = end;
    }
    endRun(to);
    return newlines;
  }

  /** An unfinished character becomes U+FFFD; an unfinished escape sequence is dropped. */
  end(): void {
    if (this.#needed === 0) return;
    this.#needed = 0;
    this.#filter.accept(REPLACEMENT, this.#charStart, this.#offset);
  }

  #decode(bytes: Uint8Array, from: number, to: number): void {
    const base = this.#offset - from;
    for (let i = from; i < to; ) {
      if (this.#needed > 0) {
        i = this.#continueChar(bytes, i, to, base);
        continue;
      }
      if (this.#filter.idle) {
        const runEnd = this.#plainRun(bytes, i, to, base);
        if (runEnd > i) {
          i = runEnd;
          continue;
        }
      }
      const byte = bytes[i]!;
      if (byte < 0x80) this.#filter.accept(byte, base + i, base + i + 1);
      else this.#startChar(byte, base + i);
      i += 1;
    }
  }

  #plainRun(bytes: Uint8Array, from: number, to: number, base: number): number {
    const { esc, nul, redraws } = this.#watch;
    let newlines = 0;
    let i = from;
    for (; i < to; i++) {
      const byte = bytes[i]!;
      if (byte === NEWLINE) newlines += 1;
      else if (byte >= 0x80 || (byte === ESC && esc) || (byte === 0 && nul)) break;
      else if (redraws && (byte === CR || byte === BACKSPACE)) break;
    }
    if (i > from) this.#sink.ascii(bytes, from, i, newlines, base + from);
    return i;
  }

  #startChar(byte: number, at: number): void {
    this.#charStart = at;
    this.#lower = 0x80;
    this.#upper = 0xbf;
    if (byte >= 0xc2 && byte <= 0xdf) {
      this.#needed = 1;
      this.#bits = byte & 0x1f;
    } else if (byte >= 0xe0 && byte <= 0xef) {
      if (byte === 0xe0) this.#lower = 0xa0;
      if (byte === 0xed) this.#upper = 0x9f;
      this.#needed = 2;
      this.#bits = byte & 0x0f;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      if (byte === 0xf0) this.#lower = 0x90;
      if (byte === 0xf4) this.#upper = 0x8f;
      this.#needed = 3;
      this.#bits = byte & 0x07;
    } else this.#filter.accept(REPLACEMENT, at, at + 1);
  }

  #continueChar(bytes: Uint8Array, from: number, to: number, base: number): number {
    let i = from;
    while (i < to) {
      const byte = bytes[i]!;
      if (byte < this.#lower || byte > this.#upper) {
        // The byte is not part of the broken character: it is looked at again as the start of the next.
        this.#needed = 0;
        this.#filter.accept(REPLACEMENT, this.#charStart, base + i);
        return i;
      }
      i += 1;
      this.#lower = 0x80;
      this.#upper = 0xbf;
      this.#bits = (this.#bits << 6) | (byte & 0x3f);
      this.#needed -= 1;
      if (this.#needed === 0) {
        this.#filter.accept(this.#bits, this.#charStart, base + i);
        return i;
      }
    }
    return i;
  }
}
