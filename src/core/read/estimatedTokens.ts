import type { TokenCounter, TokenCut, TokenPass, TokenPrefix } from '../contract/index.ts';

/** UTF-16 units that such a harness takes for one token. */
const UNITS_PER_TOKEN = 4;

const NEWLINE = 0x0a;

/** UTF-16 units that a byte of UTF-8 begins. */
function unitsOfByte(byte: number): number {
  if (byte >= 0xf0) return 2;
  return (byte & 0xc0) === 0x80 ? 0 : 1;
}

const tokensOf = (units: number): number => Math.ceil(units / UNITS_PER_TOKEN);

/** Counts as a harness without a tokenizer does: four characters are a token, whatever the encoding. */
export function createEstimatingCounter(): TokenCounter {
  return {
    count: async (text) => tokensOf(text.length),
    countParts: async (parts) => {
      let units = 0;
      return parts.map((part) => {
        const before = tokensOf(units);
        units += part.length;
        return tokensOf(units) - before;
      });
    },
    pass: (_encoding, capTokens) => new EstimatingPass(capTokens),
    cutToTokens: async (bytes, _encoding, capTokens) => cutToUnits(bytes, capTokens * UNITS_PER_TOKEN),
  };
}

function cutToUnits(bytes: Uint8Array, maxUnits: number): TokenCut {
  let units = 0;
  let at = 0;
  for (; at < bytes.length; at++) {
    units += unitsOfByte(bytes[at]!);
    if (units > maxUnits) break;
  }
  const kept = at < bytes.length ? units - unitsOfByte(bytes[at]!) : units;
  return { bytes: at, tokens: tokensOf(kept) };
}

class EstimatingPass implements TokenPass {
  readonly prefix: Promise<TokenPrefix>;
  readonly total: Promise<number>;
  readonly #cap: number;
  #resolvePrefix: (prefix: TokenPrefix) => void = () => {};
  #resolveTotal: (tokens: number) => void = () => {};
  #rejectBoth: (error: Error) => void = () => {};
  #best: TokenPrefix = { bytes: 0, lines: 0, tokens: 0, whole: false };
  #isOver = false;
  #bytes = 0;
  #units = 0;
  #lines = 0;
  #lastByte = NEWLINE;
  #cancelled: Error | null = null;

  constructor(capTokens: number | null) {
    this.#cap = capTokens ?? Number.POSITIVE_INFINITY;
    let rejectPrefix: (error: Error) => void = () => {};
    this.prefix = new Promise((resolve, reject) => {
      this.#resolvePrefix = resolve;
      rejectPrefix = reject;
    });
    this.total = new Promise((resolve, reject) => {
      this.#resolveTotal = resolve;
      this.#rejectBoth = (error) => {
        rejectPrefix(error);
        reject(error);
      };
    });
  }

  async push(bytes: Uint8Array): Promise<void> {
    if (this.#cancelled !== null) throw this.#cancelled;
    for (const byte of bytes) {
      this.#bytes += 1;
      this.#units += unitsOfByte(byte);
      if (byte === NEWLINE) {
        this.#lines += 1;
        if (!this.#isOver && tokensOf(this.#units) <= this.#cap) this.#best = this.#soFar(this.#lines, false);
      }
      if (!this.#isOver && tokensOf(this.#units) > this.#cap) {
        this.#isOver = true;
        this.#resolvePrefix(this.#best);
      }
    }
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
  }

  end(): void {
    const lines = this.#lines + (this.#lastByte === NEWLINE ? 0 : 1);
    if (!this.#isOver) this.#resolvePrefix(this.#soFar(lines, true));
    this.#resolveTotal(tokensOf(this.#units));
  }

  cancel(): void {
    this.#cancelled = new Error('The pass was cancelled');
    this.#cancelled.name = 'AbortError';
    this.#rejectBoth(this.#cancelled);
  }

  #soFar(lines: number, whole: boolean): TokenPrefix {
    return { bytes: this.#bytes, lines, tokens: tokensOf(this.#units), whole };
  }
}
