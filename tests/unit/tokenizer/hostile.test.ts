import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BacktrackMerge } from '../../../src/tokenizer/backtrackMerge.ts';
import { HeapMerge } from '../../../src/tokenizer/heapMerge.ts';
import { LongMerge } from '../../../src/tokenizer/longMerge.ts';
import { largestPiecePrefix } from '../../../src/tokenizer/piecePrefix.ts';
import { PrefixPass } from '../../../src/tokenizer/prefixPass.ts';
import { ShortMerge } from '../../../src/tokenizer/shortMerge.ts';
import { TokenPairs } from '../../../src/tokenizer/tokenPairs.ts';
import { ENCODINGS, gptCount, loadEngine, readAsText, utf8 } from './oracles.ts';

const MB = 1_000_000;

/** Base64 of bytes from a small generator: no two stretches alike. */
function base64Line(length: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let state = 1;
  let line = '';
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    line += alphabet[state >>> 26];
  }
  return line;
}

const RUNS: readonly (readonly [string, string])[] = [
  ['a', 'a'],
  ['newlines', '\n'],
  ['CRLF', '\r\n'],
  ['spaces', ' '],
  ['NUL', '\0'],
  ['equals signs', '='],
  ['slashes', '/'],
  ['U+FFFD', '\ufffd'],
  ['emoji', '😀'],
  ['Han', '中文字'],
  ['combining marks', '\u0301'],
];

// Generous: the oracles are slow, and so may the machine be.
vi.setConfig({ testTimeout: 60_000 });

describe.each(ENCODINGS)('hostile text with %s', async (encoding) => {
  const engine = await loadEngine(encoding);

  // No token is longer than 128 bytes: past that length more of the same is a sample. The oracle takes its square.
  it.each(RUNS)(
    'counts runs of %s as gpt-tokenizer does, at every length up to 150, at some more and at 2,000',
    (_name, unit) => {
      for (const length of [...Array(150).keys(), 191, 192, 193, 255, 256, 257, 299, 2000]) {
        const text = unit.repeat(length);
        expect(engine.countText(text)).toBe(gptCount(text, encoding));
      }
    },
  );

  it.each(RUNS)(
    'counts 1 MB of %s: pushed in chunks as at once, and growing in step',
    (_name, unit) => {
      const text = unit.repeat(Math.ceil(MB / utf8(unit).length));
      const bytes = utf8(text);
      const total = engine.countText(text);
      const pass = new PrefixPass(engine, 25_000);
      for (let at = 0; at < bytes.length; at += 65_000) pass.push(bytes.subarray(at, at + 65_000));
      pass.end();
      expect(pass.total).toBe(total);
      // A long run is the same token again and again, so the count grows by a fixed step.
      const step = 128;
      const perStep = engine.countText(unit.repeat(4 * step)) - engine.countText(unit.repeat(3 * step));
      const units = text.length / unit.length;
      const rest = units % step;
      const expected = engine.countText(unit.repeat(3 * step + rest)) + ((units - rest) / step - 3) * perStep;
      expect(total).toBe(expected);
    },
    60_000,
  );

  it('reads 1 MB of the byte FF as as many U+FFFD', () => {
    const bytes = new Uint8Array(MB).fill(0xff);
    const pass = new PrefixPass(engine, 25_000);
    pass.push(bytes);
    pass.end();
    expect(pass.total).toBe(engine.countText('\ufffd'.repeat(MB)));
    expect(pass.prefix).toEqual({ bytes: 0, lines: 0, tokens: 0, whole: false });
    expect(readAsText(bytes.subarray(0, 2))).toBe('\ufffd\ufffd');
  });

  it('counts a base64 line as gpt-tokenizer does where that can, and 1 MB of it in chunks as at once', () => {
    expect(engine.countText(base64Line(20_000))).toBe(gptCount(base64Line(20_000), encoding));
    const line = base64Line(MB);
    const pass = new PrefixPass(engine, 25_000);
    pass.push(utf8(line));
    pass.end();
    expect(pass.total).toBe(engine.countText(line));
    expect(pass.prefix).toEqual({ bytes: 0, lines: 0, tokens: 0, whole: false });
  });

  it('finds the largest prefix in a run of newlines that is one piece', () => {
    const bytes = utf8('\n'.repeat(20_000));
    for (const cap of [1, 2, 3, 20]) {
      const pass = new PrefixPass(engine, cap);
      pass.push(bytes);
      pass.end();
      let best = 0;
      for (let length = 1; length <= (cap + 1) * 128; length++) {
        if (engine.countBytes(bytes, 0, length) <= cap) best = length;
      }
      const tokens = engine.countBytes(bytes, 0, best);
      expect(pass.prefix).toEqual({ bytes: best, lines: best, tokens, whole: false });
    }
  });

  const pairs = new TokenPairs(engine.table);
  const heap = new HeapMerge(engine.table, pairs);
  const backtrack = new BacktrackMerge(engine.table, pairs);
  const long = new LongMerge(engine.table, pairs);
  const short = new ShortMerge(engine.table);

  /** The whole piece in one heap: the plainest of the fast ways. */
  const inOneHeap = (bytes: Uint8Array) => {
    const out = new Int32Array(bytes.length);
    return [...out.subarray(0, heap.encode(bytes, 0, bytes.length, out))];
  };
  const inWindows = (bytes: Uint8Array) => {
    const out: number[] = [];
    expect(long.encode(bytes, 0, bytes.length, out)).toBe(out.length);
    return out;
  };

  const unit = fc.constantFrom(
    ...'a b e t in the er tion A 中 的 ก = - * \0 \ufffd 😀 / \u0301 \n'.split(' '),
  );
  const piece = (maxParts: number) =>
    fc
      .array(fc.tuple(unit, fc.integer({ min: 1, max: 40 })), {
        minLength: 1,
        maxLength: maxParts,
        size: 'max',
      })
      .map((parts) => utf8(parts.map(([bit, times]) => bit.repeat(times)).join('')));

  it('merges a piece alike by the definition, by backtracking and by a heap', () => {
    fc.assert(
      fc.property(piece(20), (longPiece) => {
        const bytes = longPiece.subarray(0, 500);
        const expected = short.run(bytes, 0, bytes.length);
        expect(inOneHeap(bytes).length).toBe(expected);
        const out = new Int32Array(bytes.length);
        const count = backtrack.encode(bytes, 0, bytes.length, out);
        if (count >= 0) expect([...out.subarray(0, count)]).toEqual(inOneHeap(bytes));
      }),
      { numRuns: 150 },
    );
  });

  it('joins the windows of a long piece without a trace', () => {
    fc.assert(
      fc.property(piece(40), (bytes) => {
        const many = new Uint8Array(bytes.length * Math.ceil(30_000 / bytes.length));
        for (let at = 0; at < many.length; at += bytes.length) many.set(bytes, at);
        expect(inWindows(many)).toEqual(inOneHeap(many));
      }),
      { numRuns: 20 },
    );
    for (const bit of ['=', 'ab', 'the', '中', '\u0301a', 'aab', '\n', ' ']) {
      const bytes = utf8(bit.repeat(20_000));
      expect(inWindows(bytes)).toEqual(inOneHeap(bytes));
    }
  });

  it('finds the largest prefix of a long piece near the cap as when it looks at all of it', () => {
    const afterNewline = (bytes: Uint8Array, end: number) => bytes[end - 1] === 10;
    const bits = fc.constantFrom('\n', '\n', '\r\n', ' ', '\t', '\r', ')', '/', 'a', '\u3000');
    const withNewlines = fc
      .array(fc.tuple(bits, fc.integer({ min: 1, max: 140 })), { minLength: 3, maxLength: 16, size: 'max' })
      .map((parts) => utf8(parts.map(([bit, times]) => bit.repeat(times)).join('')));
    fc.assert(
      fc.property(withNewlines, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, share) => {
        const cap = Math.ceil(share * engine.countPiece(bytes, 0, bytes.length));
        const look = (back?: readonly number[]) =>
          largestPiecePrefix(engine, bytes, 0, bytes.length, cap, afterNewline, back);
        const all = look([Number.POSITIVE_INFINITY]);
        expect(look()).toEqual(all);
        expect(look([4, Number.POSITIVE_INFINITY])).toEqual(all);
        let expected: { bytes: number; tokens: number } | null = null;
        for (let end = bytes.length; end > 0 && expected === null && cap > 0; end--) {
          if (bytes[end - 1] !== 10) continue;
          const tokens = engine.countPiece(bytes, 0, end);
          if (tokens <= cap) expected = { bytes: end, tokens };
        }
        expect(all).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});
