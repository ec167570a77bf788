import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serialize } from '../../../../../../../src/guest/embedded/node/modules/small/valueFormat.ts';
import {
  childMark,
  createChildReader,
} from '../../../../../../../src/guest/embedded/node/modules/test/childEvents.ts';

const event = { type: 'test:plan', data: { nesting: 0, count: 2 } };
const report = `${childMark}${JSON.stringify(new TextDecoder().decode(serialize(event)))}\n`;

function readIn(pieces: readonly string[]): readonly unknown[] {
  const reader = createChildReader();
  return [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
}
const cutAt = (text: string, cuts: readonly number[]) => {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  return places.slice(1).map((end, at) => text.slice(places[at], end));
};
/** Each printed text in its lines, as a reporter marks them. */
const lines = (parts: readonly unknown[]) =>
  parts.flatMap((part) => (typeof part === 'string' ? part.split(/(?<=\n)/) : [part]));

test('what is printed and what is reported is the same wherever the pipe cuts it', () => {
  const part = fc.oneof(
    fc.constantFrom('a line\n', 'half', '\n', report, '\u0000', '\u0001test', childMark),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat()), (parts, cuts) => {
      const text = parts.join('');
      expect(lines(readIn(cutAt(text, cuts)))).toEqual(lines(readIn([text])));
    }),
  );
});

test('a mark that a program printed itself is printed, and a report after it is read', () => {
  expect(lines(readIn([`${childMark}no report\n${childMark}7\n${childMark}half${report}end`]))).toEqual([
    `${childMark}no report\n`,
    `${childMark}7\n`,
    `${childMark}half`,
    event,
    'end',
  ]);
});

test('a line is handed on when it is whole, the last one at the end', () => {
  const reader = createChildReader();
  expect(reader.read('one\ntw')).toEqual(['one\n']);
  expect(reader.read('o')).toEqual([]);
  expect(reader.read(`\nthree${report}`)).toEqual(['two\n', 'three', event]);
  expect(reader.read('four')).toEqual([]);
  expect(reader.end()).toEqual(['four']);
});

test('a line without an end is handed on in pieces of one length, and costs each piece once', () => {
  const reader = createChildReader();
  const found = Array.from({ length: 400 }, () => reader.read('x'.repeat(1_000))).flat();
  expect(found.every((piece) => typeof piece === 'string' && piece.length === 65_536)).toBe(true);
  expect([...found, ...reader.end()].join('')).toBe('x'.repeat(400_000));
});
