/**
 * The vocabulary of one encoding as flat arrays: token bytes end to end, and an open-addressing hash from
 * bytes to token. A token's id is its rank: the lower, the earlier two neighbours are merged into it.
 *
 * Indexed reads in this room carry `!`: every index is in range by construction, and a check per byte
 * would cost more than the work.
 */

/** As gpt-tokenizer ships it: at index = rank, the text, or the bytes where they are no text. A hole is no token. */
export type RawRanks = readonly (string | readonly number[] | undefined)[];

/** 2^20 slots for at most 200,000 tokens: one probe finds, or rules out, nearly every piece. */
const SLOT_BITS = 20;

export const NO_TOKEN = -1;

/** One step of the hash over bytes; start at 0, close with `hashEnd`. */
export function hashStep(hash: number, byte: number): number {
  return (Math.imul(hash ^ byte, 0x01000193) + 0x9e37) | 0;
}

export function hashEnd(hash: number): number {
  return hash ^ (hash >>> 15);
}

export class RankTable {
  /** Number of ranks, holes included. */
  readonly size: number;
  /** Bytes of the longest token (128 in both encodings): no text of n bytes has fewer than n / this tokens. */
  readonly longestTokenBytes: number;
  readonly tokenBytes: Uint8Array;
  /** Token t is `tokenBytes[tokenStart[t] .. tokenStart[t + 1])`; a hole is empty. */
  readonly tokenStart: Uint32Array;
  readonly #byteToken = new Int32Array(256).fill(NO_TOKEN);
  /** Tokens of two bytes, by those: most look-ups of a merge are for two bytes, and this stays in the cache. */
  readonly #bytePairToken = new Int32Array(65536).fill(NO_TOKEN);
  /** Longest token that begins with these two bytes; 0 when none does. */
  readonly #longestByLead = new Uint8Array(65536);
  readonly #slotToken = new Int32Array(1 << SLOT_BITS);
  readonly #slotHash = new Int32Array(1 << SLOT_BITS);

  constructor(ranks: RawRanks) {
    this.size = ranks.length;
    this.tokenStart = new Uint32Array(ranks.length + 1);
    this.tokenBytes = flatten(ranks, this.tokenStart);
    let longest = 0;
    for (let token = 0; token < ranks.length; token++) {
      this.#insert(token);
      longest = Math.max(longest, this.lengthOf(token));
    }
    this.longestTokenBytes = longest;
  }

  lengthOf(token: number): number {
    return this.tokenStart[token + 1]! - this.tokenStart[token]!;
  }

  /** The token with exactly these bytes, or NO_TOKEN. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length === 1) return this.#byteToken[bytes[start]!]!;
    if (length === 2) return this.#bytePairToken[(bytes[start]! << 8) | bytes[start + 1]!]!;
    if (length > this.longestTokenBytes) return NO_TOKEN;
    let hash = 0;
    for (let i = start; i < end; i++) hash = hashStep(hash, bytes[i]!);
    return this.findHashed(bytes, start, length, hashEnd(hash));
  }

  /** As `find` for two bytes or more, with the hash already made. */
  findHashed(bytes: Uint8Array, start: number, length: number, hash: number): number {
    const mask = (1 << SLOT_BITS) - 1;
    const { tokenStart, tokenBytes } = this;
    const slotToken = this.#slotToken;
    const slotHash = this.#slotHash;
    let slot = hash & mask;
    for (let entry = slotToken[slot]!; entry !== 0; entry = slotToken[slot]!) {
      if (slotHash[slot] === hash) {
        const from = tokenStart[entry - 1]!;
        if (tokenStart[entry]! - from === length) {
          let same = 0;
          while (same < length && tokenBytes[from + same] === bytes[start + same]) same++;
          if (same === length) return entry - 1;
        }
      }
      slot = (slot + 1) & mask;
    }
    return NO_TOKEN;
  }

  /** Upper bound of the length of a token at `start`; at least 1. */
  longestPossibleAt(bytes: Uint8Array, start: number, end: number): number {
    if (start + 1 >= end) return 1;
    const bound = this.#longestByLead[(bytes[start]! << 8) | bytes[start + 1]!]!;
    return Math.max(1, Math.min(bound, end - start));
  }

  /** The longest token that begins at `start`. Every byte is a token, so there is one. */
  longestAt(bytes: Uint8Array, start: number, end: number): number {
    let best = this.#byteToken[bytes[start]!]!;
    const bound = this.longestPossibleAt(bytes, start, end);
    let hash = hashStep(0, bytes[start]!);
    for (let length = 2; length <= bound; length++) {
      hash = hashStep(hash, bytes[start + length - 1]!);
      const token = this.findHashed(bytes, start, length, hashEnd(hash));
      if (token !== NO_TOKEN) best = token;
    }
    return best;
  }

  #insert(token: number): void {
    const start = this.tokenStart[token]!;
    const length = this.lengthOf(token);
    if (length === 0) return;
    const bytes = this.tokenBytes;
    if (length === 1) {
      this.#byteToken[bytes[start]!] = token;
      return;
    }
    const lead = (bytes[start]! << 8) | bytes[start + 1]!;
    if (length === 2) this.#bytePairToken[lead] = token;
    if (length > this.#longestByLead[lead]!) this.#longestByLead[lead] = length;
    let hash = 0;
    for (let i = start; i < start + length; i++) hash = hashStep(hash, bytes[i]!);
    hash = hashEnd(hash);
    const mask = (1 << SLOT_BITS) - 1;
    let slot = hash & mask;
    while (this.#slotToken[slot] !== 0) slot = (slot + 1) & mask;
    this.#slotToken[slot] = token + 1;
    this.#slotHash[slot] = hash;
  }
}

function flatten(ranks: RawRanks, tokenStart: Uint32Array): Uint8Array {
  const encoder = new TextEncoder();
  let room = 0;
  for (const raw of ranks)
    room += raw === undefined ? 0 : typeof raw === 'string' ? raw.length * 3 : raw.length;
  const bytes = new Uint8Array(room);
  let at = 0;
  ranks.forEach((raw, token) => {
    tokenStart[token] = at;
    if (typeof raw === 'string') at += encoder.encodeInto(raw, bytes.subarray(at)).written;
    else if (raw !== undefined) {
      bytes.set(raw, at);
      at += raw.length;
    }
    tokenStart[token + 1] = at;
  });
  return bytes.slice(0, at);
}
