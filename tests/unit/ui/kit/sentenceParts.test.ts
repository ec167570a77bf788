import { expect, test } from 'vitest';
import { sentenceParts } from '../../../../src/ui/kit/sentenceParts.ts';

test('a sentence is cut at its slots, wherever they stand', () => {
  expect(sentenceParts('See <link>the lessons</link> or press <kbd>?</kbd>.')).toEqual([
    { slot: null, text: 'See ' },
    { slot: 'link', text: 'the lessons' },
    { slot: null, text: ' or press ' },
    { slot: 'kbd', text: '?' },
    { slot: null, text: '.' },
  ]);
  expect(sentenceParts('<port/> is open')).toEqual([
    { slot: 'port', text: '' },
    { slot: null, text: ' is open' },
  ]);
});

test('what is no slot is text', () => {
  expect(sentenceParts('a < b and <i>c')).toEqual([{ slot: null, text: 'a < b and <i>c' }]);
  expect(sentenceParts('')).toEqual([]);
});
