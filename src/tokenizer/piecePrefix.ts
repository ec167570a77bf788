import type { TokenEngine } from './engine.ts';
import { hashEnd, hashStep, NO_TOKEN } from './rankTable.ts';

export interface PiecePrefix {
  readonly bytes: number;
  readonly tokens: number;
}

/** Whether a prefix of `bytes` may end at this offset. */
export type EndsHere = (bytes: Uint8Array, end: number) => boolean;

/** Up to here every possible end is simply counted. */
const TRY_ALL_BYTES = 64;

/** How many tokens before the cap the search begins, at first and again when that was not far enough. */
const BACK_TOKENS: readonly number[] = [64, 1024, Number.POSITIVE_INFINITY];

/**
 * The largest prefix of the piece `bytes[start..end)` that ends where `endsHere` says (offsets into `bytes`)
 * and has at most `capTokens` tokens, or null. Every prefix is taken as one piece. Counts of prefixes are not
 * monotone (31 newlines are 3 cl100k tokens, 32 are 1), so it cannot be found by halving.
 */
export function largestPiecePrefix(
  engine: TokenEngine,
  bytes: Uint8Array,
  start: number,
  end: number,
  capTokens: number,
  endsHere: EndsHere,
  backTokens: readonly number[] = BACK_TOKENS,
): PiecePrefix | null {
  if (capTokens <= 0) return null;
  // No longer prefix has few enough tokens.
  let last = Math.min(end, start + capTokens * engine.table.longestTokenBytes);
  for (; last - start > TRY_ALL_BYTES; last--) {
    if (!endsHere(bytes, last)) continue;
    const found = nearCap(engine, bytes, start, last, capTokens, endsHere, backTokens);
    if (found.prefix !== null) return found.prefix;
    last = found.from + 1;
  }
  for (; last > start; last--) {
    if (!endsHere(bytes, last)) continue;
    const tokens = engine.countPiece(bytes, start, last);
    if (tokens <= capTokens) return { bytes: last - start, tokens };
  }
  return null;
}

/**
 * Looks for the prefix among the ends behind `from`, an offset some tokens before the cap. `from` is a token
 * border of the piece, and the encodings of longer prefixes go through it too, as they differ in their last
 * tokens only. Where one does not (an end that is not reached), the search begins again further back.
 */
function nearCap(
  engine: TokenEngine,
  bytes: Uint8Array,
  start: number,
  end: number,
  capTokens: number,
  endsHere: EndsHere,
  backTokens: readonly number[],
): { prefix: PiecePrefix | null; from: number } {
  const pieceTokens = engine.encodePiece(bytes, start, end);
  if (pieceTokens.length <= capTokens) {
    return { prefix: { bytes: end - start, tokens: pieceTokens.length }, from: start };
  }
  for (const back of backTokens) {
    const before = Math.max(0, capTokens - back);
    let from = start;
    for (let i = 0; i < before; i++) from += engine.table.lengthOf(pieceTokens[i]!);
    const lastToken = before === 0 ? NO_TOKEN : pieceTokens[before - 1]!;
    const found = sweep(engine, bytes, from, end, capTokens - before, lastToken, endsHere);
    if (found === 'end-not-reached') continue;
    if (found === null) return { prefix: null, from };
    return { prefix: { bytes: from - start + found.bytes, tokens: before + found.tokens }, from };
  }
  return { prefix: null, from: start };
}

/**
 * Encodes all prefixes of `bytes[from..end)` in one sweep, behind `tokenBefore`. The encoding of a prefix is
 * that of a shorter prefix and one last token that is a valid neighbour, and there is exactly one such way.
 */
function sweep(
  engine: TokenEngine,
  bytes: Uint8Array,
  from: number,
  end: number,
  capTokens: number,
  tokenBefore: number,
  endsHere: EndsHere,
): PiecePrefix | null | 'end-not-reached' {
  const { table, pairs } = engine;
  const length = Math.min(end - from, (capTokens + 2) * table.longestTokenBytes);
  /** By prefix length: tokens (0 = not reached) and the last token. */
  const tokens = new Int32Array(length + 1);
  const lastToken = new Int32Array(length + 1);
  lastToken[0] = tokenBefore;
  let lastFitting = 0;
  for (let at = 0; at < length && at - lastFitting <= table.longestTokenBytes; at++) {
    if (at > 0 && tokens[at] === 0) continue;
    const left = lastToken[at]!;
    const bound = table.longestPossibleAt(bytes, from + at, from + length);
    let hash = 0;
    for (let size = 1; size <= bound; size++) {
      hash = hashStep(hash, bytes[from + at + size - 1]!);
      const to = at + size;
      if (tokens[to] !== 0) continue;
      const token =
        size === 1
          ? table.find(bytes, from + at, from + to)
          : table.findHashed(bytes, from + at, size, hashEnd(hash));
      if (token === NO_TOKEN || (left !== NO_TOKEN && !pairs.isValid(left, token))) continue;
      tokens[to] = tokens[at]! + 1;
      lastToken[to] = token;
      if (tokens[to]! <= capTokens) lastFitting = Math.max(lastFitting, to);
    }
  }
  const reach = Math.min(length, lastFitting + table.longestTokenBytes);
  for (let to = reach; to > 0; to--) {
    if (!endsHere(bytes, from + to)) continue;
    if (tokens[to] === 0) return 'end-not-reached';
    if (tokens[to]! <= capTokens) return { bytes: to, tokens: tokens[to]! };
  }
  return null;
}
