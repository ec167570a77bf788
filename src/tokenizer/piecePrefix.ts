import type { TokenEngine } from './engine.ts';
import { hashEnd, hashStep, NO_TOKEN } from './rankTable.ts';

export interface PiecePrefix {
  readonly bytes: number;
  readonly tokens: number;
}

/** Up to here every possible end is simply counted. */
const TRY_ALL_BYTES = 64;

/** Whether a prefix of `bytes` may end at this offset. */
export type EndsHere = (bytes: Uint8Array, end: number) => boolean;

/**
 * The largest prefix of the piece `bytes[start..end)` that ends where `endsHere` says (offsets into `bytes`)
 * and has at most `capTokens` tokens, or null. Every prefix is taken as one piece. Counts of prefixes are not
 * monotone (31 newlines are 3 cl100k tokens, 32 are 1), so the ends are looked at from the last one back.
 */
export function largestPiecePrefix(
  engine: TokenEngine,
  bytes: Uint8Array,
  start: number,
  end: number,
  capTokens: number,
  endsHere: EndsHere,
): PiecePrefix | null {
  if (capTokens <= 0) return null;
  if (end - start > TRY_ALL_BYTES) return byTable(engine, bytes, start, end, capTokens, endsHere);
  for (let at = end; at > start; at--) {
    if (!endsHere(bytes, at)) continue;
    const tokens = engine.countPiece(bytes, start, at);
    if (tokens <= capTokens) return { bytes: at - start, tokens };
  }
  return null;
}

/**
 * Counts of all prefixes in one sweep. The encoding of a prefix is the encoding of a shorter prefix and one
 * last token that is a valid neighbour, and there is exactly one such way. Linear: at an offset at most as
 * many tokens begin as the longest token has bytes.
 */
function byTable(
  engine: TokenEngine,
  bytes: Uint8Array,
  start: number,
  end: number,
  capTokens: number,
  endsHere: EndsHere,
): PiecePrefix | null {
  const { table, pairs } = engine;
  // No prefix longer than this has few enough tokens.
  const length = Math.min(end - start, capTokens * table.longestTokenBytes);
  /** By prefix length: tokens (0 = not reached) and the last token. */
  const tokens = new Int32Array(length + 1);
  const lastToken = new Int32Array(length + 1);
  let best: PiecePrefix | null = null;
  let lastFitting = 0;
  for (let from = 0; from < length && from - lastFitting <= table.longestTokenBytes; from++) {
    if (from > 0 && tokens[from] === 0) continue;
    const bound = table.longestPossibleAt(bytes, start + from, start + length);
    let hash = 0;
    for (let size = 1; size <= bound; size++) {
      hash = hashStep(hash, bytes[start + from + size - 1]!);
      const to = from + size;
      if (tokens[to] !== 0) continue;
      const token =
        size === 1
          ? table.find(bytes, start + from, start + to)
          : table.findHashed(bytes, start + from, size, hashEnd(hash));
      if (token === NO_TOKEN || (from > 0 && !pairs.isValid(lastToken[from]!, token))) continue;
      const count = tokens[from]! + 1;
      tokens[to] = count;
      lastToken[to] = token;
      if (count > capTokens) continue;
      lastFitting = Math.max(lastFitting, to);
      if (endsHere(bytes, start + to) && (best === null || to > best.bytes))
        best = { bytes: to, tokens: count };
    }
  }
  return best;
}
