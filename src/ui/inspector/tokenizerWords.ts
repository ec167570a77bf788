import type { ModelRef, TokenEncoding } from '../../core/index.ts';

export function encodingTitle(encoding: TokenEncoding): string {
  return encoding === 'o200k_base' ? 'o200k' : 'cl100k';
}

/** OpenAI's encodings are the ones we count with; the local models have no tokenizer that could differ. */
export function isOwnTokenizer(model: ModelRef): boolean {
  return model.provider === 'openai' || model.provider === 'scripted' || model.provider === 'parrot';
}
