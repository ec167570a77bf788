import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { HeapMerge } from '../../../src/tokenizer/heapMerge.ts';
import { LongMerge } from '../../../src/tokenizer/longMerge.ts';
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

  it.each(RUNS)(
    'counts runs of %s as gpt-tokenizer does, at every length up to 300 and at 2,000',
    (_name, unit) => {
      for (const length of [...Array(300).keys(), 2000]) {
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

  it('merges long pieces alike in three ways: by definition, backtracking, and by windows of a heap', () => {
    const pairs = new TokenPairs(engine.table);
    const heap = new HeapMerge(engine.table, pairs);
    const long = new LongMerge(engine.table, pairs);
    const short = new ShortMerge(engine.table);
    const unit = fc.constantFrom(
      'a',
      'b',
      'e',
      't',
      'in',
      'the',
      'er',
      'tion',
      'A',
      '中',
      '的',
      'ก',
      '=',
      '-',
      '*',
      '\0',
      '\ufffd',
      '😀',
      '/',
      '\u0301',
    );
    const piece = fc
      .array(fc.tuple(unit, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 60, size: 'max' })
      .map((parts) => utf8(parts.map(([bit, times]) => bit.repeat(times)).join('')));
    fc.assert(
      fc.property(piece, (bytes) => {
        const whole = heap.count(bytes, 0, bytes.length);
        expect(long.count(bytes, 0, bytes.length)).toBe(whole);
        const start = bytes.length > 500 ? bytes.length - 500 : 0;
        expect(heap.count(bytes, start, bytes.length)).toBe(short.run(bytes, start, bytes.length));
      }),
      { numRuns: 150 },
    );
  });

  it('joins the windows of the heap without a trace', () => {
    const pairs = new TokenPairs(engine.table);
    const heap = new HeapMerge(engine.table, pairs);
    for (const unit of ['=', 'ab', 'the', '中', '\u0301a', 'aab']) {
      const bytes = utf8(unit.repeat(12_000));
      expect(heap.count(bytes, 0, bytes.length)).toBe(engine.countPiece(bytes, 0, bytes.length));
      const text = unit.repeat(1_500);
      const piece = utf8(text);
      expect(heap.count(piece, 0, piece.length)).toBe(
        new LongMerge(engine.table, pairs).count(piece, 0, piece.length),
      );
    }
  });
});
