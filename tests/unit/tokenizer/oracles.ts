import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { countTokens as gptCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as gptO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { Tiktoken } from 'tiktoken/lite';
import type { TokenEncoding } from '../../../src/core/index.ts';
import { loadEngine } from '../../../src/tokenizer/loadEngine.ts';

export const ENCODINGS: readonly TokenEncoding[] = ['o200k_base', 'cl100k_base'];

const PLAIN = { disallowedSpecial: new Set<string>() };

/**
 * gpt-tokenizer's own count. Not for texts with U+FEFF or U+0085 (it takes JS's idea of white space and eats a
 * BOM), nor with `'ſ`, which only Rust's case folding reads as `'s`.
 */
export function gptCount(text: string, encoding: TokenEncoding): number {
  return (encoding === 'o200k_base' ? gptO200k : gptCl100k)(text, PLAIN);
}

export function gptIsRight(text: string): boolean {
  return !/[\ufeff\u0085]|'\u017f/.test(text);
}

interface TiktokenTable {
  readonly bpe_ranks: string;
  readonly special_tokens: Record<string, number>;
  readonly pat_str: string;
}

const kept = new Map<TokenEncoding, Tiktoken>();

/** The reference implementation's count, with the text of special tokens as plain text. */
export function tiktokenCount(text: string, encoding: TokenEncoding): number {
  let tiktoken = kept.get(encoding);
  if (tiktoken === undefined) {
    const path = createRequire(import.meta.url).resolve(`tiktoken/encoders/${encoding}.json`);
    const table: TiktokenTable = JSON.parse(readFileSync(path, 'utf8'));
    tiktoken = new Tiktoken(table.bpe_ranks, table.special_tokens, table.pat_str);
    kept.set(encoding, tiktoken);
  }
  return tiktoken.encode(text, [], []).length;
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** What a reader sees of bytes that may be no UTF-8. */
export function readAsText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

export { loadEngine };
