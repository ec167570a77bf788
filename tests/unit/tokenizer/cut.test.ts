import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { TokenCut } from '../../../src/core/index.ts';
import { cutToTokens } from '../../../src/tokenizer/cutToTokens.ts';
import { ENCODINGS, loadEngine, readAsText, tiktokenCount, utf8 } from './oracles.ts';
import { brokenBytes, hostileTextWithBom } from './texts.ts';

// Generous: the oracles are slow, and so may the machine be.
vi.setConfig({ testTimeout: 60_000 });

describe.each(ENCODINGS)('cutting one long line with %s', async (encoding) => {
  const engine = await loadEngine(encoding);
  const count = (text: string) => tiktokenCount(text, encoding);

  it('takes the largest prefix of whole characters that fits', () => {
    fc.assert(
      fc.property(hostileTextWithBom, fc.nat(70), (text, cap) => {
        let best: TokenCut = { bytes: 0, tokens: 0 };
        let prefix = '';
        for (const character of text) {
          prefix += character;
          const tokens = count(prefix);
          if (tokens <= cap) best = { bytes: utf8(prefix).length, tokens };
        }
        expect(cutToTokens(engine, utf8(text), cap)).toEqual(best);
      }),
      { numRuns: 250 },
    );
  });

  it('counts broken UTF-8 as read, cuts between what is read, and answers in the bytes given', () => {
    fc.assert(
      fc.property(brokenBytes, fc.nat(40), (bytes, cap) => {
        const cut = cutToTokens(engine, bytes, cap);
        const kept = readAsText(bytes.subarray(0, cut.bytes));
        const rest = readAsText(bytes.subarray(cut.bytes));
        expect(kept + rest).toBe(readAsText(bytes));
        expect(cut.tokens).toBe(count(kept));
        expect(cut.tokens).toBeLessThanOrEqual(cap);
        const [next] = rest;
        if (cut.tokens === count(readAsText(bytes))) expect(next).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['one letter', 'a'.repeat(30_000)],
    ['spaces', ' '.repeat(30_000)],
    ['spaces before a word', `${' '.repeat(30_000)}word`],
    ['newlines, then spaces', `${'\n'.repeat(5_000)}${' '.repeat(25_000)}x`],
    ['equals signs', '='.repeat(30_000)],
    ['emoji', '😀'.repeat(8_000)],
    ['Han', '中文字'.repeat(4_000)],
    ['capitals held together by one small letter', `A中${'B'.repeat(20_000)}b`],
    ['base64', 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo'.repeat(1_000)],
  ])('cuts a long run of %s at the cap, never over it', (_name, text) => {
    const bytes = utf8(text);
    const total = engine.countText(text);
    for (const cap of [0, 1, 2, 17, 100, total - 1]) {
      const cut = cutToTokens(engine, bytes, cap);
      const kept = readAsText(bytes.subarray(0, cut.bytes));
      expect(text.startsWith(kept)).toBe(true);
      expect(cut.tokens).toBe(engine.countText(kept));
      expect(cut.tokens).toBeLessThanOrEqual(cap);
      // Stops short by a few tokens at most.
      expect(cut.tokens).toBeGreaterThanOrEqual(cap - 3);
    }
    expect(cutToTokens(engine, bytes, total)).toEqual({ bytes: bytes.length, tokens: total });
    expect(cutToTokens(engine, bytes, total + 1)).toEqual({ bytes: bytes.length, tokens: total });
  });

  it('looks at no more than the bytes that decide', () => {
    const line = utf8('word '.repeat(2_000_000));
    const cut = cutToTokens(engine, line, 100);
    // The space behind the 100th word would be a token of its own.
    expect(cut).toEqual({ bytes: 499, tokens: 100 });
  });
});
