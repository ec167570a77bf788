import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedBidi } from '../../../../src/ui/kit/closedBidi.ts';

const marks = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];

test('a text without marks is as it is, and what is whole stays', () => {
  expect(closedBidi('claude-x')).toBe('claude-x');
  expect(closedBidi('a\u2067b\u2069c\u202ed\u202c')).toBe('a\u2067b\u2069c\u202ed\u202c');
});

test('what is open is closed at the end, and a mark that closes what is not open is left out', () => {
  expect(closedBidi('a\u202eb\u2066c')).toBe('a\u202eb\u2066c\u2069\u202c');
  expect(closedBidi('a\u2069\u202cb')).toBe('ab');
  // An isolate's end closes what was opened inside of it.
  expect(closedBidi('\u2066a\u202eb\u2069c')).toBe('\u2066a\u202eb\u2069c');
});

test('of any text: nothing reaches out of it, and a second pass changes nothing', () => {
  const text = fc.array(fc.constantFrom('a', ' ', ...marks), { maxLength: 12 }).map((list) => list.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const closed = closedBidi(given);
      expect(closedBidi(closed)).toBe(closed);
      let isolates = 0;
      for (const unit of closed) {
        if (unit >= '\u2066' && unit <= '\u2068') isolates += 1;
        if (unit === '\u2069') isolates -= 1;
        expect(isolates).toBeGreaterThanOrEqual(0);
      }
      expect(isolates).toBe(0);
    }),
  );
});
