import type { CleanerId } from '../contract/index.ts';
import { cleanerRules } from './cleanerRules.ts';
import { type CleanSink, EscapeFilter } from './escapes.ts';
import { countNewlines } from './lines.ts';
import type { Watch } from './scan.ts';

const NEWLINE = 0x0a;
const ESC = 0x1b;
const CR = 0x0d;
const BACKSPACE = 0x08;
const REPLACEMENT = 0xfffd;

/** Makes cleaned text of the bytes of one stream that are not plain; see `TextStream`. */
export interface ByteDecoder {
  /** No character and no sequence is open: plain bytes may go past the decoder, straight to the sink. */
  readonly idle: boolean;
  /** Plain ASCII: unit k is the stream's byte `startByte + k`. */
  ascii(bytes: Uint8Array, from: number, to: number, newlines: number, startByte: number): void;
  /** `bytes[from, to)`, of which byte `i` is the stream's byte `base + i`. Gives how many of them are newlines. */
  decode(bytes: Uint8Array, from: number, to: number, base: number): number;
  /** The stream ended after `offset` bytes. */
  end(offset: number): void;
}

/** One character at a time, each with its bytes, whatever the chunks were. */
export class CharDecoder implements ByteDecoder {
  readonly #sink: CleanSink;
  readonly #filter: EscapeFilter;
  readonly #watch: Watch;
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

  get idle(): boolean {
    return this.#needed === 0 && this.#filter.idle;
  }

  ascii(bytes: Uint8Array, from: number, to: number, newlines: number, startByte: number): void {
    this.#sink.ascii(bytes, from, to, newlines, startByte);
  }

  decode(bytes: Uint8Array, from: number, to: number, base: number): number {
    for (let i = from; i < to; ) {
      if (this.idle) {
        const runEnd = this.#plainRun(bytes, i, to, base);
        if (runEnd > i) {
          i = runEnd;
          continue;
        }
      }
      i = this.step(bytes, i, to, base);
    }
    return countNewlines(bytes, from, to);
  }

  /** Takes one character, or as much of it as there is, and gives where it ended. */
  step(bytes: Uint8Array, from: number, to: number, base: number): number {
    if (this.#needed > 0) return this.#continueChar(bytes, from, to, base);
    const byte = bytes[from]!;
    if (byte < 0x80) this.#filter.accept(byte, base + from, base + from + 1);
    else this.#startChar(byte, base + from);
    return from + 1;
  }

  /** An unfinished character becomes U+FFFD; an unfinished escape sequence is dropped. */
  end(offset: number): void {
    if (this.#needed === 0) return;
    this.#needed = 0;
    this.#filter.accept(REPLACEMENT, this.#charStart, offset);
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
