export type TokenEncoding = 'o200k_base' | 'cl100k_base';

/** The largest prefix of whole lines that fits a cap. Offsets are bytes of the text's UTF-8. */
export interface TokenPrefix {
  readonly bytes: number;
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
  push(bytes: Uint8Array): Promise<void>;
  end(): void;
  readonly prefix: Promise<TokenPrefix>;
  readonly total: Promise<number>;
  /** Gives the pass up; both promises reject with an `AbortError`. */
  cancel(): void;
}

/** Counting in terms of a real tokenizer, off the main thread. Special-token text counts as plain text. */
export interface TokenCounter {
  count(text: string, encoding: TokenEncoding): Promise<number>;
  /** `capTokens` null: only the total is wanted. */
  pass(encoding: TokenEncoding, capTokens: number | null): TokenPass;
}
