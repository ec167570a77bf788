import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { TokenEncoding, TokenPrefix } from '../../../src/core/index.ts';
import { PrefixPass } from '../../../src/tokenizer/prefixPass.ts';
import { ENCODINGS, gptCount, loadEngine, readAsText, tiktokenCount, utf8 } from './oracles.ts';
import { brokenBytes, chunked, chunkLengths, hostileText, hostileTextWithBom, lines } from './texts.ts';

type Count = (text: string, encoding: TokenEncoding) => number;

/** The counts of all prefixes of whole lines, in order. */
function linePrefixes(bytes: Uint8Array, encoding: TokenEncoding, count: Count): TokenPrefix[] {
  const prefixes: TokenPrefix[] = [];
  for (let end = 1; end <= bytes.length; end++) {
    const whole = end === bytes.length;
    if (bytes[end - 1] !== 10 && !whole) continue;
    const tokens = count(readAsText(bytes.subarray(0, end)), encoding);
    prefixes.push({ bytes: end, lines: prefixes.length + 1, tokens, whole });
  }
  return prefixes;
}

/** The definition: the last of the prefixes that fits. */
function lastFitting(prefixes: readonly TokenPrefix[], cap: number): TokenPrefix {
  const none = { bytes: 0, lines: 0, tokens: 0, whole: prefixes.length === 0 };
  return prefixes.findLast((prefix) => prefix.tokens <= cap) ?? none;
}

function bruteForce(bytes: Uint8Array, encoding: TokenEncoding, cap: number, count: Count): TokenPrefix {
  return lastFitting(linePrefixes(bytes, encoding, count), cap);
}

// Generous: the oracles are slow, and so may the machine be.
vi.setConfig({ testTimeout: 60_000 });

describe.each(ENCODINGS)('a pass with %s', async (encoding) => {
  const engine = await loadEngine(encoding);

  function run(chunks: readonly Uint8Array[], cap: number | null) {
    const pass = new PrefixPass(engine, cap);
    for (const chunk of chunks) pass.push(chunk);
    pass.end();
    return { prefix: pass.prefix, total: pass.total };
  }

  it('finds the largest prefix of whole lines for a cap at, one under and one over every count', () => {
    fc.assert(
      fc.property(lines, chunkLengths, (text, lengths) => {
        const bytes = utf8(text);
        const total = gptCount(text, encoding);
        const prefixes = linePrefixes(bytes, encoding, gptCount);
        const caps = new Set([0, ...prefixes.flatMap(({ tokens }) => [tokens - 1, tokens, tokens + 1])]);
        for (const cap of caps) {
          expect(run(chunked(bytes, lengths), cap)).toEqual({ prefix: lastFitting(prefixes, cap), total });
        }
      }),
      { numRuns: 200 },
    );
  });

  it('does so on text of every kind', () => {
    fc.assert(
      fc.property(hostileTextWithBom, chunkLengths, fc.nat(120), (text, lengths, cap) => {
        const bytes = utf8(text);
        expect(run(chunked(bytes, lengths), cap)).toEqual({
          prefix: bruteForce(bytes, encoding, cap, tiktokenCount),
          total: tiktokenCount(text, encoding),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('reads broken UTF-8 as TextDecoder does, and answers in the bytes that were pushed', () => {
    fc.assert(
      fc.property(brokenBytes, chunkLengths, fc.nat(60), (bytes, lengths, cap) => {
        expect(run(chunked(bytes, lengths), cap)).toEqual({
          prefix: bruteForce(bytes, encoding, cap, tiktokenCount),
          total: tiktokenCount(readAsText(bytes), encoding),
        });
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same for one byte per chunk as for the whole at once', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(80), (text, cap) => {
        const bytes = utf8(text);
        expect(run(chunked(bytes, [1]), cap)).toEqual(run([bytes], cap));
      }),
      { numRuns: 250 },
    );
  });

  it('does not take a long word without lower case apart before its end has come', () => {
    const text = `A中${'B'.repeat(40)}b\n`;
    for (let split = 1; split < utf8(text).length; split++) {
      const bytes = utf8(text);
      expect(run([bytes.subarray(0, split), bytes.subarray(split)], null).total).toBe(
        gptCount(text, encoding),
      );
    }
  });

  it('without a cap takes the whole text as prefix', () => {
    expect(run([utf8('one\ntwo\n\nthree')], null)).toEqual({
      prefix: { bytes: 14, lines: 4, tokens: gptCount('one\ntwo\n\nthree', encoding), whole: true },
      total: gptCount('one\ntwo\n\nthree', encoding),
    });
  });

  it('says of an empty text that it fits, whatever the cap', () => {
    for (const cap of [0, 1, null]) {
      expect(run([], cap)).toEqual({ prefix: { bytes: 0, lines: 0, tokens: 0, whole: true }, total: 0 });
    }
  });

  it('gives an empty prefix when the first line alone is over the cap', () => {
    const text = 'one two three four\nfive\n';
    expect(run([utf8(text)], 3)).toEqual({
      prefix: { bytes: 0, lines: 0, tokens: 0, whole: false },
      total: gptCount(text, encoding),
    });
  });

  it('knows the prefix before the end: once the cap is passed, or once so long a piece must pass it', () => {
    const settledAfter = (chunk: Uint8Array, cap: number): number => {
      const pass = new PrefixPass(engine, cap);
      let pushes = 0;
      while (pass.prefix === null && pushes < 100) {
        pass.push(chunk);
        pushes++;
      }
      return pushes * chunk.length;
    };
    expect(settledAfter(utf8('a word or two\n'), 20)).toBeLessThan(100);
    // 50 tokens are at most 6,400 bytes.
    expect(settledAfter(utf8('a'.repeat(1000)), 50)).toBe(7000);
    expect(settledAfter(utf8('\n'.repeat(1000)), 50)).toBe(7000);
  });

  it('settles an unfinished piece by its length even when lines came after its last look', () => {
    // The word is looked at again only once it has doubled; meanwhile lines arrive behind it.
    const text = `${'a'.repeat(5000)}${'\nline'.repeat(600)}\n`;
    const bytes = utf8(text);
    const prefixes = linePrefixes(bytes, encoding, (prefix) => engine.countText(prefix));
    const total = engine.countText(text);
    const word = engine.countText('a'.repeat(5000));
    for (const cap of [1, 20, 60, word - 1, word, word + 1, word + 40, total - 1, total]) {
      const inSteps = run(chunked(bytes, [4900, 100, 2500, 1500]), cap);
      expect(inSteps).toEqual({ prefix: lastFitting(prefixes, cap), total });
    }
  });
});
