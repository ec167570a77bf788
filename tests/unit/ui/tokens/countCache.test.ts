import { expect, test } from 'vitest';
import type { AccountText, TokenCounter } from '../../../../src/core/index.ts';
import { CountCache } from '../../../../src/ui/tokens/countCache.ts';
import { byteCounter } from '../../../hosts/fakes/byteCounter.ts';

const textOf = (sha256: string | null, ...texts: readonly string[]): AccountText => ({
  parts: texts.map((text) => ({ kind: 'result', text })),
  call: null,
  sha256,
});

function countingCounter() {
  const asked: (readonly string[])[] = [];
  const counter: TokenCounter = {
    ...byteCounter,
    countParts: (parts, encoding) => {
      asked.push(parts);
      return byteCounter.countParts(parts, encoding);
    },
  };
  return { asked, cache: new CountCache(counter) };
}

test('a text is counted once for each encoding, by its words or by the hash and cuts of its parts', async () => {
  const { asked, cache } = countingCounter();
  const texts = [
    textOf(null, 'abcd'),
    textOf('h', 'abcd', 'e'),
    textOf('h', 'abc', 'de'),
    textOf(null, 'abcd'),
  ];
  expect(texts.map((text) => cache.get(text, 'o200k_base'))).toEqual([null, null, null, null]);
  await cache.count(texts.slice(0, 3), 'o200k_base', () => true);
  expect(texts.map((text) => cache.get(text, 'o200k_base'))).toEqual([[1], [1, 1], [1, 1], [1]]);
  await cache.count(texts, 'o200k_base', () => true);
  expect(asked.length).toBe(3);
  await cache.count([textOf(null, 'abcd')], 'cl100k_base', () => true);
  expect(asked.length).toBe(4);
});

test('counting ends when nobody wants it any more, and what was counted stays', async () => {
  const { asked, cache } = countingCounter();
  const texts = Array.from({ length: 100 }, (_text, at) => textOf(null, `text ${at}`));
  let counted = 0;
  await cache.count(texts, 'o200k_base', () => ++counted < 3);
  expect(asked.length).toBeLessThan(40);
  const known = texts.filter((text) => cache.get(text, 'o200k_base') !== null);
  expect(known.length).toBe(asked.length);
});

test('a tokenizer that fails is said, and the next try counts', async () => {
  let fails = true;
  const cache = new CountCache({
    ...byteCounter,
    countParts: (parts, encoding) =>
      fails ? Promise.reject(new Error('no tokenizer')) : byteCounter.countParts(parts, encoding),
  });
  const text = textOf(null, 'abcd');
  await expect(cache.count([text], 'o200k_base', () => true)).rejects.toThrow('no tokenizer');
  fails = false;
  await cache.count([text], 'o200k_base', () => true);
  expect(cache.get(text, 'o200k_base')).toEqual([1]);
});
