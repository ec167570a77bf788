/**
 * Counts of pieces that were merged before. Direct-mapped: a slot is one hash away and is simply overwritten,
 * so no text makes it slow (an LRU over a Map is what makes gpt-tokenizer crawl on base64). Keys are compared
 * byte by byte; a hit is never a guess.
 */
export class PieceCache {
  readonly #slotMask: number;
  readonly #maxBytes: number;
  readonly #keys: Uint8Array;
  readonly #hashes: Int32Array;
  readonly #lengths: Uint16Array;
  readonly #counts: Uint16Array;

  /** 2^slotBits pieces of at most `maxBytes` (a power of two, at most 65,535) bytes each. */
  constructor(slotBits: number, maxBytes: number) {
    const slots = 1 << slotBits;
    this.#slotMask = slots - 1;
    this.#maxBytes = maxBytes;
    this.#keys = new Uint8Array(slots * maxBytes);
    this.#hashes = new Int32Array(slots);
    this.#lengths = new Uint16Array(slots);
    this.#counts = new Uint16Array(slots);
  }

  /** The count, or 0 when it is not here. */
  get(bytes: Uint8Array, start: number, length: number, hash: number): number {
    const slot = this.#slotOf(hash);
    if (this.#hashes[slot] !== hash || this.#lengths[slot] !== length) return 0;
    const key = slot * this.#maxBytes;
    for (let i = 0; i < length; i++) if (this.#keys[key + i] !== bytes[start + i]) return 0;
    return this.#counts[slot]!;
  }

  put(bytes: Uint8Array, start: number, length: number, hash: number, count: number): void {
    const slot = this.#slotOf(hash);
    this.#hashes[slot] = hash;
    this.#lengths[slot] = length;
    this.#counts[slot] = count;
    const key = slot * this.#maxBytes;
    for (let i = 0; i < length; i++) this.#keys[key + i] = bytes[start + i]!;
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 17)) & this.#slotMask;
  }
}
