import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ENCODINGS, gptCount, gptIsRight, loadEngine, tiktokenCount } from './oracles.ts';
import { anyText, hostileText, hostileTextWithBom, TIKTOKEN_ONLY } from './texts.ts';

// Generous: the oracles are slow, and so may the machine be.
vi.setConfig({ testTimeout: 60_000 });

describe.each(ENCODINGS)('counting with %s', async (encoding) => {
  const engine = await loadEngine(encoding);

  it('agrees with gpt-tokenizer on text made of awkward bits', () => {
    fc.assert(
      fc.property(hostileText.filter(gptIsRight), (text) => {
        expect(engine.countText(text)).toBe(gptCount(text, encoding));
      }),
      { numRuns: 1200 },
    );
  });

  it('agrees with gpt-tokenizer on any code points', () => {
    fc.assert(
      fc.property(anyText.filter(gptIsRight), (text) => {
        expect(engine.countText(text)).toBe(gptCount(text, encoding));
      }),
      { numRuns: 800 },
    );
  });

  it("agrees with tiktoken, also where JS and Rust differ on white space, BOM and 'ſ", () => {
    fc.assert(
      fc.property(hostileTextWithBom, (text) => {
        expect(engine.countText(text)).toBe(tiktokenCount(text, encoding));
      }),
      { numRuns: 1200 },
    );
    for (const text of TIKTOKEN_ONLY) expect(engine.countText(text)).toBe(tiktokenCount(text, encoding));
  });

  it('agrees with tiktoken on every code point of the first three planes, in a sentence', () => {
    const differing: string[] = [];
    for (let block = 0; block < 0x30000; block += 64) {
      if (block >= 0xd800 && block < 0xe000) continue;
      let text = '';
      for (let code = block; code < block + 64; code++) text += `a${String.fromCodePoint(code)}B 1\n`;
      if (engine.countText(text) !== tiktokenCount(text, encoding)) differing.push(block.toString(16));
    }
    expect(differing).toEqual([]);
  });

  it('reads the text of special tokens, and names that every object has, as plain text', () => {
    for (const text of [
      '<|endoftext|>',
      'a<|endofprompt|>b',
      '<|fim_prefix|>',
      'constructor',
      '__proto__',
      'toString',
    ]) {
      expect(engine.countText(text)).toBe(tiktokenCount(text, encoding));
    }
    expect(engine.countText('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('counts an empty text as nothing', () => {
    expect(engine.countText('')).toBe(0);
  });

  it('counts a lone surrogate as U+FFFD', () => {
    for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800', '\ud83d\n']) {
      expect(engine.countText(text)).toBe(tiktokenCount(text.toWellFormed(), encoding));
    }
  });

  it('has no token longer than 128 bytes, on which the early ends rely', () => {
    expect(engine.table.longestTokenBytes).toBe(128);
  });

  it('encodes every token of the vocabulary as itself', () => {
    const { table } = engine;
    const wrong: number[] = [];
    for (let token = 0; token < table.size; token++) {
      const start = table.tokenStart[token] ?? 0;
      const end = table.tokenStart[token + 1] ?? 0;
      if (end > start && table.find(table.tokenBytes, start, end) !== token) wrong.push(token);
    }
    expect(wrong).toEqual([]);
  });
});
