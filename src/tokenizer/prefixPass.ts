import type { TokenPrefix } from '../core/index.ts';
import type { TokenEngine } from './engine.ts';
import { largestPiecePrefix } from './piecePrefix.ts';
import { GROWTH, SLACK, Utf8Cleaner } from './utf8Cleaner.ts';

const LF = 10;
const CR = 13;
const SLASH = 47;

/** Input is taken in slices of this many bytes, so that the prefix is known soon and the buffer stays small. */
const SLICE_BYTES = 64 * 1024;

/** A longer unfinished piece is scanned again only when it has doubled, so that scanning stays linear. */
const RESCAN_ALWAYS_BYTES = 4096;

/**
 * One pass over a text in chunks: its exact total, and the largest prefix of whole lines within the cap.
 * Counts of pieces add up exactly. As long as the sum is within the cap a piece that ends in a newline moves
 * the prefix on; in a piece with newlines inside, or one that passes the cap, its own line ends are tried.
 */
export class PrefixPass {
  /** Null until no later byte can change it. */
  prefix: TokenPrefix | null = null;
  /** Null until `end`. */
  total: number | null = null;
  readonly #engine: TokenEngine;
  readonly #cap: number;
  readonly #cleaner = new Utf8Cleaner();
  /** Clean bytes that are in no counted piece yet. */
  #buffer = new Uint8Array(SLICE_BYTES * GROWTH + SLACK);
  #pending = 0;
  #rescanAt = 0;
  /** Clean bytes and tokens of all counted pieces; the lines that end in them (until the prefix is known). */
  #bytes = 0;
  #tokens = 0;
  #lines = 0;
  #endsInNewline = true;
  #best = { bytes: 0, lines: 0, tokens: 0 };

  /** `capTokens` null: no cap; the prefix is the whole text. */
  constructor(engine: TokenEngine, capTokens: number | null) {
    this.#engine = engine;
    this.#cap = capTokens ?? Number.POSITIVE_INFINITY;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      const slice = bytes.subarray(at, at + SLICE_BYTES);
      this.#reserve(slice.length * GROWTH + SLACK);
      this.#pending = this.#cleaner.write(slice, this.#buffer, this.#pending);
      this.#drain(false);
    }
  }

  end(): void {
    this.#reserve(SLACK);
    this.#pending = this.#cleaner.finish(this.#buffer, this.#pending);
    this.#drain(true);
    this.total = this.#tokens;
    this.prefix ??= {
      bytes: this.#cleaner.bytesIn,
      lines: this.#lines + (this.#endsInNewline ? 0 : 1),
      tokens: this.#tokens,
      whole: true,
    };
  }

  #reserve(room: number): void {
    if (this.#pending + room <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(this.#pending + room, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#pending));
    this.#buffer = grown;
  }

  /** Counts the pieces in the buffer that nothing can change any more, all of them when the text is over. */
  #drain(over: boolean): void {
    const buffer = this.#buffer;
    const end = this.#pending;
    const { scanner } = this.#engine;
    if (!over && end < this.#rescanAt && !this.#isOverByLength(end)) return;
    let at = 0;
    while (at < end) {
      const pieceEnd = scanner.next(buffer, at, end);
      if (!over && scanner.sawEnd) break;
      this.#take(at, pieceEnd);
      at = pieceEnd;
    }
    const left = end - at;
    this.#rescanAt = left < RESCAN_ALWAYS_BYTES ? 0 : left * 2;
    if (!over && this.#isOverByLength(left)) {
      this.#tryLineEndsInside(at, end);
      this.#settle();
    }
    if (at > 0) {
      buffer.copyWithin(0, at, end);
      this.#pending = left;
    }
    this.#cleaner.forgetBefore(this.#best.bytes);
  }

  #take(start: number, end: number): void {
    const tokens = this.#engine.countPiece(this.#buffer, start, end);
    if (this.prefix === null) this.#extendPrefix(start, end, tokens);
    this.#tokens += tokens;
    this.#bytes += end - start;
  }

  #extendPrefix(start: number, end: number, tokens: number): void {
    const fits = this.#tokens + tokens <= this.#cap;
    const last = this.#buffer[end - 1]!;
    this.#endsInNewline = last === LF;
    if (fits && last === LF) {
      this.#lines += countNewlines(this.#buffer, start, end);
      this.#best = { bytes: this.#bytes + end - start, lines: this.#lines, tokens: this.#tokens + tokens };
      return;
    }
    // A newline inside a piece that does not end in one: only before CR or `/`, or in space at the text's end.
    const mayHoldNewline = !fits || last === CR || last === SLASH || isAsciiSpace(last) || last >= 0x80;
    const newlines = mayHoldNewline ? countNewlines(this.#buffer, start, end) : 0;
    if (newlines > 0 && this.#cap !== Number.POSITIVE_INFINITY) this.#tryLineEndsInside(start, end);
    if (!fits) this.#settle();
    this.#lines += newlines;
  }

  #tryLineEndsInside(start: number, end: number): void {
    const left = this.#cap - this.#tokens;
    const inside = largestPiecePrefix(this.#engine, this.#buffer, start, end, left, endsAfterNewline);
    if (inside === null) return;
    this.#best = {
      bytes: this.#bytes + inside.bytes,
      lines: this.#lines + countNewlines(this.#buffer, start, start + inside.bytes),
      tokens: this.#tokens + inside.tokens,
    };
  }

  /**
   * Whether an unfinished piece of so many bytes is over the cap wherever it ends, since no token is longer
   * than `longestTokenBytes`. Then the line ends that can still fit have all arrived.
   */
  #isOverByLength(pieceBytes: number): boolean {
    if (this.prefix !== null) return false;
    const fittingBytes = (this.#cap - this.#tokens) * this.#engine.table.longestTokenBytes;
    return pieceBytes > fittingBytes;
  }

  #settle(): void {
    const { bytes, lines, tokens } = this.#best;
    this.prefix = { bytes: this.#cleaner.pushedOffset(bytes), lines, tokens, whole: false };
    this.#cleaner.stopTracking();
  }
}

function endsAfterNewline(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 1] === LF;
}

function isAsciiSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

function countNewlines(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (bytes[i] === LF) count++;
  return count;
}
