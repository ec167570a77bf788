import type { ModelRef, TokenEncoding } from '../../core/index.ts';
import * as words from '../words/inspector.ts';

function encodingTitle(encoding: TokenEncoding): string {
  return encoding === 'o200k_base' ? 'o200k' : 'cl100k';
}

/** OpenAI's models by the encoding that they have; a name that fits neither is not known to have either. */
const openaiModels: Readonly<Record<TokenEncoding, RegExp>> = {
  o200k_base: /^(gpt-4o|gpt-4\.|gpt-5|gpt-oss|chatgpt-4o|o\d)/,
  cl100k_base: /^(gpt-4(?![o.])|gpt-3\.5)/,
};

/** True where the encoding is the model's own; the local models have no tokenizer that could differ. */
export function isOwnTokenizer(model: ModelRef, encoding: TokenEncoding): boolean {
  if (model.provider === 'scripted' || model.provider === 'parrot') return true;
  return model.provider === 'openai' && openaiModels[encoding].test(model.model);
}

/** `counted with o200k`, and whose tokenizer that is not. */
export function countedWith(model: ModelRef, encoding: TokenEncoding): string {
  const title = encodingTitle(encoding);
  return isOwnTokenizer(model, encoding) ? words.countedWith(title) : words.countedWithOther(title);
}

/**
 * About how many tokens a text has, for when none can be counted: four characters each for the letters of
 * ASCII, one each for all others. Always to be shown as an estimate.
 */
export function estimatedTokens(text: string): number {
  let ascii = 0;
  let others = 0;
  for (const character of text) {
    if (character < '\x80') ascii++;
    else others++;
  }
  return Math.ceil(ascii / 4) + others;
}
