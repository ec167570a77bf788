import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutUnits,
  decodeUtf8Stream,
  safeCutIndex,
  toWellFormed,
  utf8Length,
} from '../../../../src/core/index.ts';
import { decodeWhole } from './oracle.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 12 });
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
    maxLength: 12,
  })
  .map((units) => String.fromCharCode(...units));

describe('cutting a text', () => {
  it('row 1: never halves a surrogate pair and goes back one unit at most', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: -2, max: 30 }), (text, units) => {
        const cut = cutUnits(text, units);
        expect(text.startsWith(cut) && cut.isWellFormed()).toBe(true);
        const asked = Math.max(0, Math.min(text.length, units));
        expect([asked, asked - 1]).toContain(cut.length);
        expect(safeCutIndex(text, units)).toBe(cut.length);
      }),
    );
  });

  it('row 1: moves back only off a pair', () => {
    expect([0, 1, 2, 3, 4, 5].map((at) => safeCutIndex('a😀b', at))).toEqual([0, 1, 1, 3, 4, 4]);
    expect(safeCutIndex('\ud83da', 1)).toBe(1);
    expect(safeCutIndex('a\ude00', 1)).toBe(1);
  });
});

describe('lone surrogates', () => {
  it('row 4: become U+FFFD, one unit for one unit, and a whole text stays as it is', () => {
    expect(toWellFormed('a\ud83db😀\ude00')).toBe('a\ufffdb😀\ufffd');
    fc.assert(
      fc.property(anyUnits, (text) => {
        const made = toWellFormed(text);
        expect(new TextDecoder().decode(new TextEncoder().encode(JSON.stringify(made)))).toBe(
          JSON.stringify(made),
        );
        expect(made.length).toBe(text.length);
        if (text.isWellFormed()) expect(made).toBe(text);
      }),
    );
  });

  it('count in UTF-8 as the encoder writes them', () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});

describe('decodeUtf8Stream', () => {
  it('row 2: gives in any chunks what the platform decoder gives for the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 6 })), anyText, (broken, text) => {
        const chunks = [...broken, ...[...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte))];
        const decoder = decodeUtf8Stream();
        const decoded = chunks.map((chunk) => decoder.push(chunk)).join('') + decoder.end();
        expect(decoded).toBe(decodeWhole(Uint8Array.from(chunks.flatMap((chunk) => [...chunk])), 'replaced'));
        expect(decoder.end()).toBe('');
      }),
    );
  });

  it('decodes a run longer than one call of the platform may take', () => {
    const text = `${'x'.repeat(300_000)}€`;
    expect(decodeUtf8Stream().push(new TextEncoder().encode(text))).toBe(text);
  });
});
