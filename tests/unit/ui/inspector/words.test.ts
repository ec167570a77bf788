import { expect, test } from 'vitest';
import { defaultProfileRef } from '../../../../src/core/index.ts';
import { olderViewWords } from '../../../../src/ui/inspector/olderView.ts';
import { countedWith, estimatedTokens } from '../../../../src/ui/inspector/tokenizerWords.ts';

test('a view made by another version of its profile says so, one of this version does not', () => {
  const now = defaultProfileRef();
  expect(olderViewWords({ profile: now })).toBe(null);
  expect(olderViewWords({ profile: { ...now, version: 0 } })).toBe(
    `This view was made by version 0 of Claude Code 2.1.321; the page now has version ${now.version}. It is shown as it was sent.`,
  );
  expect(olderViewWords({ profile: { ...now, id: 'gone' } })).toBe(
    'This view was made by the profile gone, which this version of the page does not have. It is shown as it was sent.',
  );
});

test('a count names its encoding, and says where that is not the tokenizer of the model', () => {
  const own = 'counted with o200k';
  const other = "counted with o200k, not the model's own tokenizer";
  const words = (provider: string, model: string) => countedWith({ provider, model }, 'o200k_base');
  expect(words('parrot', 'parrot')).toBe(own);
  expect(words('openai', 'gpt-4o-mini')).toBe(own);
  expect(words('openai', 'gpt-5.1')).toBe(own);
  expect(words('openai', 'o3')).toBe(own);
  expect(words('openai', 'gpt-4-turbo')).toBe(other);
  expect(words('anthropic', 'claude')).toBe(other);
  expect(words('openai-compatible', 'gpt-4o')).toBe(other);
  const older = (model: string) => countedWith({ provider: 'openai', model }, 'cl100k_base');
  expect(older('gpt-4-turbo')).toBe('counted with cl100k');
  expect(older('gpt-4o')).toBe("counted with cl100k, not the model's own tokenizer");
});

test('an estimate counts what is no ASCII at a token each, so that it is not four times too low', () => {
  expect(estimatedTokens('')).toBe(0);
  expect(estimatedTokens('abcde')).toBe(2);
  expect(estimatedTokens('漢'.repeat(4000))).toBe(4000);
});
