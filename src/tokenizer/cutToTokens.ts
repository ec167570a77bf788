import type { TokenCut } from '../core/index.ts';
import { classAt, SPACE, WIDTH } from './characterClasses.ts';
import type { TokenEngine } from './engine.ts';
import { largestPiecePrefix } from './piecePrefix.ts';
import { bytesThatDecide } from './sizeBounds.ts';
import { GROWTH, SLACK, Utf8Cleaner } from './utf8Cleaner.ts';

/** A last stretch of up to this many bytes is cut by counting at every character. */
const TRY_ALL_BYTES = 256;

/** A cut inside a word can split it anew (o200k: the lower-case letter that was cut off held it together). */
const MAX_ROUNDS = 4;

const REPLACEMENT_BYTES = 3;

/**
 * The largest prefix of `bytes` that ends between two characters and has at most `capTokens` tokens. Never
 * over the cap; exact, but for a last piece of more than 256 bytes, where it may stop short by a little.
 * Linear in the bytes that decide. Invalid UTF-8 counts as U+FFFD; offsets are of the bytes given.
 */
export function cutToTokens(engine: TokenEngine, bytes: Uint8Array, capTokens: number): TokenCut {
  const read = bytes.subarray(0, bytesThatDecide(capTokens));
  const cleaner = new Utf8Cleaner();
  const clean = new Uint8Array(read.length * GROWTH + SLACK);
  const length = cleaner.finish(clean, cleaner.write(read, clean, 0));
  const cut = cutClean(engine, clean, 0, length, capTokens, MAX_ROUNDS);
  // Cleaning never shortens, so with equal lengths all offsets are equal.
  const sameOffsets = length === read.length;
  return { bytes: sameOffsets ? cut.bytes : pushedLength(read, cut.bytes), tokens: cut.tokens };
}

/** As `cutToTokens`, for the valid UTF-8 `bytes[start..end)`. */
function cutClean(
  engine: TokenEngine,
  bytes: Uint8Array,
  start: number,
  end: number,
  capTokens: number,
  rounds: number,
): TokenCut {
  const { scanner } = engine;
  let at = start;
  let tokens = 0;
  /** Start of the pieces of nothing but white space right before `at`: a cut behind them may join them. */
  let spaceFrom = start;
  let tokensBeforeSpace = 0;
  let pieceEnd = start;
  while (at < end) {
    pieceEnd = scanner.next(bytes, at, end);
    const count = engine.countPiece(bytes, at, pieceEnd);
    if (tokens + count > capTokens) break;
    tokens += count;
    if (spaceEnd(bytes, at, pieceEnd) < pieceEnd) {
      spaceFrom = pieceEnd;
      tokensBeforeSpace = tokens;
    }
    at = pieceEnd;
  }
  if (at >= end) return { bytes: end - start, tokens };

  // The piece at `at` passes the cap. A cut further on can only fit while it is in one run of white space.
  const last = Math.max(pieceEnd, spaceEnd(bytes, at, end));
  const countFromSpace = (to: number) => tokensBeforeSpace + engine.countBytes(bytes, spaceFrom, to);
  if (last - spaceFrom <= TRY_ALL_BYTES) {
    for (let to = last; to > spaceFrom; to--) {
      if (!endsCharacter(bytes, to, end)) continue;
      const count = countFromSpace(to);
      if (count <= capTokens) return { bytes: to - start, tokens: count };
    }
    return { bytes: spaceFrom - start, tokens: tokensBeforeSpace };
  }

  const [from, before] = scanner.endingSpaceIsOnePiece ? [spaceFrom, tokensBeforeSpace] : [at, tokens];
  const isEnd = (within: Uint8Array, to: number) => endsCharacter(within, to, end);
  const prefix = largestPiecePrefix(engine, bytes, from, last, capTokens - before, isEnd);
  const to = prefix === null ? from : from + prefix.bytes;
  const count = countFromSpace(to);
  if (count <= capTokens) return { bytes: to - start, tokens: count };
  if (rounds > 1 && to > spaceFrom) {
    const inner = cutClean(engine, bytes, spaceFrom, to, capTokens - tokensBeforeSpace, rounds - 1);
    return { bytes: spaceFrom - start + inner.bytes, tokens: tokensBeforeSpace + inner.tokens };
  }
  return { bytes: spaceFrom - start, tokens: tokensBeforeSpace };
}

/** Where the run of white space at `at` ends (`at` itself when there is none). */
function spaceEnd(bytes: Uint8Array, at: number, end: number): number {
  let to = at;
  while (to < end && (classAt(bytes, to) & SPACE) !== 0) to += WIDTH[bytes[to]!]!;
  return to;
}

function endsCharacter(bytes: Uint8Array, at: number, end: number): boolean {
  return at >= end || (bytes[at]! & 0xc0) !== 0x80;
}

/** How many of the pushed bytes make the first `cleanLength` bytes of clean text, which end between two characters. */
function pushedLength(pushed: Uint8Array, cleanLength: number): number {
  const cleaner = new Utf8Cleaner();
  const out = new Uint8Array(GROWTH + SLACK);
  if (cleanLength === 0) return 0;
  for (let i = 0; i < pushed.length; i++) {
    const before = cleaner.bytesOut;
    cleaner.write(pushed.subarray(i, i + 1), out, 0);
    const wrote = cleaner.bytesOut > before;
    // This byte showed that the ones before it were bad, and itself stands behind the cut.
    if (wrote && before + REPLACEMENT_BYTES === cleanLength) {
      if (cleaner.bytesOut > cleanLength || cleaner.isInsideCharacter) return i;
    }
    if (cleaner.bytesOut === cleanLength && !cleaner.isInsideCharacter) return i + 1;
  }
  return pushed.length;
}
