import type { TokenEncoding } from '../core/index.ts';
import { LongMerge } from './longMerge.ts';
import { PieceCache } from './pieceCache.ts';
import type { PieceScanner } from './pieceScanner.ts';
import { hashEnd, hashStep, NO_TOKEN, RankTable, type RawRanks } from './rankTable.ts';
import { SHORT_PIECE_BYTES, ShortMerge } from './shortMerge.ts';
import { createScanner } from './splitPatterns.ts';
import { TokenPairs } from './tokenPairs.ts';

const SMALL_PIECE_BYTES = 32;
const MEDIUM_PIECE_BYTES = 256;

/** One encoding, ready to count. Not re-entrant: its working arrays are shared by all that use it. */
export class TokenEngine {
  readonly encoding: TokenEncoding;
  readonly table: RankTable;
  readonly scanner: PieceScanner;
  readonly pairs: TokenPairs;
  readonly #short: ShortMerge;
  readonly #long: LongMerge;
  readonly #small = new PieceCache(16, SMALL_PIECE_BYTES);
  readonly #medium = new PieceCache(12, MEDIUM_PIECE_BYTES);

  constructor(encoding: TokenEncoding, ranks: RawRanks) {
    this.encoding = encoding;
    this.table = new RankTable(ranks);
    this.scanner = createScanner(encoding);
    this.pairs = new TokenPairs(this.table);
    this.#short = new ShortMerge(this.table);
    this.#long = new LongMerge(this.table, this.pairs);
  }

  /** Tokens of `text`; a lone surrogate counts as U+FFFD. */
  countText(text: string): number {
    const bytes = new TextEncoder().encode(text);
    return this.countBytes(bytes, 0, bytes.length);
  }

  /** Tokens of `bytes[start..end)`, valid UTF-8 that stands alone. */
  countBytes(bytes: Uint8Array, start: number, end: number): number {
    let tokens = 0;
    for (let at = start; at < end; ) {
      const pieceEnd = this.scanner.next(bytes, at, end);
      tokens += this.countPiece(bytes, at, pieceEnd);
      at = pieceEnd;
    }
    return tokens;
  }

  /** Tokens of `bytes[start..end)` taken as one piece. */
  countPiece(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length === 1) return 1;
    // Two bytes are one token or two.
    if (length === 2) return this.table.find(bytes, start, end) === NO_TOKEN ? 2 : 1;
    if (length > MEDIUM_PIECE_BYTES) return this.#long.encode(bytes, start, end);
    let hash = 0;
    for (let i = start; i < end; i++) hash = hashStep(hash, bytes[i]!);
    hash = hashEnd(hash);
    if (length <= this.table.longestTokenBytes) {
      if (this.table.findHashed(bytes, start, length, hash) !== NO_TOKEN) return 1;
    }
    const cache = length <= SMALL_PIECE_BYTES ? this.#small : this.#medium;
    const kept = cache.get(bytes, start, length, hash);
    if (kept > 0) return kept;
    const count =
      length <= SHORT_PIECE_BYTES ? this.#short.run(bytes, start, end) : this.#long.encode(bytes, start, end);
    cache.put(bytes, start, length, hash, count);
    return count;
  }

  /** The tokens of `bytes[start..end)` taken as one piece. */
  encodePiece(bytes: Uint8Array, start: number, end: number): number[] {
    const tokens: number[] = [];
    if (end > start) this.#long.encode(bytes, start, end, tokens);
    return tokens;
  }
}
