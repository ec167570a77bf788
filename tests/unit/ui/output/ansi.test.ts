import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ansiSpans, visibleControls } from '../../../../src/ui/output/ansiSpans.ts';
import { PLAIN_SGR, paletteColor } from '../../../../src/ui/output/sgr.ts';
import { markHits, plainText } from '../../../../src/ui/output/spans.ts';

const paint = (text: string) => ansiSpans([{ text, className: '' }], PLAIN_SGR).spans;
const shown = (text: string) => plainText(paint(text));

describe('a row painted as a terminal would', () => {
  test('plain text is one plain span', () => {
    expect(paint('hello')).toEqual([{ text: 'hello', className: '' }]);
  });

  test('colours and weights become class names, and reset ends them', () => {
    expect(paint('a\x1b[1;31mb\x1b[0mc')).toEqual([
      { text: 'a', className: '' },
      { text: 'b', className: 'fg-1 bold' },
      { text: 'c', className: '' },
    ]);
  });

  test('256 and true colours carry their colour, inverse swaps', () => {
    expect(paint('\x1b[38;5;208mA\x1b[0;48;2;1;2;3mB\x1b[0;7mC')).toEqual([
      { text: 'A', className: 'fg-rgb', color: 'rgb(255 135 0)' },
      { text: 'B', className: 'bg-rgb', background: 'rgb(1 2 3)' },
      { text: 'C', className: 'inverse' },
    ]);
    expect(paletteColor(256)).toBe(null);
  });

  test('a carriage return overwrites from the start and keeps what it does not reach', () => {
    expect(shown('100%\r 5')).toBe(' 50%');
    expect(shown('downloading\r\x1b[Kdone')).toBe('done');
    expect(shown('abc\b\bX')).toBe('aX');
  });

  test('titles, links, cursor moves and unfinished sequences show nothing', () => {
    expect(shown('\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b[2Jc\x1b[31')).toBe('abc');
    expect(shown('bell\x07 nul\x00 end\x1b')).toBe('bell nul end');
  });

  test('an escape sequence that two streams share still counts once', () => {
    expect(
      ansiSpans(
        [
          { text: 'a\x1b[3', className: '' },
          { text: '1mb', className: 'stderr' },
        ],
        PLAIN_SGR,
      ).spans,
    ).toEqual([
      { text: 'a', className: '' },
      { text: 'b', className: 'stderr fg-1' },
    ]);
  });

  test('text without controls always survives unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (parts) => {
        const clean = parts.map((part) => part.replace(/[\x00-\x1f\x7f]/g, ''));
        const runs = clean.map((text, at) => ({ text, className: `c${at}` }));
        expect(plainText(ansiSpans(runs, PLAIN_SGR).spans)).toBe(clean.join(''));
      }),
    );
  });

  test('no control character is ever shown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(/[\x00-\x08\x0b-\x1f\x7f]/.test(shown(text.replaceAll('\n', '')))).toBe(false);
      }),
    );
  });
});

test('the exact view makes control characters visible, one sign for each', () => {
  expect(visibleControls([{ text: 'a\x1b[0m\x00\x7f', className: 'seen' }])).toEqual([
    { text: 'a', className: 'seen' },
    { text: '␛', className: 'seen control' },
    { text: '[0m', className: 'seen' },
    { text: '␀␡', className: 'seen control' },
  ]);
});

test('found words are marked also across spans, and the text stays the same', () => {
  const spans = [
    { text: 'no er', className: '' },
    { text: 'ror here, ERROR', className: 'bold' },
  ];
  expect(markHits(spans, 'error')).toEqual([
    { text: 'no ', className: '' },
    { text: 'er', className: 'hit' },
    { text: 'ror', className: 'bold hit' },
    { text: ' here, ', className: 'bold' },
    { text: 'ERROR', className: 'bold hit' },
  ]);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'ab', '')),
      fc.constantFrom('a', 'ab', 'ba'),
      (texts, needle) => {
        const parts = texts.map((text) => ({ text, className: '' }));
        expect(plainText(markHits(parts, needle))).toBe(texts.join(''));
      },
    ),
  );
});
