import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CleanerId, createCapture, type StreamName } from '../../../../src/core/index.ts';
import { anyOutput, rechunk } from './arbitraries.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function shown(text: string, cleaner: CleanerId = 'ansi+cr', chunkBytes = Number.MAX_SAFE_INTEGER): string {
  const capture = createCapture({ cleaner });
  const bytes = utf8(text);
  for (let at = 0; at < bytes.length; at += chunkBytes)
    capture.push({ stream: 'stdout', bytes: bytes.slice(at, at + chunkBytes) });
  capture.end();
  const { merged, stdout } = capture.text();
  expect(stdout).toEqual(merged);
  return merged.head;
}

describe('the last state of a redrawn line', () => {
  it('row 17: a progress bar is its last state', () => {
    const bar = Array.from({ length: 100 }, (_, k) => `\r${k + 1}%`).join('');
    expect(shown(`${bar}\ndone\n`)).toBe('100%\ndone\n');
    expect(shown(bar)).toBe('100%');
  });

  it.each([
    ['a shorter redraw leaves the rest of the longer line', 'downloading\rdone\n', 'doneloading\n'],
    ['an erased line leaves no rest', 'downloading\r\x1b[Kdone\n', 'done\n'],
    ['an erased whole line keeps the column', 'abc\x1b[2Kd\n', '   d\n'],
    ['the part before the cursor is erased to blanks', 'abcdef\x1b[3G\x1b[1K\n', '   def\n'],
    ['CRLF is one line end', 'a\r\nb\r\r\nc\r\n', 'a\nb\nc\n'],
    ['a CR at the end of the output overwrites nothing', 'abc\r', 'abc'],
    ['a CR alone gives nothing', '\r', ''],
    ['a backspace draws over', 'ab\b\bXY-\b\n', 'XY-\n'],
    ['a backspace stops at the first column', 'a\b\b\bX', 'X'],
    ['Node’s readline goes to column 1 and erases', 'spin 1\x1b[1G\x1b[0Kspin 2\n', 'spin 2\n'],
    ['the cursor is moved right over blanks', 'a\x1b[3Cb\r\x1b[2CX\n', 'a Xb\n'.replace(' X', ' X ')],
    ['colours stay removed', '\x1b[32m 5%\x1b[0m\r\x1b[31m100%\x1b[0m\n', '100%\n'],
    ['going up is not followed', 'one\ntwo\n\x1b[2Aend\n', 'one\ntwo\nend\n'],
    ['a tab moves over what stands there', 'abcdefghij\r\tX\n', 'abcdefghXj\n'],
    ['a tab that is drawn over becomes blanks', '\tfoo\rab\n', 'ab      foo\n'],
    ['a wide character is drawn over whole', '漢字\ra\n', 'a 字\n'],
    ['half of a wide character is blank', '漢字\r\x1b[Cx\n', ' x字\n'],
    ['a wide character covers two columns', 'abcd\r漢\n', '漢cd\n'],
    ['a combining mark goes with its character', 'e\u0301f\rab\n', 'ab\n'],
  ])('%s', (_what, output, expected) => {
    expect(shown(output)).toBe(expected);
    for (const chunkBytes of [1, 2, 3]) expect(shown(output, 'ansi+cr', chunkBytes)).toBe(expected);
  });

  it('lines that end in CRLF are the same in one chunk and byte by byte, at every width around that of a row', () => {
    const starts = ['', 'a', '\t', '\u0301', '\ufeff', '漢', '\x1b[31m', '\x1b[2C', '\b'];
    for (const start of starts) {
      for (const fill of ['x', '\t', '漢', '\u0301']) {
        for (const count of [0, 1, 511, 512, 513, 4095, 4096, 4097, 4100]) {
          const text = `first\r\n${start}${fill.repeat(count)}y\u0301\r\n${start}\r\n\r\nz\r\n`;
          expect(shown(text)).toBe(shown(text, 'ansi+cr', 1));
        }
      }
    }
  });

  it('shows NUL where the cleaner says so, in a redrawn line too', () => {
    expect(shown('abc\r\0\n', 'ansi+cr+nul')).toBe('␀bc\n');
    expect(shown('abc\r\0\n', 'ansi+cr')).toBe('\0abc\n');
  });

  it('draws both streams of the merged text on one screen, in the order in which they came', () => {
    const capture = createCapture({ cleaner: 'ansi+cr' });
    const say = (stream: StreamName, text: string) => capture.push({ stream, bytes: utf8(text) });
    say('stderr', '\r10%');
    say('stderr', '\r20%');
    say('stdout', ' one\n');
    say('stderr', '\r99%');
    say('stdout', '\rtwo\n');
    capture.end();
    const { merged, stdout, stderr } = capture.text();
    expect([merged.head, stdout.head, stderr.head]).toEqual(['20% one\ntwo\n', ' one\ntwo\n', '99%']);
  });

  it('a line of 4,096 columns is drawn again whole, of a longer one only what is past them', () => {
    for (const [columns, expected] of [
      [4095, `XX${'a'.repeat(4093)}`],
      [4096, `XX${'a'.repeat(4094)}`],
      [4097, `${'a'.repeat(4096)}XX`],
      [9000, `${'a'.repeat(8192)}XX${'a'.repeat(806)}`],
    ] as const) {
      const output = `${'a'.repeat(columns)}\rXX\n`;
      expect(shown(output) === `${expected}\n`).toBe(true);
      expect(shown(output, 'ansi+cr', 1000) === `${expected}\n`).toBe(true);
    }
  });

  it('a text that moves no cursor is the same with and without the following of redraws', () => {
    fc.assert(
      fc.property(anyOutput, fc.array(fc.nat(5), { maxLength: 5 }), (output, sizes) => {
        const still = output.map(({ stream, bytes }) => ({
          stream,
          bytes: bytes.filter((byte) => byte !== 0x0d && byte !== 0x08 && byte !== 0x1b),
        }));
        const texts = (['ansi', 'ansi+cr'] as const).map((cleaner) => {
          const capture = createCapture({ cleaner, headUnits: 20, tailUnits: 20 });
          for (const chunk of rechunk(still, sizes)) capture.push(chunk);
          capture.end();
          return { ...capture.text(), cleaner: null };
        });
        expect(texts[1]).toEqual(texts[0]);
      }),
    );
  });

  it('a bar of 100,000 redraws and a line of a million marks hold no more than one row', () => {
    const capture = createCapture({ cleaner: 'ansi+cr' });
    for (let k = 1; k <= 100_000; k++)
      capture.push({ stream: 'stderr', bytes: utf8(`\r[${'#'.repeat(k % 60)}] ${k}`) });
    capture.end();
    expect(capture.text().merged.units).toBeLessThan(80);
    expect(capture.text().merged.head).toContain('100000');
    expect(shown('a\u0301'.repeat(100_000)).length).toBe(131_072);
    expect(shown(`a${'\u0301'.repeat(5000)}\n`)).toBe(`a${'\u0301'.repeat(5000)}\n`);
  });
});
