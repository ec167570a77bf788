export type TokenEncoding = 'o200k_base' | 'cl100k_base';

/**
 * The largest prefix of whole lines that fits a cap. When the first line alone is over it, all three numbers
 * are 0 (see `cutToTokens` then).
 */
export interface TokenPrefix {
  /** In the bytes as they were pushed, also where they are not valid UTF-8. */
  readonly bytes: number;
  /** Whole lines; a last line without a newline is one when the whole text fits. */
  readonly lines: number;
  readonly tokens: number;
  /** The whole text fits: nothing was cut. */
  readonly whole: boolean;
}

/**
 * One pass over a text that arrives in chunks of UTF-8. `prefix` resolves as soon as later bytes cannot
 * change it; `total` after `end()`. Invalid UTF-8 counts as U+FFFD, as TextDecoder reads it.
 */
export interface TokenPass {
  /**
   * Resolves when there is room for more (a few MB are in flight at most). The bytes are copied; leave them
   * as they are until then. Rejects once the pass was cancelled or has failed.
   */
  push(bytes: Uint8Array): Promise<void>;
  /** No more bytes come; pushes that still wait are counted first. */
  end(): void;
  readonly prefix: Promise<TokenPrefix>;
  readonly total: Promise<number>;
  /** Gives the pass up; both promises reject with an `AbortError`. */
  cancel(): void;
}

/** A text cut between two characters. `bytes` counts the bytes as they were given. */
export interface TokenCut {
  readonly bytes: number;
  readonly tokens: number;
}

/** Counting in terms of a real tokenizer, off the main thread. Special-token text counts as plain text. */
export interface TokenCounter {
  count(text: string, encoding: TokenEncoding): Promise<number>;
  /**
   * Tokens of one text that is given in parts, for each part. The text is counted as a whole, and each token belongs
   * to the part in which its first character begins: the sum is the count of the joined text.
   */
  countParts(parts: readonly string[], encoding: TokenEncoding): Promise<readonly number[]>;
  /** `capTokens` null: only the total is wanted. */
  pass(encoding: TokenEncoding, capTokens: number | null): TokenPass;
  /**
   * The largest prefix of one over-long line that ends between two characters and has at most `capTokens`
   * tokens. Never over the cap. At most the first (capTokens + 1) × 128 bytes are looked at.
   */
  cutToTokens(bytes: Uint8Array, encoding: TokenEncoding, capTokens: number): Promise<TokenCut>;
}
