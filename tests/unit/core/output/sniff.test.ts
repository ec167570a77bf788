import { describe, expect, it } from 'vitest';
import { fileKind, isProbablyBinary } from '../../../../src/core/index.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('isProbablyBinary', () => {
  it('row 15: takes a NUL or invalid UTF-8 anywhere in the first 8 KiB for binary', () => {
    for (const at of [0, 1, 4000, 8191]) {
      for (const byte of [0x00, 0xff, 0x80, 0xc0]) {
        const bytes = new Uint8Array(9000).fill(0x61);
        bytes[at] = byte;
        expect(isProbablyBinary(bytes)).toBe(true);
      }
    }
    expect(isProbablyBinary(Uint8Array.of(0x61, 0xe2, 0x82, 0x61))).toBe(true);
    expect(isProbablyBinary(utf8('a\u20ac\0'))).toBe(true);
  });

  it('row 15: does not look past 8 KiB', () => {
    const bytes = new Uint8Array(8193).fill(0x61);
    bytes[8192] = 0;
    expect(isProbablyBinary(bytes)).toBe(false);
  });

  it('takes text for text: empty, with a byte order mark, with escapes, with U+FFFD written in it', () => {
    for (const text of ['', 'a\n', '\ufeffa', '\x1b[31mred', 'a\ufffdb', '漢字😀', '\r\n\t'])
      expect(isProbablyBinary(utf8(text))).toBe(false);
  });

  it('does not hold a character against a file that the end of the sample cuts off', () => {
    for (const character of ['é', '€', '😀'])
      for (let cut = 1; cut < utf8(character).length; cut++) {
        const sample = new Uint8Array([...new Uint8Array(8192 - cut).fill(0x61), ...utf8(character)]);
        expect(isProbablyBinary(sample)).toBe(false);
        expect(isProbablyBinary(sample.subarray(0, 8192))).toBe(false);
      }
  });
});

describe('fileKind', () => {
  it.each([
    ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ['jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    ['gif', [...utf8('GIF89a')]],
    ['gif', [...utf8('GIF87a')]],
    ['webp', [...utf8('RIFF'), 1, 2, 3, 4, ...utf8('WEBP')]],
    ['pdf', [...utf8('%PDF-1.7')]],
    ['zip', [0x50, 0x4b, 3, 4]],
    ['zip', [0x50, 0x4b, 5, 6]],
    ['gzip', [0x1f, 0x8b, 8]],
    ['wasm', [0, 0x61, 0x73, 0x6d, 1]],
    ['elf', [0x7f, 0x45, 0x4c, 0x46]],
  ])('row 15: knows %s by its first bytes, and nothing by fewer', (kind, magic) => {
    const needed =
      kind === 'jpeg' ? 3 : kind === 'pdf' ? 5 : kind === 'gzip' ? 2 : kind === 'wasm' ? 4 : magic.length;
    expect(fileKind(Uint8Array.from([...magic, 9, 9, 9]))).toBe(kind);
    expect(fileKind(Uint8Array.from(magic.slice(0, needed)))).toBe(kind);
    expect(fileKind(Uint8Array.from(magic.slice(0, needed - 1)))).toBe('binary');
  });

  it('calls everything else binary', () => {
    for (const bytes of [[], [0], [...utf8('RIFF1234WAVE')], [...utf8('hello')]])
      expect(fileKind(Uint8Array.from(bytes))).toBe('binary');
  });
});
