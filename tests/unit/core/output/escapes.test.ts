import { describe, expect, it } from 'vitest';
import { type CleanerId, createCapture } from '../../../../src/core/index.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function cleaned(text: string, cleaner: CleanerId = 'ansi', chunkBytes = 1_000_000): string {
  const bytes = utf8(text);
  const capture = createCapture({ cleaner });
  for (let at = 0; at < bytes.length; at += chunkBytes)
    capture.push({ stream: 'stdout', bytes: bytes.subarray(at, at + chunkBytes) });
  capture.end();
  return capture.text().merged.head;
}

describe('escape sequences', () => {
  it.each([
    ['CSI colours', '\x1b[31mred\x1b[0m', 'red'],
    ['CSI with private and intermediate bytes', 'a\x1b[?25l\x1b[!p\x1b[38:2::1:2:3mb', 'ab'],
    ['OSC ended by BEL', 'a\x1b]0;title\x07b', 'ab'],
    ['OSC ended by ST', 'a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b', 'alinkb'],
    ['DCS, SOS, PM and APC ended by ST', 'a\x1bPq\x1b\\b\x1bXq\x1b\\c\x1b^q\x1b\\d\x1b_q\x1b\\e', 'abcde'],
    ['a BEL inside a DCS, which only ST ends', 'a\x1bPq\x07r\x1b\\b', 'ab'],
    ['charset selects', 'a\x1b(B\x1b)0\x1b%Gb', 'ab'],
    ['two-byte escapes', 'a\x1bM\x1b7\x1b=\x1bcb', 'ab'],
    ['an escape that a new escape cuts off', 'a\x1b[3\x1b[1mb', 'ab'],
    ['a string that a new escape cuts off', 'a\x1b]0;t\x1b[1mb', 'ab'],
    ['sequences that CAN or SUB cancels', 'a\x1b[3\x18b\x1b]t\x1ac\x1b\x18d', 'abcd'],
    ['a string with characters beyond ASCII', 'a\x1b]0;€😀\x07b', 'ab'],
  ])('removes %s', (_name, text, expected) => {
    for (const chunkBytes of [1, 2, 3, 1000]) expect(cleaned(text, 'ansi', chunkBytes)).toBe(expected);
  });

  it.each([
    ['the newline that breaks a CSI', 'a\x1b[3\nb', 'a\nb'],
    ['the character that breaks a CSI', 'a\x1b[3€b', 'a€b'],
    ['a string that meets a line end, but for its ESC', 'a\x1b]0;t\nb\x07', 'a]0;t\nb\x07'],
    ['a string that meets a carriage return, but for its ESC', 'a\x1bPq\rb', 'aPq\rb'],
    ['a character after a lone ESC', 'a\x1b€', 'a€'],
    ['8-bit C1 controls, which are no sequences here', 'a\u009b31mb\u009d', 'a\u009b31mb\u009d'],
    ['controls that are no escapes', 'a\tb\rc\bd\x07e\x7f', 'a\tb\rc\bd\x07e\x7f'],
  ])('keeps %s', (_name, text, expected) => {
    for (const chunkBytes of [1, 2, 3, 1000]) expect(cleaned(text, 'ansi', chunkBytes)).toBe(expected);
  });

  it('row 16: colour and title are gone from the text, wherever the chunks were cut', () => {
    for (let chunkBytes = 1; chunkBytes <= 24; chunkBytes++)
      expect(cleaned('\x1b[31mred\x1b[0m \x1b]0;t\x07x', 'ansi', chunkBytes)).toBe('red x');
  });

  it('row 16: an output cut after any byte shows no part of an escape', () => {
    const whole = '\x1b[31mred\x1b[0m \x1b]0;t\x07x';
    const shown = Array.from({ length: whole.length + 1 }, (_, length) => cleaned(whole.slice(0, length)));
    expect(shown).toEqual([
      ...Array(6).fill(''),
      'r',
      're',
      ...Array(5).fill('red'),
      ...Array(7).fill('red '),
      'red x',
    ]);
  });

  it('row 16: the cleaner none keeps every byte of the sequences', () => {
    expect(cleaned('\x1b[31mred\x1b[0m', 'none')).toBe('\x1b[31mred\x1b[0m');
  });

  it('row 14: a NUL inside text that comes back from a string is made visible too', () => {
    expect(cleaned('\x1b]0;\0\n', 'ansi+nul')).toBe(']0;\u2400\n');
    expect(cleaned('\x1b]0;\0\n', 'ansi')).toBe(']0;\0\n');
  });

  it('removes a sequence of 4,096 characters after its ESC and gives one of 4,097 back', () => {
    for (const [opener, filler, ender] of [
      ['\x1b]', 't', '\x07'],
      ['\x1b_', '€', '\x1b\\'],
      ['\x1b[', '1', 'm'],
      ['\x1b(', '(', 'B'],
    ] as const) {
      const fits = opener + filler.repeat(4095) + ender;
      const over = opener + filler.repeat(4096) + ender;
      for (const chunkBytes of [1, 4096, 100_000]) {
        expect(cleaned(`a${fits}b`, 'ansi', chunkBytes)).toBe('ab');
        expect(cleaned(`a${over}b`, 'ansi', chunkBytes)).toBe(`a${over.slice(1).replace('\x1b\\', '')}b`);
      }
    }
  });

  it('lets no opened string swallow the output after it', () => {
    for (const opener of ['\x1b]', '\x1bP', '\x1b_', '\x1b[', '\x1b(']) {
      const capture = createCapture({ cleaner: 'ansi' });
      capture.push({ stream: 'stdout', bytes: utf8(opener) });
      for (let k = 0; k < 100; k++) capture.push({ stream: 'stdout', bytes: utf8('0'.repeat(10_000)) });
      capture.end();
      expect(capture.text().merged.units).toBeGreaterThan(opener.endsWith('(') ? 999_998 : 999_999);
    }
  });
});
